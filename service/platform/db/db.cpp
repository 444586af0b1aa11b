#include "platform/db/db.hpp"

#include <future>
#include <random>

#include "platform/db/address.hpp"
#include "platform/db/exchange.hpp"
#include "platform/db/loop_pool.hpp"
#include "platform/db/transaction.hpp"
#include "platform/log/log.hpp"

namespace agon {
namespace {

constexpr Sql kPing{"db.ping", "select true as here"};

constexpr int kMostAttempts = 4;
constexpr std::chrono::seconds kLongestClose{5};

std::vector<pq::Command> alone(Sql sql, Params params) {
    std::vector<pq::Command> commands;
    commands.push_back({sql.name, sql.text.data(), std::move(params)});
    return commands;
}

// A few milliseconds, different for each of those who met.
std::chrono::milliseconds pauseBefore(int attempt) {
    thread_local std::minstd_rand random{std::random_device{}()};
    return std::chrono::milliseconds{std::uniform_int_distribution<int>{0, 5 << attempt}(random)};
}

}  // namespace

Db::Db(DbOptions options, const std::vector<trantor::EventLoop*>& loops)
    : connectionsPerLoop_{std::max(options.connectionsPerLoop, 1)} {
    const auto address = std::make_shared<const pq::Address>(options);
    const auto all = loops.size() * static_cast<std::size_t>(connectionsPerLoop_);
    workers_ = std::make_unique<pq::Workers>(all);
    for (auto* const loop : loops) {
        pools_.push_back(std::make_shared<pq::LoopPool>(loop, *workers_, address, options));
        loop->queueInLoop([pool = std::weak_ptr{pools_.back()}] {
            if (const auto alive = pool.lock()) alive->start();
        });
    }
}

Db::~Db() {
    close();
}

void Db::close() {
    std::vector<std::future<void>> closed;
    for (const auto& pool : pools_) {
        // A loop that does not run will not come back to its connections either.
        if (!pool->loop()->isRunning()) continue;
        auto done = std::make_shared<std::promise<void>>();
        closed.push_back(done->get_future());
        pool->loop()->runInLoop([pool, done] {
            pool->close();
            done->set_value();
        });
    }
    for (const auto& done : closed)
        if (done.wait_for(kLongestClose) != std::future_status::ready) logError("db.close_took_too_long");
    workers_.reset();
    pools_.clear();
}

const std::shared_ptr<pq::LoopPool>& Db::poolOfThisThread() const {
    const auto* const loop = trantor::EventLoop::getEventLoopOfCurrentThread();
    for (const auto& pool : pools_)
        if (pool->loop() == loop) return pool;
    throw DbUsageError("the database is used on a thread that has no connections");
}

Task<Rows> Db::query(Sql sql, Params params) {
    pq::LoopPool::Acquire acquire{poolOfThisThread()};
    const auto lease = co_await acquire;
    pq::Exchange exchange{lease.connection(), alone(sql, std::move(params))};
    auto results = co_await exchange;
    co_return std::move(results.front());
}

Task<bool> Db::ping() {
    try {
        const auto rows = co_await query(kPing);
        co_return rows.front().get<bool>("here");
    } catch (const DbError&) {
        co_return false;
    }
}

Db::Stats Db::stats() const {
    Stats sum{.connections = static_cast<int>(pools_.size()) * connectionsPerLoop_};
    for (const auto& pool : pools_) {
        sum.ready += pool->stats().ready.load(std::memory_order_relaxed);
        sum.leased += pool->stats().leased.load(std::memory_order_relaxed);
        sum.waiting += pool->stats().waiting.load(std::memory_order_relaxed);
    }
    return sum;
}

Task<std::shared_ptr<pq::Transaction>> Db::begin() {
    pq::LoopPool::Acquire acquire{poolOfThisThread()};
    auto lease = co_await acquire;
    co_return std::make_shared<pq::Transaction>(std::move(lease));
}

Task<std::exception_ptr> Db::end(std::shared_ptr<pq::Transaction> transaction, bool agreed) {
    return agreed ? pq::Transaction::commit(std::move(transaction)) : pq::Transaction::rollBack(std::move(transaction));
}

Task<void> Db::prepareToRepeat(std::exception_ptr failure, Repeat repeat, int attempt) {
    try {
        std::rethrow_exception(failure);
    } catch (const DbError& error) {
        if (repeat == Repeat::No || !error.isConflict() || attempt == kMostAttempts) throw;
        logInfo("db.act_repeated",
                {{"sql_state", error.sqlState()}, {"statement", error.statement()}, {"attempt", attempt}});
    }
    auto* const loop = trantor::EventLoop::getEventLoopOfCurrentThread();
    co_await drogon::sleepCoro(loop, pauseBefore(attempt));
}

}  // namespace agon
