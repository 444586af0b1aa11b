#include "auth/refresh_token.hpp"

#include <gtest/gtest.h>

#include "auth/device.hpp"
#include "auth/wire.hpp"

namespace agon::auth {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const Instant kNow{std::chrono::sys_seconds{seconds{1'800'000'000}}};
constexpr auto kSession = "0000-0000";

class RefreshToken : public testing::Test {
  protected:
    std::string token(std::int32_t generation) const { return makeRefreshToken(key_, kSession, generation, nonce_); }
    RefreshVerdict judge(const std::string& token, milliseconds afterRotation = milliseconds{0}) const {
        return judgeRefresh(key_, token, {.generation = 5, .nonce = nonce_, .rotatedAt = kNow},
                            Instant{kNow.at + afterRotation});
    }

    const crypto::SecretKey key_ = crypto::SecretKey::random();
    const Bytes nonce_ = Bytes(16, std::byte{3});
};

TEST_F(RefreshToken, OfTheNewestGenerationIsExchanged) {
    EXPECT_EQ(judge(token(5)), RefreshVerdict::Rotate);
    EXPECT_EQ(judge(token(5), seconds{100'000}), RefreshVerdict::Rotate);
}

TEST_F(RefreshToken, OfTheGenerationBeforeIsRepeatedForTenSeconds) {
    EXPECT_EQ(judge(token(4)), RefreshVerdict::Repeat);
    EXPECT_EQ(judge(token(4), milliseconds{9'999}), RefreshVerdict::Repeat);
    EXPECT_EQ(judge(token(4), seconds{10}), RefreshVerdict::Theft);
}

TEST_F(RefreshToken, OfAnyEarlierGenerationIsATheft) {
    for (const auto generation : {1, 2, 3}) EXPECT_EQ(judge(token(generation)), RefreshVerdict::Theft) << generation;
}

TEST_F(RefreshToken, OfAGenerationToComeOrAnotherKeyNonceOrSessionIsForged) {
    EXPECT_EQ(judge(token(6)), RefreshVerdict::Forged);
    EXPECT_EQ(judge(makeRefreshToken(crypto::SecretKey::random(), kSession, 5, nonce_)), RefreshVerdict::Forged);
    EXPECT_EQ(judge(makeRefreshToken(key_, kSession, 5, Bytes(16, std::byte{4}))), RefreshVerdict::Forged);
    auto other = token(5);
    other.replace(other.find(".5."), 3, ".4.");
    EXPECT_EQ(judge(other), RefreshVerdict::Forged);
}

TEST_F(RefreshToken, IsReadInItsOneFormOnly) {
    const auto genuine = token(5);
    ASSERT_TRUE(readRefreshToken(genuine));
    EXPECT_EQ(readRefreshToken(genuine)->sessionCode, kSession);
    EXPECT_EQ(readRefreshToken(genuine)->generation, 5);
    for (const auto* const odd :
         {"", ".", "..", "0000-0000", "0000-0000.5", "00000000.5.x", "0000-0001.5.x", "0000-0000..x", "0000-0000.0.x",
          "0000-0000.-5.x", "0000-0000.+5.x", "0000-0000.5 .x", "0000-0000.99999999999.x"}) {
        EXPECT_FALSE(readRefreshToken(odd)) << odd;
    }
    EXPECT_EQ(judge("0000-0000.05." + genuine.substr(genuine.rfind('.') + 1)), RefreshVerdict::Forged);
}

TEST(DeviceCookie, IsKnownToItsAccountUnderItsKeyOnly) {
    const auto key = crypto::SecretKey::random();
    const auto cookie = makeDeviceCookie(key, "K7QM-2F9X");
    EXPECT_TRUE(knownDevice(key, "K7QM-2F9X", cookie));
    EXPECT_NE(knownDevice(key, "K7QM-2F9X", cookie), knownDevice(key, "K7QM-2F9X", makeDeviceCookie(key, "K7QM-2F9X")));
    EXPECT_FALSE(knownDevice(key, "3ZZD-9A2H", cookie));
    EXPECT_FALSE(knownDevice(crypto::SecretKey::random(), "K7QM-2F9X", cookie));
    EXPECT_FALSE(knownDevice(key, "K7QM-2F9X", ""));
    EXPECT_FALSE(knownDevice(key, "K7QM-2F9X", cookie + "A"));
    for (std::size_t at = 0; at < cookie.size(); ++at) {
        auto changed = cookie;
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(knownDevice(key, "K7QM-2F9X", changed)) << at;
    }
}

TEST(EmailAddress, HasAnAtSignAndADomainAndNothingThatMailWouldTrip) {
    for (const auto* const good : {"a@b.gr", "eleni.k+agon@mail.example.org", "\"odd@local\"@example.org"}) {
        EXPECT_TRUE(looksLikeEmail(good)) << good;
    }
    for (const auto* const bad : {"", "a", "a@", "@b.gr", "a@b", "a@.gr", "a@gr.", "a b@c.gr", "a@b.gr\r\nBcc: x@y.gr",
                                  "Eleni <a@b.gr>", "a@b.gr\t", "a@b.gr\x7f"}) {
        EXPECT_FALSE(looksLikeEmail(bad)) << bad;
    }
    EXPECT_FALSE(looksLikeEmail(std::string(65, 'a') + "@b.gr"));
    EXPECT_FALSE(looksLikeEmail("a@" + std::string(250, 'b') + ".gr"));
}

}  // namespace
}  // namespace agon::auth
