#include "platform/async/worker_pool.hpp"

#include <gtest/gtest.h>
#include <trantor/net/EventLoopThread.h>

#include <atomic>
#include <future>
#include <latch>
#include <stdexcept>

namespace agon {
namespace {

TEST(WorkerPool, ResumesTheCallerOnTheLoopItCameFrom) {
    WorkerPool pool{"test", 1, 8};
    trantor::EventLoopThread thread;
    thread.run();
    std::promise<bool> sameLoop;
    std::promise<bool> otherThread;
    thread.getLoop()->queueInLoop([&] {
        drogon::async_run([&]() -> Task<> {
            const auto caller = std::this_thread::get_id();
            const auto work = [caller] {
                return std::this_thread::get_id() != caller;
            };
            const auto answer = co_await pool.run(work);
            otherThread.set_value(answer.value());
            sameLoop.set_value(std::this_thread::get_id() == caller);
        });
    });
    EXPECT_TRUE(otherThread.get_future().get());
    EXPECT_TRUE(sameLoop.get_future().get());
}

TEST(WorkerPool, RefusesWorkWhenTheQueueIsFull) {
    std::latch begun{1};
    std::latch release{1};
    std::atomic<int> done = 0;
    WorkerPool pool{"test", 1, 1};
    ASSERT_TRUE(pool.post([&] {
        begun.count_down();
        release.wait();
        ++done;
    }));
    begun.wait();
    std::latch second{1};
    EXPECT_TRUE(pool.post([&] {
        ++done;
        second.count_down();
    }));
    EXPECT_FALSE(pool.post([&] { ++done; }));
    EXPECT_EQ(pool.waiting(), 1U);
    release.count_down();
    second.wait();
    EXPECT_EQ(done, 2);
}

TEST(WorkerPool, ThrowsToTheCallerWhatTheWorkThrew) {
    WorkerPool pool{"test", 1, 8};
    trantor::EventLoopThread thread;
    thread.run();
    std::promise<std::string> message;
    thread.getLoop()->queueInLoop([&] {
        drogon::async_run([&]() -> Task<> {
            const auto work = []() -> int {
                throw std::runtime_error{"broken"};
            };
            std::string text = "nothing was thrown";
            try {
                const auto answer = co_await pool.run(work);
                static_cast<void>(answer);
            } catch (const std::runtime_error& error) {
                text = error.what();
            }
            message.set_value(text);
        });
    });
    EXPECT_EQ(message.get_future().get(), "broken");
}

TEST(WorkerPool, ServesManyCallersAtOnce) {
    constexpr int kCallers = 500;
    WorkerPool pool{"test", 4, kCallers};
    trantor::EventLoopThread thread;
    thread.run();
    std::latch all{kCallers};
    std::atomic<int> sum = 0;
    thread.getLoop()->queueInLoop([&] {
        for (int i = 0; i < kCallers; ++i) {
            drogon::async_run([&, i]() -> Task<> {
                const int mine = i;
                const auto work = [mine] {
                    return mine;
                };
                const auto answer = co_await pool.run(work);
                sum += answer.value();
                all.count_down();
            });
        }
    });
    all.wait();
    EXPECT_EQ(sum, kCallers * (kCallers - 1) / 2);
}

}  // namespace
}  // namespace agon
