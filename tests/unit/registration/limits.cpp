#include "registration/limits.hpp"

#include <gtest/gtest.h>

namespace agon::registration {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const Instant kStart{std::chrono::sys_seconds{seconds{1'800'000'000}}};

Instant after(milliseconds time) {
    return {kStart.at + time};
}

class RegistrationLimits : public testing::Test {
  protected:
    Limits limits_{crypto::SecretKey::random(), {.address = {5, milliseconds{1000}}, .contact = {3, seconds{30}}}};
};

TEST_F(RegistrationLimits, ABurstPassesAndTheNextOneIsToldHowLongToWait) {
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(limits_.countContact("anna@example.org", kStart)) << i;
    const auto refused = limits_.countContact("anna@example.org", kStart);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ProblemCode::TooManyRequests);
    EXPECT_EQ(refused.error().retryAfter, seconds{30});
    const auto later = limits_.countContact("anna@example.org", after(seconds{12}));
    ASSERT_FALSE(later);
    EXPECT_EQ(later.error().retryAfter, seconds{18});
    EXPECT_TRUE(limits_.countContact("anna@example.org", after(seconds{30})));
}

TEST_F(RegistrationLimits, AnotherContactIsUnaffected) {
    for (int i = 0; i < 4; ++i) static_cast<void>(limits_.countContact("anna@example.org", kStart));
    EXPECT_TRUE(limits_.countContact("vera@example.org", kStart));
    EXPECT_TRUE(limits_.countAddress("203.0.113.5", kStart));
}

TEST_F(RegistrationLimits, OneCustomerIsOneAddress) {
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(limits_.countAddress("2001:db8:1:2::" + std::to_string(i), kStart));
    EXPECT_FALSE(limits_.countAddress("2001:db8:1:2:3::1", kStart));
    EXPECT_TRUE(limits_.countAddress("2001:db8:1:3::1", kStart));
}

// Whoever is refused waits no longer for having asked.
TEST_F(RegistrationLimits, AskingAgainDoesNotProlongTheWait) {
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(limits_.countContact("anna@example.org", kStart));
    for (int i = 1; i < 30; ++i) EXPECT_FALSE(limits_.countContact("anna@example.org", after(seconds{i}))) << i;
    EXPECT_TRUE(limits_.countContact("anna@example.org", after(milliseconds{30'001})));
}

// So many that full buckets are forgotten on the way, and an empty one is not.
TEST_F(RegistrationLimits, ManyAddressesDoNotFreeOneThatIsRefused) {
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(limits_.countContact("anna@example.org", kStart));
    for (int i = 0; i < 70'000; ++i) ASSERT_TRUE(limits_.countContact(std::to_string(i), kStart));
    EXPECT_FALSE(limits_.countContact("anna@example.org", kStart));
}

}  // namespace
}  // namespace agon::registration
