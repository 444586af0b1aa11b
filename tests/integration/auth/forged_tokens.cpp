#include <iostream>
#include <random>

#include "auth/token.hpp"
#include "integration/auth/auth_test.hpp"
#include "platform/crypto/base64url.hpp"
#include "platform/crypto/digest.hpp"

namespace agon::test {
namespace {

constexpr unsigned kSeed = 20261118;
constexpr std::size_t kForgeries = 10'000;

std::string encoded(const std::string& text) {
    return crypto::encodeBase64Url(auth::bytesOf(text));
}

// Everything but the signature is free to choose; the key too.
std::string signedText(const std::string& header, const std::string& payload, const crypto::SecretKey& key) {
    const auto text = encoded(header) + "." + encoded(payload);
    return text + "." + crypto::encodeBase64Url(crypto::hmacSha256(key, auth::bytesOf(text)));
}

class ForgedTokens : public AuthTest {
  protected:
    ForgedTokens() {
        const auto ring = staff_.keys();
        const auto now = Instant{std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now())};
        key_.emplace(ring.signing(now).secret);
    }

    int statusOf(const std::string& token) { return http_.get("/api/v1/auth/me", bearer(token)).status; }
    json header() const { return headerOf(genuine_); }
    json payload() const { return claimsOf(genuine_); }
    // The right header under the right key, with another payload.
    std::string with(const json& payload) const { return signedText(header().dump(), payload.dump(), *key_); }
    std::string withHeader(const json& header) const { return signedText(header.dump(), payload().dump(), *key_); }

    // One token of each way to be wrong that somebody who even has the key could think of.
    std::vector<std::string> designed();
    std::string mutated(std::mt19937& random) const;

    const std::string genuine_ = staff_.openSession(director_);
    std::optional<crypto::SecretKey> key_;
};

std::vector<std::string> ForgedTokens::designed() {
    std::vector<std::string> tokens;
    const auto head = genuine_.substr(0, genuine_.find('.'));
    const auto body = genuine_.substr(head.size() + 1, genuine_.rfind('.') - head.size() - 1);
    const auto signature = genuine_.substr(genuine_.rfind('.') + 1);

    // Without a signature, or with one of another token.
    for (const auto* const alg : {"none", "None", "NONE", "nOnE", ""}) {
        auto none = header();
        none["alg"] = alg;
        for (const auto& end : {std::string{}, signature})
            tokens.push_back(encoded(none.dump()) + "." + body + "." + end);
        tokens.push_back(withHeader(none));
    }
    // Another algorithm, type or key, even under the right key.
    for (const auto* const alg : {"HS384", "HS512", "RS256", "RS384", "ES256", "PS256", "EdDSA", "hs256", "HS256 "}) {
        auto other = header();
        other["alg"] = alg;
        tokens.push_back(withHeader(other));
        tokens.push_back(encoded(other.dump()) + "." + body + "." + signature);
    }
    for (const auto* const typ : {"JWT", "jwt", "rt+jwt", "AT+JWT", "at+jwt;", "application/at+jwt", ""}) {
        auto other = header();
        other["typ"] = typ;
        tokens.push_back(withHeader(other));
    }
    for (const auto* const kid : {"", "x", "../../../dev/null", "' or 1=1 --", "AAAAAAAAAAAA"}) {
        auto other = header();
        other["kid"] = kid;
        tokens.push_back(withHeader(other));
    }
    for (const auto* const extra : {"jku", "jwk", "x5u", "x5c", "crit", "zip", "b64"}) {
        auto other = header();
        other[extra] = "https://evil.example/keys";
        tokens.push_back(withHeader(other));
    }
    // The same header in other letters.
    const auto kid = header().at("kid").get<std::string>();
    for (const auto& text : {R"({"typ":"at+jwt","alg":"HS256","kid":")" + kid + R"("})",
                             R"({ "alg":"HS256","kid":")" + kid + R"(","typ":"at+jwt"})",
                             R"({"alg":"none","alg":"HS256","kid":")" + kid + R"(","typ":"at+jwt"})",
                             R"({"alg":"HS256","alg":"none","kid":")" + kid + R"(","typ":"at+jwt"})",
                             R"({"alg":"\u0048S256","kid":")" + kid + R"(","typ":"at+jwt"})"}) {
        tokens.push_back(signedText(text, payload().dump(), *key_));
    }
    // Keys that are not ours: random, all zero, the server's own, the ones of other purposes.
    const auth::AuthKeys purposes{testServerKey()};
    for (const auto& key : {crypto::SecretKey::random(), crypto::SecretKey{auth::Bytes(32, std::byte{0})},
                            testServerKey(), purposes.access, purposes.refresh, purposes.link}) {
        tokens.push_back(signedText(header().dump(), payload().dump(), key));
    }
    // Another issuer, audience, time; a claim missing, of another kind, or twice.
    const auto now = payload().at("iat").get<std::int64_t>();
    const std::vector<std::pair<const char*, json>> changes{
        {"iss", "else"},
        {"iss", "agon "},
        {"aud", "agon"},
        {"aud", json::array({"agon-api"})},
        {"exp", now - 1},
        {"exp", now},
        {"exp", 0},
        {"exp", -1},
        {"nbf", now + 60},
        {"iat", now + 60},
        {"exp", "9999999999"},
        {"ver", 0},
        {"ver", 99},
        {"ver", "1"},
        {"sub", "K7QM-2F9X"},
        {"sub", ""},
        {"sid", "K7QM-2F9X"},
        {"sid", ""},
        {"sid", "' or 1=1"},
        {"sub", "%"},
    };
    for (const auto& [name, value] : changes) {
        auto other = payload();
        other[name] = value;
        tokens.push_back(with(other));
    }
    for (const auto* const name : {"iss", "aud", "sub", "sid", "ver", "iat", "nbf", "exp"}) {
        auto other = payload();
        other.erase(name);
        tokens.push_back(with(other));
        other[name] = nullptr;
        tokens.push_back(with(other));
    }
    auto twice = payload();
    twice["exp"] = now - 5;
    auto text = twice.dump();
    text.insert(1, "\"exp\":" + std::to_string(now + 600) + ",");
    tokens.push_back(signedText(header().dump(), text, *key_));
    for (const auto* const odd : {"", "null", "[]", "{", "\"x\"", "{}"}) {
        tokens.push_back(signedText(header().dump(), odd, *key_));
    }
    // Another shape.
    for (const auto& shape :
         {std::string{}, std::string{"."}, std::string{".."}, std::string{"..."}, head, head + "." + body,
          head + "." + body + ".", "." + body + "." + signature, head + ".." + signature, genuine_ + ".",
          genuine_ + "." + signature, genuine_ + "=", genuine_ + "==", " " + genuine_, genuine_ + " x",
          head + "." + body + "." + signature + "A", std::string(3000, 'A'), genuine_ + genuine_}) {
        tokens.push_back(shape);
    }
    return tokens;
}

std::string ForgedTokens::mutated(std::mt19937& random) const {
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/";
    auto token = genuine_;
    switch (random() % 5) {
        case 0: {  // a bit
            auto& c = token.at(random() % token.size());
            c = static_cast<char>(c ^ (1U << random() % 7));
            if (c <= ' ' || c == 0x7f) c = '~';
            break;
        }
        case 1: {  // some letters
            for (auto left = 1 + random() % 4; left > 0; --left) {
                token.at(random() % token.size()) = kLetters[random() % kLetters.size()];
            }
            break;
        }
        case 2:  // cut short
            token.resize(random() % token.size());
            break;
        case 3:  // something added
            token.insert(random() % token.size(), 1, kLetters[random() % kLetters.size()]);
            break;
        default: {  // two letters swapped
            std::swap(token.at(random() % token.size()), token.at(random() % token.size()));
        }
    }
    return token;
}

TEST_F(ForgedTokens, AreNeverAccepted) {
    ASSERT_EQ(statusOf(genuine_), 200);
    ASSERT_EQ(statusOf(with(payload())), 200) << "so what is varied below is what is refused";

    auto tokens = designed();
    std::mt19937 random{kSeed};  // NOLINT: the same forgeries in every run
    while (tokens.size() < kForgeries) {
        auto token = mutated(random);
        if (token != genuine_) tokens.push_back(std::move(token));
    }
    std::cout << tokens.size() << " forgeries, seed " << kSeed << '\n';
    RecordProperty("seed", std::to_string(kSeed));
    RecordProperty("forgeries", std::to_string(tokens.size()));
    std::size_t accepted = 0;
    for (const auto& token : tokens) {
        const auto status = statusOf(token);
        if (status == 401) continue;
        ++accepted;
        ADD_FAILURE() << status << " for " << token;
        if (accepted > 20) break;
    }
    EXPECT_EQ(accepted, 0U);
    EXPECT_EQ(statusOf(genuine_), 200);
}

TEST_F(ForgedTokens, FromBeforeAChangeOfPasswordAreRefused) {
    auto client = letIn(director_);
    ASSERT_EQ(client.post("/api/v1/auth/me/password", {{"current", kStaffPassword}, {"new", "another-walnut-Orbit-52"}})
                  .status,
              204);
    EXPECT_EQ(statusOf(genuine_), 401);
    EXPECT_EQ(client.get("/api/v1/auth/me").status, 401) << "the token says the version before; its session goes on";
    auto newer = claimsOf(client.token());
    newer["ver"] = newer.at("ver").get<int>() + 1;
    EXPECT_EQ(statusOf(with(newer)), 200);
}

TEST_F(ForgedTokens, TellNothingAboutWhatWasWrong) {
    const auto answer = [&](const std::string& token) {
        const auto reply = http_.get("/api/v1/auth/me", bearer(token));
        auto body = reply.json();
        body.erase("request_id");
        return body.dump() + reply.header("www-authenticate");
    };
    auto expired = payload();
    expired["exp"] = 1;
    auto stranger = payload();
    stranger["sub"] = "K7QM-2F9X";
    const auto expected = answer("nonsense");
    EXPECT_EQ(answer(with(expired)), expected);
    EXPECT_EQ(answer(with(stranger)), expected);
    EXPECT_EQ(answer(genuine_ + "A"), expected);
    EXPECT_THAT(expected, testing::HasSubstr("\"unauthenticated\""));
}

TEST_F(ForgedTokens, OnlyCountInTheHeaderForThem) {
    EXPECT_EQ(http_.get("/api/v1/auth/me?access_token=" + genuine_).status, 401);
    EXPECT_EQ(http_.get("/api/v1/auth/me", {{"Cookie", "access_token=" + genuine_}}).status, 401);
    EXPECT_EQ(http_.get("/api/v1/auth/me", {{"Authorization", "Basic " + genuine_}}).status, 401);
    EXPECT_EQ(http_.get("/api/v1/auth/me", {{"Authorization", genuine_}}).status, 401);
    EXPECT_EQ(http_.get("/api/v1/auth/me", {{"Authorization", "bearer " + genuine_}}).status, 200);
}

}  // namespace
}  // namespace agon::test
