#pragma once

#include <trantor/net/EventLoop.h>

#include "platform/async/periodic.hpp"
#include "platform/async/task.hpp"
#include "platform/db/db.hpp"

namespace agon::audit {

// Seals what has been committed, about once a second, from one event loop. Every instance runs one; the database lets
// one of them work at a time. A pass that fails is tried again with the next.
class Sealer {
  public:
    // `db` lives until stop() has returned.
    Sealer(Db& db, trantor::EventLoop* loop, std::chrono::milliseconds every = std::chrono::milliseconds{800});

    void start() { passes_.start(); }
    // No pass begins after this, and the last one has ended. Call it before the pool closes, not on a loop.
    void stop();

  private:
    Task<void> pass();

    Db& db_;
    int untilFullPass_ = 0;
    Periodic passes_;
};

}  // namespace agon::audit
