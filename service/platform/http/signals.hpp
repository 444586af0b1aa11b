#pragma once

#include <trantor/net/Channel.h>
#include <trantor/net/EventLoop.h>

#include <functional>
#include <memory>

namespace agon::http {

// Calls back on the loop, once per SIGTERM or SIGINT, for as long as it lives; then the signals do again what they did
// before. The handlers themselves only write to a file descriptor, which is all that is safe in one. There can be one
// at a time.
class StopSignals {
  public:
    StopSignals(trantor::EventLoop* loop, std::function<void()> onSignal);
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

  private:
    int events_;
    std::unique_ptr<trantor::Channel> channel_;
};

}  // namespace agon::http
