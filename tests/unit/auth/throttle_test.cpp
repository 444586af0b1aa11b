#include "auth/throttle.hpp"

#include <gtest/gtest.h>

#include <map>

#include "auth/device.hpp"

namespace agon::auth {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr BucketLimit kLimit{3, seconds{10}};
const Instant kStart{std::chrono::sys_seconds{seconds{1'000'000}}};

Instant after(milliseconds time) {
    return Instant{kStart.at + time};
}

TEST(Throttle, LetsABurstThroughAndThenOnePerInterval) {
    std::optional<BucketState> state;
    for (int i = 0; i < 3; ++i) {
        const auto one = attempt(state, kLimit, kStart);
        EXPECT_FALSE(one.waitFor) << i;
        state = one.state;
    }
    EXPECT_EQ(attempt(state, kLimit, kStart).waitFor, seconds{10});
    EXPECT_EQ(attempt(state, kLimit, after(seconds{4})).waitFor, seconds{6});
    EXPECT_FALSE(attempt(state, kLimit, after(seconds{10})).waitFor);
}

TEST(Throttle, RefusedAttemptsDoNotProlongTheWait) {
    std::optional<BucketState> state{{0, kStart}};
    for (int i = 1; i < 10; ++i) {
        const auto one = attempt(state, kLimit, after(seconds{i}));
        ASSERT_TRUE(one.waitFor);
        state = one.state;
    }
    EXPECT_FALSE(attempt(state, kLimit, after(milliseconds{10'001})).waitFor);
}

TEST(Throttle, NeverAllowsMoreThanBurstAndRefillInAnyWindow) {
    std::optional<BucketState> state;
    int allowed = 0;
    for (int i = 0; i < 1'000; ++i) {  // ten attempts a second for a hundred seconds
        const auto one = attempt(state, kLimit, after(milliseconds{100 * i}));
        if (!one.waitFor) ++allowed;
        state = one.state;
    }
    EXPECT_GE(allowed, 12);
    EXPECT_LE(allowed, 13);
}

TEST(Throttle, AClockThatGoesBackGivesNothing) {
    const std::optional<BucketState> empty{{0, kStart}};
    const auto one = attempt(empty, kLimit, after(seconds{-3600}));
    EXPECT_TRUE(one.waitFor);
    EXPECT_EQ(one.state.at, kStart);
}

TEST(Throttle, NeverHoldsMoreThanItsBurst) {
    const std::optional<BucketState> old{{1, kStart}};
    EXPECT_DOUBLE_EQ(attempt(old, kLimit, after(std::chrono::hours{1000})).state.tokens, 2);
}

TEST(Throttle, CountsInAllBucketsOrInNone) {
    const std::vector<std::optional<BucketState>> before{BucketState{0, kStart}, BucketState{3, kStart}};
    const std::vector<BucketLimit> limits{kLimit, kLimit};
    const auto refused = attemptAll(before, limits, kStart);
    EXPECT_TRUE(refused.waitFor);
    EXPECT_DOUBLE_EQ(refused.states[1].tokens, 3);

    const auto allowed = attemptAll(before, limits, after(seconds{10}));
    EXPECT_FALSE(allowed.waitFor);
    EXPECT_DOUBLE_EQ(allowed.states[0].tokens, 0);
    EXPECT_DOUBLE_EQ(allowed.states[1].tokens, 2);
}

// The owner signs in from a device that did so before; a stranger with many addresses hammers the same account.
TEST(Throttle, AStrangerCannotKeepTheOwnerOut) {
    const auto key = crypto::SecretKey::random();
    const ThrottleLimits limits;
    std::map<Bytes, BucketState> buckets;
    const auto trySignIn = [&](const std::string& address, std::string_view device, Instant now) {
        const std::vector<Bytes> names{
            bucketName(key, "address", networkOf(address)),
            device.empty() ? bucketName(key, "account", "K7QM-2F9X") : bucketName(key, "device", device)};
        const std::vector<BucketLimit> both{limits.address,
                                            device.empty() ? limits.accountByStrangers : limits.accountByKnownDevice};
        std::vector<std::optional<BucketState>> before;
        for (const auto& name : names) {
            const auto found = buckets.find(name);
            before.push_back(found == buckets.end() ? std::nullopt : std::optional{found->second});
        }
        const auto result = attemptAll(before, both, now);
        for (std::size_t i = 0; i < names.size(); ++i) buckets[names[i]] = result.states[i];
        return !result.waitFor;
    };

    const auto cookie = makeDeviceCookie(key, "K7QM-2F9X");
    const auto device = knownDevice(key, "K7QM-2F9X", cookie);
    ASSERT_TRUE(device);
    int guesses = 0;
    for (int second = 0; second < 3'600; ++second) {
        const auto now = after(seconds{second});
        for (int i = 0; i < 5; ++i) {
            if (trySignIn("198.51." + std::to_string(second % 256) + "." + std::to_string(i), "", now)) ++guesses;
        }
        if (second % 300 == 0) EXPECT_TRUE(trySignIn("203.0.113.5", *device, now)) << second;
    }
    EXPECT_LE(guesses, 10 + 3'600 / 30);
}

TEST(Throttle, BucketsCarryNoNames) {
    const auto key = crypto::SecretKey::random();
    EXPECT_EQ(bucketName(key, "account", "a").size(), 16U);
    EXPECT_NE(bucketName(key, "account", "a"), bucketName(key, "address", "a"));
    EXPECT_NE(bucketName(key, "ab", "c"), bucketName(key, "a", "bc"));
    EXPECT_NE(bucketName(key, "account", "a"), bucketName(crypto::SecretKey::random(), "account", "a"));
}

TEST(Throttle, OneCustomerIsOneNetwork) {
    EXPECT_EQ(networkOf("203.0.113.5"), "203.0.113.5");
    EXPECT_EQ(networkOf("::ffff:203.0.113.5"), "203.0.113.5");
    EXPECT_EQ(networkOf("2001:db8:1:2:3:4:5:6"), networkOf("2001:db8:1:2::1"));
    EXPECT_NE(networkOf("2001:db8:1:2::1"), networkOf("2001:db8:1:3::1"));
    EXPECT_EQ(networkOf("not an address"), "not an address");
}

TEST(DeviceCookie, IsGoodForItsAccountOnly) {
    const auto key = crypto::SecretKey::random();
    const auto cookie = makeDeviceCookie(key, "K7QM-2F9X");
    EXPECT_TRUE(knownDevice(key, "K7QM-2F9X", cookie));
    EXPECT_FALSE(knownDevice(key, "AAAA-AAAA", cookie));
    EXPECT_FALSE(knownDevice(crypto::SecretKey::random(), "K7QM-2F9X", cookie));
    EXPECT_FALSE(knownDevice(key, "K7QM-2F9X", ""));
    for (std::size_t i = 0; i < cookie.size(); ++i) {
        auto changed = cookie;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(knownDevice(key, "K7QM-2F9X", changed)) << i;
    }
}

}  // namespace
}  // namespace agon::auth
