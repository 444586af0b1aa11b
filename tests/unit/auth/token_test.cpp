#include "auth/token.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "auth/jwt_library.hpp"
#include "platform/crypto/base64url.hpp"
#include "platform/crypto/digest.hpp"

namespace agon::auth {
namespace {

using nlohmann::json;
using std::chrono::seconds;

const Instant kNow{std::chrono::sys_seconds{seconds{1'800'000'000}}};
const AccessClaims kClaims{"K7QM-2F9X", "3ZZD-9A2H", 7};

Instant after(std::chrono::microseconds time) {
    return Instant{kNow.at + time};
}

SigningKeyRow keyRow(std::string kid) {
    return {std::move(kid), Bytes(32, std::byte{5}), after(-std::chrono::hours{1}), after(std::chrono::hours{1000})};
}

class Token : public testing::Test {
  protected:
    std::string sign(const json& header, const json& payload, const crypto::SecretKey& key) const {
        return signText(header.dump(), payload.dump(), key);
    }
    static std::string signText(const std::string& header, const std::string& payload, const crypto::SecretKey& key) {
        const auto text = crypto::encodeBase64Url(bytesOf(header)) + "." + crypto::encodeBase64Url(bytesOf(payload));
        return text + "." + crypto::encodeBase64Url(crypto::hmacSha256(key, bytesOf(text)));
    }
    json goodHeader() const { return {{"alg", "HS256"}, {"kid", "k1"}, {"typ", "at+jwt"}}; }
    json goodPayload() const {
        return {{"iss", "agon"},          {"aud", "agon-api"},    {"sub", kClaims.account}, {"sid", kClaims.session},
                {"ver", kClaims.version}, {"iat", 1'800'000'000}, {"nbf", 1'800'000'000},   {"exp", 1'800'000'600}};
    }
    bool isAccepted(const std::string& token) const { return tokens_.verify(token, ring_, kNow).has_value(); }

    const crypto::SecretKey server_ = crypto::SecretKey::random();
    const KeyRing ring_{server_, {keyRow("k1")}};
    const crypto::SecretKey key_ = ring_.signing(kNow).secret;
    const AccessTokens tokens_{TokenOptions{}};
};

TEST_F(Token, SaysWhatWasPutIn) {
    const auto token = tokens_.issue(kClaims, ring_, kNow);
    EXPECT_EQ(tokens_.verify(token, ring_, kNow), kClaims);
}

TEST_F(Token, HasTheOneShapeThereIs) {
    const auto token = tokens_.issue(kClaims, ring_, kNow);
    EXPECT_EQ(token, sign(goodHeader(), goodPayload(), key_));
    EXPECT_TRUE(isAccepted(sign(goodHeader(), goodPayload(), key_)));  // so what the tests below vary is what refuses
}

TEST_F(Token, RunsOutToTheSecond) {
    const auto token = tokens_.issue(kClaims, ring_, kNow);
    EXPECT_TRUE(tokens_.verify(token, ring_, after(seconds{600} - std::chrono::microseconds{1})));
    EXPECT_FALSE(tokens_.verify(token, ring_, after(seconds{600})));
    EXPECT_FALSE(tokens_.verify(token, ring_, after(seconds{-6})));  // from the future, beyond the leeway
    EXPECT_TRUE(tokens_.verify(token, ring_, after(seconds{-5})));
}

TEST_F(Token, AnotherHeaderIsRefusedEvenWithTheRightSignature) {
    std::vector<json> headers;
    for (const auto* const alg :
         {"none", "None", "NONE", "nOnE", "HS384", "HS512", "RS256", "ES256", "EdDSA", "hs256", ""}) {
        headers.push_back(goodHeader());
        headers.back()["alg"] = alg;
    }
    for (const auto* const typ : {"JWT", "jwt", "AT+JWT", "at+jwt ", "application/at+jwt", "rt+jwt", ""}) {
        headers.push_back(goodHeader());
        headers.back()["typ"] = typ;
    }
    for (const auto* const kid : {"k2", "", "K1", "k1 ", "../../dev/null", "k1' or '1'='1", "/dev/null"}) {
        headers.push_back(goodHeader());
        headers.back()["kid"] = kid;
    }
    for (const auto* const extra : {"jku", "jwk", "x5u", "x5c", "crit", "zip", "cty", "b64"}) {
        headers.push_back(goodHeader());
        headers.back()[extra] = "https://example.org/keys";
    }
    for (const auto* const missing : {"alg", "typ", "kid"}) {
        headers.push_back(goodHeader());
        headers.back().erase(missing);
    }
    headers.push_back(json::array());
    headers.push_back(nullptr);
    for (const auto& header : headers) EXPECT_FALSE(isAccepted(sign(header, goodPayload(), key_))) << header;

    for (const auto* const text :
         {R"({"typ":"at+jwt","alg":"HS256","kid":"k1"})", R"({"alg":"none","alg":"HS256","kid":"k1","typ":"at+jwt"})",
          R"({"alg": "HS256","kid":"k1","typ":"at+jwt"})", "", "{", "null"}) {
        EXPECT_FALSE(isAccepted(signText(text, goodPayload().dump(), key_))) << text;
    }
}

TEST_F(Token, AnotherPayloadIsRefusedEvenWithTheRightSignature) {
    std::vector<json> payloads;
    for (const auto* const name : {"iss", "aud", "sub", "sid", "ver", "iat", "nbf", "exp"}) {
        payloads.push_back(goodPayload());
        payloads.back().erase(name);
        payloads.push_back(goodPayload());
        payloads.back()[name] = nullptr;
        payloads.push_back(goodPayload());
        payloads.back()[name] = json::array({payloads.back()[name]});
    }
    const std::vector<std::pair<const char*, json>> changes{
        {"iss", "else"},
        {"aud", "agon"},
        {"aud", json::array({"agon-api", "x"})},
        {"exp", 1'800'000'000},
        {"exp", "1800000600"},
        {"exp", -1},
        {"nbf", 1'800'000'006},
        {"iat", 1'800'000'006},
        {"ver", "7"},
        {"sub", 7},
        {"sid", json::object()},
    };
    for (const auto& [name, value] : changes) {
        payloads.push_back(goodPayload());
        payloads.back()[name] = value;
    }
    payloads.push_back(json::array());
    payloads.push_back("text");
    payloads.push_back(nullptr);
    for (const auto& payload : payloads) EXPECT_FALSE(isAccepted(sign(goodHeader(), payload, key_))) << payload;
    for (const auto* const text : {"", "{", "{\"iss\":", "\xFF\xFE", "[[[["}) {
        EXPECT_FALSE(isAccepted(signText(goodHeader().dump(), text, key_))) << text;
    }
}

TEST_F(Token, AnotherKeyIsRefused) {
    EXPECT_FALSE(isAccepted(sign(goodHeader(), goodPayload(), crypto::SecretKey::random())));
    EXPECT_FALSE(isAccepted(sign(goodHeader(), goodPayload(), server_)));
    // The database knows kid and salt; without the server's secret they give another key.
    const KeyRing stolen{crypto::SecretKey::random(), {keyRow("k1")}};
    EXPECT_FALSE(isAccepted(tokens_.issue(kClaims, stolen, kNow)));
}

TEST_F(Token, UnsignedAndTornTokensAreRefused) {
    const auto token = tokens_.issue(kClaims, ring_, kNow);
    const auto body = token.substr(0, token.rfind('.'));
    for (const auto& text :
         std::vector<std::string>{"", ".", "..", "...", body, body + ".", body + "..", token + ".", "." + token,
                                  token + "=", " " + token, token + " ", token + "\n", token + '\0', "Bearer " + token,
                                  token + token, std::string(5'000, '.'), std::string(100'000, 'a')}) {
        EXPECT_FALSE(isAccepted(text)) << text.substr(0, 200);
    }
}

// Every single-bit change of one token, and many random ones of several.
TEST_F(Token, NoneOfTenThousandForgeriesIsAccepted) {
    const auto token = tokens_.issue(kClaims, ring_, kNow);
    int tried = 0;
    for (std::size_t i = 0; i < token.size(); ++i) {
        for (unsigned bit = 0; bit < 8; ++bit, ++tried) {
            auto forged = token;
            forged[i] = static_cast<char>(static_cast<unsigned char>(forged[i]) ^ (1U << bit));
            EXPECT_FALSE(isAccepted(forged)) << i << " " << bit;
        }
    }
    std::mt19937 random{20150523};
    const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/";
    const auto below = [&](std::size_t limit) {
        return std::uniform_int_distribution<std::size_t>{0, limit - 1}(random);
    };
    for (; tried < 20'000; ++tried) {
        auto forged = token;
        const auto edits = 1 + below(4);
        for (std::size_t e = 0; e < edits; ++e) {
            const auto at = below(forged.size());
            switch (below(4)) {
                case 0:
                    forged[at] = alphabet[below(alphabet.size())];
                    break;
                case 1:
                    forged.erase(at, 1 + below(3));
                    break;
                case 2:
                    forged.insert(at, 1, alphabet[below(alphabet.size())]);
                    break;
                default:
                    std::swap(forged[at], forged[below(forged.size())]);
                    break;
            }
        }
        if (forged != token) EXPECT_FALSE(isAccepted(forged)) << forged;
    }
    EXPECT_GE(tried, 10'000);
}

TEST_F(Token, ANewKeyDoesNotEndOldTokens) {
    const auto old = tokens_.issue(kClaims, ring_, kNow);
    auto next = keyRow("k2");
    next.signsFrom = after(seconds{60});
    const KeyRing both{server_, {keyRow("k1"), next}};

    EXPECT_EQ(both.signing(kNow).kid, "k1");  // announced, not yet signing
    EXPECT_EQ(both.signing(after(seconds{60})).kid, "k2");
    EXPECT_TRUE(tokens_.verify(old, both, after(seconds{120})));
    const auto fresh = tokens_.issue(kClaims, both, after(seconds{120}));
    EXPECT_TRUE(tokens_.verify(fresh, both, after(seconds{120})));
    EXPECT_FALSE(tokens_.verify(fresh, ring_, after(seconds{120})));
}

TEST_F(Token, ARetiredKeyIsTrustedNoMore) {
    auto row = keyRow("k1");
    row.trustedUntil = after(seconds{60});
    const KeyRing ring{server_, {row}};
    const auto token = tokens_.issue(kClaims, ring, kNow);
    EXPECT_TRUE(tokens_.verify(token, ring, after(seconds{59})));
    EXPECT_FALSE(tokens_.verify(token, ring, after(seconds{60})));
    EXPECT_THROW(ring.signing(after(seconds{60})), std::logic_error);
}

TEST(KeyRotation, AnEmptyRingGetsAKeyAtOnce) {
    const auto due = keyDue({}, RotationPolicy{}, kNow);
    ASSERT_TRUE(due);
    EXPECT_EQ(due->signsFrom, kNow);
}

// A year of checks every minute: there is always a key to sign with, and each was announced before it signed.
TEST(KeyRotation, NeverLeavesAGap) {
    const RotationPolicy policy;
    const auto server = crypto::SecretKey::random();
    std::vector<SigningKeyRow> rows;
    for (auto now = kNow; now < after(std::chrono::days{365}); now.at += std::chrono::minutes{1}) {
        if (const auto due = keyDue(rows, policy, now)) {
            if (!rows.empty()) EXPECT_GE(due->signsFrom.at, now.at + policy.announcement);
            rows.push_back(makeKey(*due));
            for (const auto& row : rows) EXPECT_LE(row.signsFrom.at - policy.announcement, now.at);
        }
        ASSERT_TRUE(std::ranges::any_of(rows, [&](const auto& row) {
            return row.signsFrom <= now && now.at + policy.tokenLifetime < row.trustedUntil.at;
        })) << formatInstant(now);
    }
    EXPECT_EQ(rows.size(), 13U);
}

TEST(KeyRotation, AServiceThatSleptForAYearSignsAtOnce) {
    const RotationPolicy policy;
    const std::vector<SigningKeyRow> rows{makeKey(*keyDue({}, policy, kNow))};
    const auto woken = after(std::chrono::days{365});
    EXPECT_EQ(keyDue(rows, policy, woken)->signsFrom, woken);
}

TEST(KeyRotation, KeysDiffer) {
    const auto times = *keyDue({}, RotationPolicy{}, kNow);
    const auto one = makeKey(times);
    const auto two = makeKey(times);
    EXPECT_NE(one.kid, two.kid);
    EXPECT_NE(one.salt, two.salt);
}

}  // namespace
}  // namespace agon::auth
