#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "platform/async/task.hpp"
#include "platform/db/options.hpp"
#include "platform/db/tx.hpp"
#include "platform/problem/problem.hpp"

namespace agon {

namespace pq {
class Address;
class LoopPool;
struct Workers;
}  // namespace pq

// Whether an act may be done again from its start after a serialization failure or a deadlock: only one that keeps
// nothing outside its transaction may.
enum class Repeat : std::uint8_t { No, OnConflict };

// PostgreSQL under one role. Each event loop has a few connections of its own, and a request stays on the loop it
// came to: every call is made on one of the loops given at the start, and resumes there.
//
// A lost connection is replaced by itself. While there is none, calls throw DbUnavailable at once; while all are taken,
// after DbOptions::poolWait.
class Db {
  public:
    // The loops need not run yet, and have to live until close() has returned. Throws DbUsageError for a conninfo that
    // cannot be parsed; whether a server is there, ping() tells.
    Db(DbOptions options, const std::vector<trantor::EventLoop*>& loops);
    ~Db();
    Db(const Db&) = delete;
    Db& operator=(const Db&) = delete;

    // Runs `act`, a named lambda (Tx&) -> Task<Result<T>>, in a transaction: READ COMMITTED, committed when the act
    // returned a value, rolled back when it returned a problem or threw. Returns after the server has confirmed either.
    // Throws what the act threw; the first error of a statement that the act swallowed; DbOutcomeUnknown when the
    // connection was lost during the commit.
    template <class Act>
    auto transact(Act& act, Repeat repeat = Repeat::No) -> std::invoke_result_t<Act&, Tx&>;

    // One statement outside any transaction. The server refuses it if it writes or locks.
    Task<Rows> query(Sql sql, Params params = {});

    // Whether a real query is answered now. Never throws a DbError.
    Task<bool> ping();

    struct Stats {
        int connections = 0;  // wanted
        int ready = 0;
        int leased = 0;
        int waiting = 0;
    };
    [[nodiscard]] Stats stats() const;  // from any thread

    // Closes every connection; whoever is in the middle of something gets DbUnavailable. Blocks until it is done, so
    // to be called from a thread that no loop waits for, while the loops still run. Nothing may be called afterwards.
    void close();

  private:
    template <class Returned>
    struct AnswerOf;
    template <class T>
    struct AnswerOf<Task<Result<T>>> {
        using Type = Result<T>;
    };

    Task<std::shared_ptr<pq::Transaction>> begin();
    static Task<std::exception_ptr> end(std::shared_ptr<pq::Transaction> transaction, bool agreed);
    // Waits a moment if the act is to be done again after this failure; else throws it.
    static Task<void> prepareToRepeat(std::exception_ptr failure, Repeat repeat, int attempt);
    [[nodiscard]] const std::shared_ptr<pq::LoopPool>& poolOfThisThread() const;

    const int connectionsPerLoop_;
    std::unique_ptr<pq::Workers> workers_;
    std::vector<std::shared_ptr<pq::LoopPool>> pools_;
};

template <class Act>
auto Db::transact(Act& act, Repeat repeat) -> std::invoke_result_t<Act&, Tx&> {
    using Answer = typename AnswerOf<std::invoke_result_t<Act&, Tx&>>::Type;
    for (int attempt = 1;; ++attempt) {
        const auto transaction = co_await begin();
        std::optional<Answer> answer;
        std::exception_ptr thrown;
        {
            Tx tx{transaction};
            try {
                auto decided = co_await act(tx);
                answer.emplace(std::move(decided));
            } catch (...) {
                thrown = std::current_exception();
            }
        }
        const bool agreed = answer && answer->has_value();
        const auto failure = co_await end(transaction, agreed);
        if (!thrown) thrown = failure;
        if (!thrown) co_return std::move(*answer);
        co_await prepareToRepeat(thrown, repeat, attempt);
    }
}

}  // namespace agon
