#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <trantor/net/EventLoopThread.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "platform/db/db.hpp"
#include "platform/db/error.hpp"
#include "platform/log/log.hpp"
#include "support/eventually.hpp"
#include "support/test_database.hpp"

namespace agon::test {

using namespace std::chrono_literals;

// An event loop on a thread of its own.
class LoopThread {
  public:
    LoopThread() { thread_.run(); }
    [[nodiscard]] trantor::EventLoop* loop() const { return thread_.getLoop(); }

    // Starts a coroutine on the loop. `work` is called there and kept until the coroutine has ended.
    template <class Work>
    auto start(Work work) {
        using T = drogon::await_result_t<std::invoke_result_t<Work&>>;
        auto promise = std::make_shared<std::promise<T>>();
        auto answer = promise->get_future();
        auto kept = std::make_shared<Work>(std::move(work));
        loop()->queueInLoop([kept, promise] { launch<T>(kept, promise); });
        return answer;
    }

    // The same, and waits for its answer.
    template <class Work>
    auto run(Work work) {
        auto answer = start(std::move(work));
        if (answer.wait_for(60s) != std::future_status::ready) throw std::runtime_error("a coroutine hangs");
        return answer.get();
    }

  private:
    template <class T, class Work>
    static drogon::AsyncTask launch(std::shared_ptr<Work> work, std::shared_ptr<std::promise<T>> promise) {
        try {
            if constexpr (std::is_void_v<T>) {
                co_await (*work)();
                promise->set_value();
            } else {
                auto answer = co_await (*work)();
                promise->set_value(std::move(answer));
            }
        } catch (...) {
            promise->set_exception(std::current_exception());
        }
    }

    trantor::EventLoopThread thread_;
};

// Lets coroutines of one loop wait until somebody opens it.
class Gate {
  public:
    void open() {
        open_ = true;
        for (auto waiting : std::exchange(waiting_, {})) waiting.resume();
    }
    bool await_ready() const noexcept { return open_; }
    void await_suspend(std::coroutine_handle<> waiting) { waiting_.push_back(waiting); }
    void await_resume() const noexcept {}

  private:
    bool open_ = false;
    std::vector<std::coroutine_handle<>> waiting_;
};

// A database without tables, one loop, and a pool on it.
class DbTest : public testing::Test {
  protected:
    DbTest() { setLogLevel(LogLevel::Off); }
    ~DbTest() override {
        if (db_) db_->close();
        setLogLevel(LogLevel::Info);
    }

    DbOptions options() const {
        DbOptions made;
        made.conninfo = database_.url();
        made.applicationName = "agon-test";
        made.connectionsPerLoop = 2;
        return made;
    }

    Db& open(const DbOptions& options) {
        db_ = std::make_unique<Db>(options, std::vector{loop_.loop()});
        return *db_;
    }
    Db& open() { return open(options()); }
    Db& db() { return db_ ? *db_ : open(); }

    // One statement that may write, in a transaction of its own.
    std::int64_t execute(Sql sql, Params params = {}) {
        return loop_.run([&]() -> Task<std::int64_t> {
            auto act = [&](Tx& tx) -> Task<Result<std::int64_t>> {
                const auto affected = co_await tx.execute(sql, params);
                co_return affected;
            };
            const auto affected = co_await db().transact(act);
            co_return affected.value();
        });
    }

    Rows query(Sql sql, Params params = {}) {
        return loop_.run([&]() -> Task<Rows> { return db().query(sql, params); });
    }

    int backendPid() {
        static constexpr Sql kPid{"test.pid", "select pg_backend_pid() as pid"};
        return query(kPid).front().get<std::int32_t>("pid");
    }

    bool pingsWithin(std::chrono::milliseconds time) {
        return eventually(time, [&] { return loop_.run([&]() -> Task<bool> { return db().ping(); }); });
    }

    bool wholeWithin(std::chrono::milliseconds time) {
        return eventually(time, [&] { return db().stats().ready == db().stats().connections; });
    }

    TestDatabase database_{TestDatabase::empty()};
    LoopThread loop_;
    std::unique_ptr<Db> db_;
};

}  // namespace agon::test
