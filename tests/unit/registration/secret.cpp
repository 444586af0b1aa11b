#include "registration/secret.hpp"

#include <gtest/gtest.h>

namespace agon::registration {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;

const Instant kNow{std::chrono::sys_seconds{std::chrono::seconds{1'800'000'000}}};
constexpr auto kCode = "K7QM-2F9X";

Instant after(microseconds time) {
    return {kNow.at + time};
}

class Secret : public testing::Test {
  protected:
    const crypto::SecretKey key_ = crypto::SecretKey::random();
    const EntrySecrets secrets_{key_};
    const EntrySecrets others_{crypto::SecretKey::random()};
};

// Everything that one changed letter makes of it.
template <class Check>
void changeEachLetter(const std::string& token, Check check) {
    for (std::size_t i = 0; i < token.size(); ++i) {
        auto changed = token;
        changed[i] = changed[i] == 'A' ? 'Q' : 'A';
        check(changed, i);
    }
}

TEST_F(Secret, TheSameRequestShowsTheSameSecretAndAnotherAnother) {
    const auto salt = crypto::bytesOf("one key");
    EXPECT_EQ(secrets_.secretOf(kCode, salt), EntrySecrets{key_}.secretOf(kCode, salt));
    EXPECT_NE(secrets_.secretOf(kCode, salt), secrets_.secretOf(kCode, crypto::bytesOf("another key")));
    EXPECT_NE(secrets_.secretOf(kCode, salt), secrets_.secretOf("AAAA-AAAA", salt));
    EXPECT_NE(secrets_.secretOf(kCode, salt), others_.secretOf(kCode, salt));
    EXPECT_EQ(secrets_.secretOf(kCode, salt).size(), 20U);
}

TEST_F(Secret, ATokenOpensItsEntryUntilItRunsOut) {
    const auto token = secrets_.tokenFor(kCode, after(hours{1}));
    EXPECT_EQ(secrets_.codeIn(token, kNow), kCode);
    EXPECT_EQ(secrets_.codeIn(token, after(hours{1} - microseconds{1})), kCode);
    EXPECT_EQ(secrets_.codeIn(token, after(hours{1})), std::nullopt);
}

TEST_F(Secret, ATokenThatWasTamperedWithOpensNothing) {
    const auto token = secrets_.tokenFor(kCode, after(hours{1}));
    changeEachLetter(token, [&](const std::string& changed, std::size_t i) {
        EXPECT_EQ(secrets_.codeIn(changed, kNow), std::nullopt) << i;
    });
    EXPECT_EQ(others_.codeIn(token, kNow), std::nullopt);
    for (const auto* const nonsense : {"", ".", "..", "K7QM-2F9X", "K7QM-2F9X.9999999999999999."}) {
        EXPECT_EQ(secrets_.codeIn(nonsense, kNow), std::nullopt) << nonsense;
    }
}

TEST_F(Secret, ADisavowalIsGoodForGoodAndForNothingElse) {
    const auto token = secrets_.disavowalToken(kCode);
    EXPECT_EQ(secrets_.disavowedIn(token), kCode);
    EXPECT_EQ(others_.disavowedIn(token), std::nullopt);
    EXPECT_EQ(secrets_.codeIn(token, kNow), std::nullopt);
    EXPECT_EQ(secrets_.disavowedIn(secrets_.tokenFor(kCode, after(hours{1}))), std::nullopt);
    changeEachLetter(token, [&](const std::string& changed, std::size_t i) {
        EXPECT_EQ(secrets_.disavowedIn(changed), std::nullopt) << i;
    });
}

TEST_F(Secret, ALinkComesFromItsNonce) {
    const auto nonce = crypto::bytesOf("sixteen bytes ..");
    EXPECT_EQ(secrets_.linkToken(nonce), EntrySecrets{key_}.linkToken(nonce));
    EXPECT_NE(secrets_.linkToken(nonce), secrets_.linkToken(crypto::bytesOf("other bytes ....")));
    EXPECT_NE(secrets_.linkToken(nonce), others_.linkToken(nonce));
}

TEST_F(Secret, WhatIsKeptTellsSecretsApart) {
    EXPECT_EQ(EntrySecrets::hashOf("a"), EntrySecrets::hashOf("a"));
    EXPECT_NE(EntrySecrets::hashOf("a"), EntrySecrets::hashOf("b"));
}

}  // namespace
}  // namespace agon::registration
