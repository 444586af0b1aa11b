#pragma once

#include "platform/async/periodic.hpp"
#include "registration/context.hpp"

namespace agon::registration {

// What the module does unasked: answers wishes for links.
class Upkeep {
  public:
    Upkeep(ContextPtr context, trantor::EventLoop* loop);

    void start() { passes_.start(); }
    // Not on a loop.
    void stop();

  private:
    static Task<> pass(ContextPtr context);

    Periodic passes_;
};

}  // namespace agon::registration
