#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace agon::http {

// How the service goes down without losing a request: first it says that it is not ready, so that balancers look
// elsewhere; then it refuses what is new; when nothing is in flight any more, it ends. Used from all threads.
class Drain {
  public:
    // Held by a request for as long as anything works on it, also after its client was told that it took too long.
    class Ticket {
      public:
        explicit Ticket(std::shared_ptr<Drain> drain) : drain_(std::move(drain)) { drain_->inFlight_.fetch_add(1); }
        ~Ticket() { drain_->inFlight_.fetch_sub(1); }
        Ticket(const Ticket&) = delete;
        Ticket& operator=(const Ticket&) = delete;

      private:
        std::shared_ptr<Drain> drain_;
    };

    void announce() { phase_.store(Phase::Announced); }
    void refuse() { phase_.store(Phase::Refusing); }
    bool isReady() const { return phase_.load() == Phase::Serving; }
    bool isRefusing() const { return phase_.load() == Phase::Refusing; }
    std::int64_t inFlight() const { return inFlight_.load(); }

  private:
    enum class Phase : std::uint8_t { Serving, Announced, Refusing };

    std::atomic<Phase> phase_{Phase::Serving};
    std::atomic<std::int64_t> inFlight_{0};
};

}  // namespace agon::http
