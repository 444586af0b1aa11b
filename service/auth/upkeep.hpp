#pragma once

#include <trantor/net/EventLoop.h>

#include "auth/context.hpp"
#include "platform/async/periodic.hpp"

namespace agon::auth {

// What has to be done without anybody asking: look at the database's clock, keep the ring of signing keys whole, answer
// wishes for new passwords, forget what is old. Every instance runs one, and several at once do no harm.
class Upkeep {
  public:
    Upkeep(AuthContextPtr context, trantor::EventLoop* loop);

    void start() { passes_.start(); }
    // Not on a loop.
    void stop();

  private:
    Task<void> pass();
    Task<void> work();

    AuthContextPtr context_;
    int count_ = 0;
    Periodic passes_;
};

// One pass over the ring of keys: reads it and adds a key when one is due.
Task<void> keepKeys(AuthContextPtr context);

// Sends a link to everybody who asked for one and is known. Answers how many wishes it took.
Task<std::int64_t> answerResetWishes(AuthContextPtr context);

}  // namespace agon::auth
