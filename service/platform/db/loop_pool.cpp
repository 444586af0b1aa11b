#include "platform/db/loop_pool.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platform/db/backoff.hpp"
#include "platform/db/pg_error.hpp"
#include "platform/log/log.hpp"

namespace agon::pq {
namespace {

constexpr std::chrono::milliseconds kTick{50};

// A connection that lived shorter counts as one that did not come up, so that a server which accepts and drops is
// not called in a circle.
constexpr std::chrono::seconds kSettled{1};

}  // namespace

Lease::Lease(std::shared_ptr<LoopPool> pool, std::shared_ptr<Connection> connection)
    : pool_{std::move(pool)}, connection_{std::move(connection)} {}

Lease& Lease::operator=(Lease&& other) noexcept {
    Lease old{std::move(*this)};
    pool_ = std::move(other.pool_);
    connection_ = std::move(other.connection_);
    return *this;
}

Lease::~Lease() {
    if (connection_) pool_->loop()->runInLoop([pool = pool_, connection = connection_] { pool->release(connection); });
}

bool LoopPool::Acquire::await_suspend(std::coroutine_handle<> waiting) {
    waiting_ = waiting;
    return pool_->take(*this);
}

Lease LoopPool::Acquire::await_resume() {
    if (error_) std::rethrow_exception(error_);
    return Lease{std::move(pool_), std::move(connection_)};
}

LoopPool::LoopPool(trantor::EventLoop* loop, Workers& workers, std::shared_ptr<const Address> address,
                   DbOptions options)
    : loop_{loop},
      workers_{workers},
      address_{std::move(address)},
      options_{std::move(options)},
      slots_(static_cast<std::size_t>(std::max(options_.connectionsPerLoop, 1))),
      metrics_{[&] {
          auto& registry = MetricsRegistry::global();
          const Labels labels{{"pool", options_.applicationName}};
          return Metrics{registry.gauge("agon_db_connections_ready", "Connections that are up.", labels),
                         registry.gauge("agon_db_connections_leased", "Connections in use.", labels),
                         registry.gauge("agon_db_waiting", "Requests that wait for a connection.", labels),
                         registry.histogram("agon_db_wait_seconds", "How long those that waited waited.", labels),
                         registry.counter("agon_db_connections_lost_total",
                                          "Connections that ended without being asked to.", labels),
                         registry.counter("agon_db_refused_total", "Requests that got no connection.", labels)};
      }()} {}

void LoopPool::start() {
    for (auto& slot : slots_) open(slot);
    ticking_ = loop_->runEvery(std::chrono::duration<double>{kTick}, [self = weak_from_this()] {
        if (const auto alive = self.lock()) alive->tick();
    });
}

void LoopPool::close() {
    if (std::exchange(closed_, true)) return;
    loop_->invalidateTimer(ticking_);
    for (auto& slot : slots_) {
        // A copy: closing empties the slot.
        if (const auto connection = slot.connection) connection->close("the pool is closed");
    }
    failWaiting("the pool is closed");
}

void LoopPool::open(Slot& slot) {
    enter(slot, State::Connecting);
    slot.connection = std::make_shared<Connection>(
        loop_, workers_, Connection::Limits{options_.connectTimeout, options_.clientDeadline}, *this);
    slot.connection->open(address_);
}

void LoopPool::onReady(Connection& connection) {
    auto& slot = *slotOf(connection);
    if (slot.failures > 0) logInfo("db.connected_again", {{"pool", options_.applicationName}});
    slot.readySince = Clock::now();
    offer(slot);
}

void LoopPool::onClosed(Connection& connection, const std::string& why) {
    auto& slot = *slotOf(connection);
    const auto now = Clock::now();
    const bool wasReady = slot.state == State::Idle || slot.state == State::Leased;
    enter(slot, State::Down);
    slot.connection.reset();
    if (closed_) return;
    if (wasReady) metrics_.lost.add();
    if (wasReady) slot.failures = 0;
    if (!wasReady || now - slot.readySince < kSettled) ++slot.failures;
    // The first of a row of failures says it all.
    if (slot.failures <= 1) logWarning("db.connection_lost", {{"pool", options_.applicationName}, {"reason", why}});
    if (slot.failures == 0) return open(slot);
    slot.retryAt = now + backoff(slot.failures);
    if (!hopeful()) failWaiting("there is no connection to the database");
}

bool LoopPool::take(Acquire& request) {
    // The connection used last is the one whose backend is warm.
    Slot* best = nullptr;
    for (auto& slot : slots_)
        if (slot.state == State::Idle && (best == nullptr || slot.idleSince > best->idleSince)) best = &slot;
    if (best != nullptr && waiting_.empty()) {
        enter(*best, State::Leased);
        request.connection_ = best->connection;
        return false;
    }
    if (closed_ || !hopeful()) {
        metrics_.refused.add();
        request.error_ = unavailable(closed_ ? "the pool is closed" : "there is no connection to the database");
        return false;
    }
    request.since_ = Clock::now();
    waiting_.push_back(&request);
    stats_.waiting.fetch_add(1, std::memory_order_relaxed);
    metrics_.waiting.add(1);
    return true;
}

void LoopPool::release(const std::shared_ptr<Connection>& connection) {
    auto* const slot = slotOf(*connection);
    if (slot == nullptr) return;  // it was lost meanwhile, and replaced
    if (connection->reusable()) return offer(*slot);
    connection->close("it was given back in the middle of something");
}

// A connection is free: the one who waits longest gets it.
void LoopPool::offer(Slot& slot) {
    if (waiting_.empty()) {
        slot.idleSince = Clock::now();
        return enter(slot, State::Idle);
    }
    auto& request = *waiting_.front();
    waiting_.pop_front();
    enter(slot, State::Leased);
    request.connection_ = slot.connection;
    answer(request);
}

void LoopPool::answer(Acquire& request) {
    stats_.waiting.fetch_sub(1, std::memory_order_relaxed);
    metrics_.waiting.add(-1);
    metrics_.waitSeconds.observe(Clock::now() - request.since_);
    loop_->queueInLoop([waiting = request.waiting_] { waiting.resume(); });
}

void LoopPool::failWaiting(const std::string& why) {
    for (auto* const request : std::exchange(waiting_, {})) {
        metrics_.refused.add();
        request->error_ = unavailable(why);
        answer(*request);
    }
}

void LoopPool::tick() {
    const auto now = Clock::now();
    for (auto& slot : slots_) {
        if (const auto connection = slot.connection) connection->tick(now);
        if (slot.state == State::Down && !closed_ && now >= slot.retryAt) open(slot);
    }
    while (!waiting_.empty() && now - waiting_.front()->since_ >= options_.poolWait) {
        auto& request = *waiting_.front();
        waiting_.pop_front();
        metrics_.refused.add();
        request.error_ = unavailable(fmt::format("no connection was free within {} ms", options_.poolWait.count()));
        answer(request);
    }
}

void LoopPool::enter(Slot& slot, State state) {
    const auto ready = [](State s) {
        return s == State::Idle || s == State::Leased ? 1 : 0;
    };
    const auto leased = [](State s) {
        return s == State::Leased ? 1 : 0;
    };
    const int readyChange = ready(state) - ready(slot.state);
    const int leasedChange = leased(state) - leased(slot.state);
    slot.state = state;
    stats_.ready.fetch_add(readyChange, std::memory_order_relaxed);
    stats_.leased.fetch_add(leasedChange, std::memory_order_relaxed);
    metrics_.ready.add(readyChange);
    metrics_.leased.add(leasedChange);
}

// Whether waiting makes sense: one is up, or is being opened for the first time since it was.
bool LoopPool::hopeful() const {
    return std::ranges::any_of(slots_, [](const Slot& slot) {
        return slot.state != State::Down && (slot.state != State::Connecting || slot.failures == 0);
    });
}

LoopPool::Slot* LoopPool::slotOf(const Connection& connection) {
    const auto found =
        std::ranges::find_if(slots_, [&](const Slot& slot) { return slot.connection.get() == &connection; });
    return found == slots_.end() ? nullptr : &*found;
}

}  // namespace agon::pq
