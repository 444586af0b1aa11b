#include "auth/key_ring.hpp"

#include <gtest/gtest.h>

namespace agon::auth {
namespace {

using std::chrono::days;
using std::chrono::minutes;
using std::chrono::seconds;

const Instant kNow{std::chrono::sys_seconds{seconds{1'800'000'000}}};

Instant after(seconds time) {
    return Instant{kNow.at + time};
}

SigningKeyRow row(std::string kid, Instant signsFrom, Instant trustedUntil) {
    return {std::move(kid), Bytes(32, std::byte{5}), signsFrom, trustedUntil};
}

class KeyRingTest : public testing::Test {
  protected:
    const crypto::SecretKey server_ = crypto::SecretKey::random();
};

TEST_F(KeyRingTest, SignsWithTheNewestKeyWhoseTimeHasCome) {
    const KeyRing ring{server_,
                       {row("old", after(-days{40}), after(days{20})), row("new", after(-days{1}), after(days{60})),
                        row("next", after(minutes{5}), after(days{90}))}};
    EXPECT_EQ(ring.signing(kNow).kid, "new");
    EXPECT_EQ(ring.signing(after(minutes{5})).kid, "next");
    EXPECT_EQ(ring.signing(after(-days{2})).kid, "old");
}

TEST_F(KeyRingTest, KnowsAnAnnouncedKeyBeforeItSignsAndForgetsOneThatIsTrustedNoMore) {
    const KeyRing ring{
        server_, {row("old", after(-days{40}), after(seconds{10})), row("next", after(minutes{5}), after(days{90}))}};
    const auto headerOfOld = ring.signing(kNow).header;
    EXPECT_NE(ring.findByHeader(headerOfOld, after(seconds{9})), nullptr);
    EXPECT_EQ(ring.findByHeader(headerOfOld, after(seconds{10})), nullptr);
    EXPECT_NE(ring.findByHeader(ring.signing(after(minutes{5})).header, kNow), nullptr);
    EXPECT_EQ(ring.findByHeader("", kNow), nullptr);
}

TEST_F(KeyRingTest, HasNothingToSignWithWhenItIsEmptyOrTooOld) {
    EXPECT_THROW((void)(KeyRing{server_, {}}.signing(kNow)), std::logic_error);
    const KeyRing old{server_, {row("old", after(-days{90}), kNow)}};
    EXPECT_THROW((void)old.signing(kNow), std::logic_error);
}

TEST_F(KeyRingTest, DerivesAnotherSecretForAnotherSaltNameOrServer) {
    auto salted = row("a", kNow, after(days{1}));
    salted.salt = Bytes(32, std::byte{6});
    const auto secret = [&](const crypto::SecretKey& server, SigningKeyRow key) {
        const KeyRing ring{server, {std::move(key)}};
        const auto bytes = ring.signing(kNow).secret.bytes();
        return Bytes{bytes.begin(), bytes.end()};
    };
    const auto plain = secret(server_, row("a", kNow, after(days{1})));
    EXPECT_EQ(plain, secret(server_, row("a", kNow, after(days{2}))));
    EXPECT_NE(plain, secret(server_, salted));
    EXPECT_NE(plain, secret(server_, row("b", kNow, after(days{1}))));
    EXPECT_NE(plain, secret(crypto::SecretKey::random(), row("a", kNow, after(days{1}))));
}

TEST_F(KeyRingTest, AKeyIsDueAtOnceWhereThereIsNoneAndIsAnnouncedWhereThereIs) {
    const RotationPolicy policy;
    const auto first = keyDue({}, policy, kNow);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->signsFrom, kNow);
    EXPECT_GT(first->trustedUntil.at, kNow.at + policy.period + policy.tokenLifetime);

    const std::vector<SigningKeyRow> one{row("a", first->signsFrom, first->trustedUntil)};
    EXPECT_FALSE(keyDue(one, policy, kNow));
    EXPECT_FALSE(keyDue(one, policy, after(days{30} - minutes{5} - seconds{1})));
    const auto next = keyDue(one, policy, after(days{30} - minutes{5}));
    ASSERT_TRUE(next);
    EXPECT_EQ(next->signsFrom, after(days{30}));
    // An instance that slept through the announcement still gives the others time to hear of it.
    const auto late = keyDue(one, policy, after(days{35}));
    ASSERT_TRUE(late);
    EXPECT_EQ(late->signsFrom, after(days{35} + minutes{5}));
    const std::vector<SigningKeyRow> both{one.front(), row("b", next->signsFrom, next->trustedUntil)};
    EXPECT_FALSE(keyDue(both, policy, after(days{31})));
}

TEST_F(KeyRingTest, AKeyThatIsTrustedNoMoreIsReplacedAtOnce) {
    const RotationPolicy policy;
    const std::vector<SigningKeyRow> old{row("a", after(-days{90}), after(seconds{30}))};
    const auto due = keyDue(old, policy, kNow);
    ASSERT_TRUE(due);
    EXPECT_EQ(due->signsFrom, kNow);
}

}  // namespace
}  // namespace agon::auth
