#include "auth/totp.hpp"

#include <gtest/gtest.h>

#include <set>

namespace agon::auth {
namespace {

using std::chrono::seconds;

Instant at(std::int64_t second) {
    return Instant{std::chrono::sys_seconds{seconds{second}}};
}

Bytes rfcSecret() {
    const auto bytes = bytesOf("12345678901234567890");
    return {bytes.begin(), bytes.end()};
}

TEST(Totp, GivesTheCodesOfRfc6238) {
    struct Vector {
        std::int64_t second;
        const char* code;  // the last six of the eight digits in appendix B
    };
    for (const auto& [second, code] :
         {Vector{59, "287082"}, Vector{1111111109, "081804"}, Vector{1111111111, "050471"},
          Vector{1234567890, "005924"}, Vector{2000000000, "279037"}, Vector{20000000000, "353130"}}) {
        EXPECT_EQ(totpCode(rfcSecret(), totpStepAt(at(second))), code) << second;
    }
}

TEST(Totp, AcceptsOneStepToEitherSide) {
    const auto secret = rfcSecret();
    const auto now = at(1111111109);
    const auto present = totpStepAt(now);
    for (auto step = present - 1; step <= present + 1; ++step) {
        EXPECT_EQ(matchTotp(secret, totpCode(secret, step), 0, now), step);
    }
    EXPECT_FALSE(matchTotp(secret, totpCode(secret, present - 2), 0, now));
    EXPECT_FALSE(matchTotp(secret, totpCode(secret, present + 2), 0, now));
}

TEST(Totp, ACodeIsGoodOnce) {
    const auto secret = rfcSecret();
    const auto now = at(1111111109);
    const auto present = totpStepAt(now);
    const auto code = totpCode(secret, present);
    const auto used = matchTotp(secret, code, 0, now);
    ASSERT_TRUE(used);
    EXPECT_FALSE(matchTotp(secret, code, *used, now));
    EXPECT_FALSE(matchTotp(secret, totpCode(secret, present - 1), *used, now));  // nor is an older one
    EXPECT_TRUE(matchTotp(secret, totpCode(secret, present + 1), *used, now));
}

TEST(Totp, RefusesWhatIsNotSixDigits) {
    const auto secret = rfcSecret();
    const auto now = at(59);
    for (const auto* const code : {"", "28708", "2870820", " 287082", "287082 ", "28708a", "000000"}) {
        EXPECT_FALSE(matchTotp(secret, code, 0, now)) << code;
    }
}

TEST(Totp, GuessesAtRandomRarelyHit) {
    const auto secret = rfcSecret();
    const auto now = at(1111111109);
    int hits = 0;
    for (int guess = 0; guess < 1'000'000; guess += 10) {
        const auto digits = std::to_string(guess);
        if (matchTotp(secret, std::string(6 - digits.size(), '0') + digits, 0, now)) ++hits;
    }
    EXPECT_LE(hits, 3);
}

TEST(Totp, SecretsAreLongAndDiffer) {
    EXPECT_EQ(makeTotpSecret().size(), 20U);
    EXPECT_NE(makeTotpSecret(), makeTotpSecret());
}

TEST(Totp, WritesTheSecretInBase32) {
    EXPECT_EQ(encodeBase32(bytesOf("foobar")), "MZXW6YTBOI");  // RFC 4648, section 10, without its padding
    EXPECT_EQ(encodeBase32(rfcSecret()), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
}

TEST(Totp, TheUriSurvivesOddNames) {
    EXPECT_EQ(otpauthUri("Agon", "maria+a&b@example.org", bytesOf("foobar")),
              "otpauth://totp/"
              "Agon:maria%2Ba%26b%40example.org?secret=MZXW6YTBOI&issuer=Agon&algorithm=SHA1&digits=6&period=30");
}

TEST(RecoveryCodes, AreTenAndDiffer) {
    const auto codes = makeRecoveryCodes();
    EXPECT_EQ(std::set(codes.begin(), codes.end()).size(), 10U);
    for (const auto& code : codes) EXPECT_EQ(code.size(), 29U) << code;
}

TEST(RecoveryCodes, MatchHoweverTheyAreTyped) {
    const auto key = crypto::SecretKey::random();
    const auto hash = hashRecoveryCode(key, "10AB-CDEF-GHJK-MNPQ-RSTV-WXYZ");
    EXPECT_EQ(hash, hashRecoveryCode(key, "1oab cdef ghjk mnpq rstv wxyz"));
    EXPECT_EQ(hash, hashRecoveryCode(key, "l0ABCDEFGHJKMNPQRSTVWXYZ"));
    EXPECT_NE(hash, hashRecoveryCode(key, "20AB-CDEF-GHJK-MNPQ-RSTV-WXYZ"));
    EXPECT_NE(hash, hashRecoveryCode(crypto::SecretKey::random(), "10AB-CDEF-GHJK-MNPQ-RSTV-WXYZ"));
}

}  // namespace
}  // namespace agon::auth
