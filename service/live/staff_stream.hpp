#pragma once

#include <trantor/net/EventLoop.h>

#include <memory>

#include "auth/caller.hpp"
#include "platform/async/periodic.hpp"
#include "platform/db/db.hpp"
#include "platform/http/route.hpp"

namespace agon::live {

// The staff's event stream: tells connected pages, about a second after it happened on whatever instance, that
// something they may read has changed. It looks at the record of acts, in which every change is. A stream ends with its
// session, when its owner's rights change, and after some minutes anyway; a page that comes back has a new token and
// hears what it may hear then.
class StaffStream {
  public:
    // `db` lives until stop() has returned.
    StaffStream(Db& db, trantor::EventLoop* loop);
    ~StaffStream();

    void start();
    // Ends every stream. Not on a loop.
    void stop();

    http::RouteTable routes();

  private:
    class Hub;

    std::shared_ptr<Hub> hub_;
    Periodic passes_;
};

}  // namespace agon::live
