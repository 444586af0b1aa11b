#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "integration/db/db_test.hpp"

namespace agon::test {

// Clients that write numbers, each in an act of its own, and compare what the database answers with what they asked,
// until they are told to stop. They know what became of every number; whether the database agrees is check()'s
// question.
class Load {
  public:
    static constexpr auto kTable = "create table ledger (n bigint not null); grant all on ledger to agon";

    Load(Db& db, const std::vector<trantor::EventLoop*>& loops, int clientsPerLoop) : db_{db} {
        for (auto* const loop : loops) {
            for (int i = 0; i < clientsPerLoop; ++i) {
                ++running_;
                loop->queueInLoop([this, loop] { client(loop); });
            }
        }
    }
    ~Load() { stop(); }
    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;

    bool stop() {
        stopping_ = true;
        return eventually(30s, [&] { return running_ == 0; });
    }

    [[nodiscard]] int acknowledged() const { return acknowledgedSoFar_; }
    [[nodiscard]] int refused() const { return refusedSoFar_; }

    bool acknowledges(int more, std::chrono::milliseconds within = 30s) {
        const int until = acknowledgedSoFar_ + more;
        return eventually(within, [&] { return acknowledgedSoFar_ >= until; });
    }

    // Every acknowledged number is there once, none that was refused is, and no answer was wrong.
    void check(SqlSession session) {
        EXPECT_TRUE(stop()) << running_ << " clients wait for an answer that never comes";
        const std::scoped_lock lock{mutex_};
        EXPECT_THAT(faults_, testing::IsEmpty());
        std::multiset<std::int64_t> stored;
        for (const auto& row : session.rows("select n from ledger")) stored.insert(std::stoll(row.at(0).value()));
        for (const auto n : acknowledged_) EXPECT_EQ(stored.count(n), 1U) << n << " was acknowledged";
        for (const auto n : absent_) EXPECT_EQ(stored.count(n), 0U) << n << " was refused";
        for (const auto n : unknown_) EXPECT_LE(stored.count(n), 1U) << n << " is unknown";
        EXPECT_LE(stored.size(), acknowledged_.size() + unknown_.size());
        RecordProperty("acknowledged", acknowledged_.size());
        RecordProperty("refused", absent_.size());
        RecordProperty("unknown", unknown_.size());
    }

  private:
    static void RecordProperty(const char* name, std::size_t value) {
        testing::Test::RecordProperty(name, static_cast<int>(value));
    }

    drogon::AsyncTask client(trantor::EventLoop* loop) {
        while (!stopping_) {
            const std::int64_t number = ++numbers_;
            const bool taken = co_await attempt(number);
            if (!taken) co_await drogon::sleepCoro(loop, 5ms);  // as a client would, or the loop does nothing else
        }
        --running_;
    }

    Task<bool> attempt(std::int64_t number) {
        static constexpr Sql kInsert{"load.insert", "insert into ledger (n) values ($1) returning n"};
        static constexpr Sql kTwice{"load.twice", "select 2 * $1 as v"};
        static constexpr Sql kNegative{"load.negative", "select -$1 as v"};
        auto act = [&](Tx& tx) -> Task<Result<bool>> {
            const auto inserted = co_await tx.query(kInsert, params(number));
            std::vector<Statement> statements;
            statements.push_back({kTwice, params(number)});
            statements.push_back({kNegative, params(number)});
            const auto both = co_await tx.pipeline(std::move(statements));
            co_return inserted.front().get<std::int64_t>("n") == number&& both.at(0).front().get<std::int64_t>("v") ==
                2 * number&& both.at(1).front().get<std::int64_t>("v") == -number;
        };
        try {
            const auto right = co_await db_.transact(act);
            const std::scoped_lock lock{mutex_};
            if (!right.value()) faults_.push_back("a wrong answer");
            acknowledged_.insert(number);
            ++acknowledgedSoFar_;
            co_return true;
        } catch (const DbOutcomeUnknown&) {
            const std::scoped_lock lock{mutex_};
            unknown_.insert(number);
        } catch (const DbUnavailable&) {
            const std::scoped_lock lock{mutex_};
            absent_.insert(number);
        } catch (const std::exception& error) {
            const std::scoped_lock lock{mutex_};
            faults_.push_back(error.what());
        }
        ++refusedSoFar_;
        co_return false;
    }

    Db& db_;
    std::atomic<bool> stopping_{false};
    std::atomic<int> running_{0};
    std::atomic<int> acknowledgedSoFar_{0};
    std::atomic<int> refusedSoFar_{0};
    std::atomic<std::int64_t> numbers_{0};
    std::mutex mutex_;
    std::set<std::int64_t> acknowledged_;
    std::set<std::int64_t> absent_;
    std::set<std::int64_t> unknown_;
    std::vector<std::string> faults_;
};

}  // namespace agon::test
