#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <vector>

#include "platform/db/connection.hpp"
#include "platform/db/options.hpp"
#include "platform/metrics/metrics.hpp"

namespace agon::pq {

class LoopPool;

// A connection of one's own until the lease ends. Then it goes back to the pool if it is as good as new, else it is
// closed and replaced.
class Lease {
  public:
    Lease() = default;
    Lease(std::shared_ptr<LoopPool> pool, std::shared_ptr<Connection> connection);
    Lease(Lease&&) = default;
    Lease& operator=(Lease&& other) noexcept;
    ~Lease();

    [[nodiscard]] Connection& connection() const { return *connection_; }
    explicit operator bool() const { return connection_ != nullptr; }

  private:
    std::shared_ptr<LoopPool> pool_;
    std::shared_ptr<Connection> connection_;
};

// The connections of one event loop. Everything but stats() is for that loop's thread.
class LoopPool final : public Connection::Owner, public std::enable_shared_from_this<LoopPool> {
  public:
    // Awaited: gives a Lease, or throws DbUnavailable; at once when there is no hope of a connection, after the limit
    // when all are taken. The awaiting coroutine must not be destroyed while it waits.
    class Acquire {
      public:
        explicit Acquire(std::shared_ptr<LoopPool> pool) : pool_{std::move(pool)} {}
        Acquire(const Acquire&) = delete;
        Acquire& operator=(const Acquire&) = delete;
        bool await_ready() const noexcept { return false; }
        bool await_suspend(std::coroutine_handle<> waiting);
        Lease await_resume();

      private:
        friend class LoopPool;
        std::shared_ptr<LoopPool> pool_;
        std::coroutine_handle<> waiting_;
        Clock::time_point since_;
        std::shared_ptr<Connection> connection_;
        std::exception_ptr error_;
    };

    struct Stats {
        std::atomic<int> ready{0};
        std::atomic<int> leased{0};
        std::atomic<int> waiting{0};
    };

    LoopPool(trantor::EventLoop* loop, Workers& workers, std::shared_ptr<const Address> address, DbOptions options);

    void start();
    // Connections are closed, whoever waits gets DbUnavailable.
    void close();
    void release(const std::shared_ptr<Connection>& connection);

    [[nodiscard]] trantor::EventLoop* loop() const { return loop_; }
    [[nodiscard]] const Stats& stats() const { return stats_; }

  private:
    enum class State : std::uint8_t { Down, Connecting, Idle, Leased };
    struct Slot {
        std::shared_ptr<Connection> connection;
        State state = State::Connecting;  // from the start, so that the first to ask wait for the first to come up
        int failures = 0;                 // in a row
        Clock::time_point retryAt;
        Clock::time_point readySince;
        Clock::time_point idleSince;
    };

    void onReady(Connection& connection) override;
    void onClosed(Connection& connection, const std::string& why) override;

    bool take(Acquire& request);
    void open(Slot& slot);
    void offer(Slot& slot);
    void answer(Acquire& request);
    void failWaiting(const std::string& why);
    void tick();
    void enter(Slot& slot, State state);
    [[nodiscard]] bool hopeful() const;
    [[nodiscard]] Slot* slotOf(const Connection& connection);

    trantor::EventLoop* const loop_;
    Workers& workers_;
    const std::shared_ptr<const Address> address_;
    const DbOptions options_;
    std::vector<Slot> slots_;
    std::deque<Acquire*> waiting_;
    trantor::TimerId ticking_ = trantor::InvalidTimerId;
    bool closed_ = false;
    Stats stats_;
    struct Metrics {
        Gauge& ready;
        Gauge& leased;
        Gauge& waiting;
        Histogram& waitSeconds;
        Counter& lost;
        Counter& refused;
    } metrics_;
};

}  // namespace agon::pq
