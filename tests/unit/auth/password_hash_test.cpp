#include "auth/password_hash.hpp"

#include <gtest/gtest.h>
#include <trantor/net/EventLoopThread.h>

#include <future>
#include <latch>

namespace agon::auth {
namespace {

constexpr int kWorkers = 2;
constexpr HashCost kCheap{std::size_t{8} << 20U, 1};

// Runs a task on an event loop, as handlers do, and waits for its answer.
template <class T>
T await(trantor::EventLoop* loop, Task<T> task) {
    std::promise<T> answer;
    loop->queueInLoop([&] {
        drogon::async_run([&]() -> Task<> {
            try {
                auto value = co_await std::move(task);
                answer.set_value(std::move(value));
            } catch (...) {
                answer.set_exception(std::current_exception());
            }
        });
    });
    return answer.get_future().get();
}

class PasswordHash : public testing::Test {
  protected:
    PasswordHash() { thread_.run(); }

    trantor::EventLoopThread thread_;
    WorkerPool workers_{"hash", kWorkers, 4};
    PasswordHasher hasher_{workers_, kCheap};
};

TEST_F(PasswordHash, IsArgon2idWithTheCostThatWasAsked) {
    const auto hash = hashPassword("blue kettle sings", kCheap);
    EXPECT_TRUE(hash.starts_with("$argon2id$v=19$m=8192,t=1,p=1$")) << hash;
    EXPECT_TRUE(matchesHash("blue kettle sings", hash));
    EXPECT_FALSE(matchesHash("blue kettle sang", hash));
    EXPECT_NE(hash, hashPassword("blue kettle sings", kCheap));
}

TEST_F(PasswordHash, NothingMatchesAHashThatIsNone) {
    for (const auto* const hash : {"", "x", "$argon2id$v=19$m=8192,t=1,p=1$", "$1$abc$def"}) {
        EXPECT_FALSE(matchesHash("blue kettle sings", hash)) << hash;
    }
}

TEST_F(PasswordHash, IsOutdatedWhenTheCostHasChanged) {
    const auto hash = hashPassword("blue kettle sings", kCheap);
    EXPECT_FALSE(isOutdated(hash, kCheap));
    EXPECT_TRUE(isOutdated(hash, HashCost{kCheap.memoryBytes * 2, 1}));
    EXPECT_TRUE(isOutdated(hash, HashCost{kCheap.memoryBytes, 2}));
}

TEST_F(PasswordHash, DefaultIsStrongEnoughAndWeakSettingsAreNot) {
    EXPECT_TRUE(isStrongEnough(HashCost{}));
    EXPECT_TRUE(isStrongEnough({std::size_t{19} << 20U, 2}));
    EXPECT_FALSE(isStrongEnough({std::size_t{19} << 20U, 1}));
    EXPECT_FALSE(isStrongEnough({std::size_t{6} << 20U, 50}));
    EXPECT_FALSE(isStrongEnough(kCheap));
}

TEST_F(PasswordHash, VerifiesOnAWorkerAndResumesOnTheCallersLoop) {
    const auto hash = hashPassword("blue kettle sings", kCheap);
    auto* const loop = thread_.getLoop();
    auto check = [&]() -> Task<bool> {
        const auto matches = co_await hasher_.verify("blue kettle sings", hash);
        co_return matches.value() && loop->isInLoopThread();
    };
    EXPECT_TRUE(await(loop, check()));
    EXPECT_FALSE(await(loop, hasher_.verify("another", hash)).value());
}

TEST_F(PasswordHash, AnUnknownAccountIsVerifiedAndNeverMatches) {
    EXPECT_FALSE(await(thread_.getLoop(), hasher_.verify("blue kettle sings", std::nullopt)).value());
}

TEST_F(PasswordHash, MadeByTheHasherMatches) {
    auto* const loop = thread_.getLoop();
    const auto hash = await(loop, hasher_.hash("blue kettle sings")).value();
    EXPECT_TRUE(await(loop, hasher_.verify("blue kettle sings", hash)).value());
    EXPECT_FALSE(hasher_.isOutdated(hash));
}

TEST_F(PasswordHash, AFullQueueIsRefusedAtOnceWithATimeToComeBack) {
    std::promise<void> release;
    const auto released = release.get_future().share();
    // Every worker is held first, so that none of them empties the queue once it is full.
    std::latch held{kWorkers};
    for (int i = 0; i < kWorkers; ++i) {
        ASSERT_TRUE(workers_.post([&held, released] {
            held.count_down();
            released.wait();
        }));
    }
    held.wait();
    while (workers_.post([released] { released.wait(); })) {
    }
    const auto refused = await(thread_.getLoop(), hasher_.hash("blue kettle sings"));
    release.set_value();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ProblemCode::Unavailable);
    EXPECT_TRUE(refused.error().retryAfter);
}

}  // namespace
}  // namespace agon::auth
