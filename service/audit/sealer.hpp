#pragma once

#include <trantor/net/EventLoop.h>

#include "platform/async/task.hpp"
#include "platform/db/db.hpp"

namespace agon::audit {

// Seals what has been committed, about once a second, from one event loop. Every instance runs one; the database lets
// one of them work at a time. A pass that fails is tried again with the next.
class Sealer {
  public:
    Sealer(Db& db, trantor::EventLoop* loop);

    void start();
    // No pass begins after this; call it before the pool closes.
    void stop();

  private:
    Task<void> pass();

    Db& db_;
    trantor::EventLoop* loop_;
    trantor::TimerId timer_ = 0;
    bool running_ = false;
    int untilFullPass_ = 0;
};

}  // namespace agon::audit
