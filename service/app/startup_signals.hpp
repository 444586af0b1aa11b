#pragma once

#include <csignal>
#include <stdexcept>

namespace agon::app {

// Asked to stop before everything stood.
class StoppedAtStart : public std::runtime_error {
  public:
    StoppedAtStart() : std::runtime_error{"stopped while starting"} {}
};

// Holds SIGTERM and SIGINT back while the service starts, so that neither leaves a database server behind. To be made
// on the main thread before others; they inherit the mask, and the signals come to the main thread.
class StartupSignals {
  public:
    StartupSignals() {
        sigemptyset(&held_);
        sigaddset(&held_, SIGTERM);
        sigaddset(&held_, SIGINT);
        pthread_sigmask(SIG_BLOCK, &held_, nullptr);
    }

    // Throws StoppedAtStart when one of them has come.
    void check() const {
        sigset_t pending;
        sigpending(&pending);
        if (sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1) throw StoppedAtStart{};
    }

    // From now on they do what their handlers say.
    void release() const { pthread_sigmask(SIG_UNBLOCK, &held_, nullptr); }

  private:
    sigset_t held_{};
};

}  // namespace agon::app
