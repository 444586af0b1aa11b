#include <random>
#include <set>
#include <thread>

#include "auth/refresh_token.hpp"
#include "integration/auth/auth_test.hpp"

namespace agon::test {
namespace {

class RefreshTokens : public AuthTest {
  protected:
    HttpReply refresh(const std::string& cookie, Headers headers = {}) {
        headers.emplace_back("Cookie", cookie);
        return http_.send("POST", "/api/v1/auth/refresh", {}, headers);
    }
    // As if the last exchange had been that long ago.
    void age(const std::string& interval) {
        sql().run("update ops.session set rotated_at = rotated_at - interval '" + interval + "'");
    }
    std::string endReason() { return sql().value("select coalesce(end_reason, 'open') from ops.session"); }

    const Member member_ = staff_.add({.email = "desk@example.org", .role = "desk"});
    SignedInClient client_ = signedIn(member_);
};

TEST_F(RefreshTokens, AreExchangedForANewOneAndAnAccessToken) {
    const auto first = refresh(client_.refreshCookie());
    ASSERT_EQ(first.status, 200) << first.body;
    const auto next = refreshCookieIn(first);
    EXPECT_NE(next, client_.refreshCookie());
    EXPECT_EQ(deviceCookieIn(first), "");
    EXPECT_EQ(first.json().at("account").at("code"), member_.code);
    EXPECT_EQ(http_.get("/api/v1/auth/me", bearer(first.json().at("access_token"))).status, 200);
    EXPECT_EQ(client_.get("/api/v1/auth/me").status, 200) << "the access token before is good until it runs out";
    const auto second = refresh(next);
    EXPECT_EQ(second.status, 200);
    EXPECT_NE(refreshCookieIn(second), next);
    EXPECT_EQ(sql().number("select generation from ops.session"), 3);
}

TEST_F(RefreshTokens, AreCookiesThatNoScriptReadsAndNoOtherSiteSends) {
    const auto reply = signIn(http_, member_.email, kStaffPassword);
    std::vector<std::string> attributes;
    for (const auto& [name, value] : reply.headers) {
        if (name == "set-cookie") attributes.push_back(value.substr(value.find(';')));
    }
    ASSERT_EQ(attributes.size(), 2U);
    EXPECT_NE(refreshCookieIn(reply), "");
    EXPECT_NE(deviceCookieIn(reply), "");
    EXPECT_THAT(attributes,
                testing::UnorderedElementsAre("; Max-Age=1209600; Path=/; SameSite=Strict; Secure; HttpOnly",
                                              "; Max-Age=31536000; Path=/; SameSite=Strict; Secure; HttpOnly"));
}

TEST_F(RefreshTokens, ShownAgainWithinAMomentGiveTheSameAnswer) {
    const auto first = refresh(client_.refreshCookie());
    const auto again = refresh(client_.refreshCookie());
    EXPECT_EQ(again.status, 200);
    EXPECT_EQ(refreshCookieIn(again), refreshCookieIn(first));
    EXPECT_EQ(claimsOf(again.json().at("access_token")).at("sid"), client_.sessionCode());
    EXPECT_EQ(refresh(refreshCookieIn(again)).status, 200);
    EXPECT_EQ(endReason(), "open");
}

TEST_F(RefreshTokens, ShownAgainLaterEndTheSessionForEverybody) {
    const auto owned = refreshCookieIn(refresh(client_.refreshCookie()));
    age("11 seconds");
    const auto stolen = refresh(client_.refreshCookie());
    EXPECT_EQ(stolen.status, 401);
    EXPECT_EQ(codeOf(stolen), "unauthenticated");
    EXPECT_EQ(refreshCookieIn(stolen), "");
    EXPECT_EQ(endReason(), "reuse");
    EXPECT_EQ(refresh(owned).status, 401);
    EXPECT_EQ(client_.get("/api/v1/auth/me").status, 401);
    EXPECT_EQ(staff_.acts("refresh-token-reused", member_.code), 1);
    EXPECT_EQ(sql().value("select actor_kind || ' ' || detail from audit.act where act = 'refresh-token-reused'"),
              "system {\"session\":\"" + client_.sessionCode() + "\"}");
}

TEST_F(RefreshTokens, OlderThanTheOneBeforeAreATheftAtOnce) {
    const auto second = refreshCookieIn(refresh(client_.refreshCookie()));
    ASSERT_EQ(refresh(second).status, 200);
    EXPECT_EQ(refresh(client_.refreshCookie()).status, 401);
    EXPECT_EQ(endReason(), "reuse");
}

TEST_F(RefreshTokens, ShownBySixteenAtOnceGiveAllTheSameSuccessor) {
    for (int round = 0; round < 3; ++round) {
        const auto session = signedIn(member_);
        std::array<std::string, 16> successors;
        {
            std::vector<std::jthread> threads;
            for (auto& successor : successors) {
                threads.emplace_back([&] {
                    HttpClient http{service_.baseUrl()};
                    const auto reply =
                        http.send("POST", "/api/v1/auth/refresh", {}, {{"Cookie", session.refreshCookie()}});
                    successor = reply.status == 200 ? refreshCookieIn(reply) : "refused " + reply.body;
                });
            }
        }
        EXPECT_EQ(std::set<std::string>(successors.begin(), successors.end()).size(), 1U) << successors.front();
        EXPECT_EQ(sql().number("select generation from ops.session where code = $1", {session.sessionCode()}), 2);
        EXPECT_EQ(refresh(successors.front()).status, 200);
    }
}

TEST_F(RefreshTokens, DoNotMeetAChangeOfPasswordInACircleOfLocks) {
    for (int round = 0; round < 4; ++round) {
        staff_.forgetAttempts();
        auto owner = letIn(member_);
        const auto other = signedIn(member_);
        std::atomic<int> failed{0};
        {
            std::jthread refreshing{[&](const std::stop_token& stop) {
                HttpClient http{service_.baseUrl()};
                auto cookie = other.refreshCookie();
                while (!stop.stop_requested()) {
                    const auto reply = http.send("POST", "/api/v1/auth/refresh", {}, {{"Cookie", cookie}});
                    if (reply.status != 200 && reply.status != 401) ++failed;
                    if (reply.status != 200) return;
                    cookie = refreshCookieIn(reply);
                }
            }};
            const auto changed = owner.post("/api/v1/auth/me/password",
                                            {{"current", kStaffPassword}, {"new", "another-walnut-Orbit-52"}});
            EXPECT_EQ(changed.status, 204) << changed.body;
        }
        EXPECT_EQ(failed, 0);
        sql().rows(
            "update ops.account set password_hash = (select password_hash from ops.account where id = $2) where id = "
            "$1",
            {std::to_string(member_.id), std::to_string(director_.id)});
    }
}

TEST_F(RefreshTokens, ForgedOrChangedOpenNothingAndEndNothing) {
    const auto cookie = client_.refreshCookie();
    const std::string name = "__Host-agon-refresh=";
    const auto genuine = cookie.substr(name.size());
    const auto head = genuine.substr(0, genuine.rfind('.'));
    std::vector<std::string> forged{
        "",   ".",        "..",           "x.1.y", genuine + "A", genuine + ".", genuine.substr(0, genuine.size() - 1),
        head, head + ".", client_.token()};
    // Right but for the key, the nonce, the generation or the session.
    const auto key = auth::AuthKeys{testServerKey()}.refresh;
    const auth::Bytes nonce(16, std::byte{0});
    forged.push_back(auth::makeRefreshToken(key, client_.sessionCode(), 1, nonce));
    forged.push_back(auth::makeRefreshToken(crypto::SecretKey::random(), client_.sessionCode(), 1, nonce));
    for (const auto* const generation : {"0", "2", "-1", "01", "+1", "1 ", "99999999999", "2147483647", "1e0"}) {
        forged.push_back(client_.sessionCode() + "." + generation + genuine.substr(genuine.rfind('.')));
    }
    forged.push_back(signedIn(director_).sessionCode() + genuine.substr(genuine.find('.')));
    std::mt19937 random{20261118};  // NOLINT: the same forgeries in every run
    for (int i = 0; i < 300; ++i) {
        auto changed = genuine;
        auto& c = changed.at(random() % changed.size());
        const char before = c;
        c = static_cast<char>('!' + random() % 94);
        if (c == before || c == ';' || c == ',' || c == '"' || c == '\\') continue;
        forged.push_back(changed);
    }
    for (const auto& token : forged) {
        const auto reply = refresh(name + token);
        ASSERT_EQ(reply.status, 401) << token;
        ASSERT_EQ(refreshCookieIn(reply), "") << token;
        ASSERT_EQ(http_.send("POST", "/api/v1/auth/sign-out", {}, {{"Cookie", name + token}}).status, 204) << token;
    }
    EXPECT_EQ(http_.send("POST", "/api/v1/auth/refresh").status, 401);
    EXPECT_EQ(sql().number("select count(*) from ops.session where ended_at is not null"), 0);
    EXPECT_EQ(refresh(cookie).status, 200);
}

TEST_F(RefreshTokens, AreNotTakenFromAPageOfAnotherSite) {
    const auto cookie = client_.refreshCookie();
    for (const auto* const site : {"cross-site", "same-site", "something-new"}) {
        const auto reply = refresh(cookie, {{"Sec-Fetch-Site", site}});
        EXPECT_EQ(reply.status, 403) << site;
        EXPECT_EQ(codeOf(reply), "cross-origin-refused");
        EXPECT_EQ(
            http_.send("POST", "/api/v1/auth/sign-out", {}, {{"Cookie", cookie}, {"Sec-Fetch-Site", site}}).status,
            403);
        const json body{{"email", member_.email}, {"password", kStaffPassword}};
        EXPECT_EQ(http_.post("/api/v1/auth/sign-in", body, {{"Sec-Fetch-Site", site}}).status, 403);
    }
    for (const auto* const origin : {"https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"}) {
        EXPECT_EQ(refresh(cookie, {{"Origin", origin}}).status, 403) << origin;
    }
    EXPECT_EQ(sql().number("select generation from ops.session"), 1);
    EXPECT_EQ(refresh(cookie, {{"Sec-Fetch-Site", "cross-site"}, {"Origin", service_.baseUrl()}}).status, 403);
    EXPECT_EQ(refresh(cookie, {{"Sec-Fetch-Site", "same-origin"}}).status, 200);
    EXPECT_EQ(refresh(cookie, {{"Origin", service_.baseUrl()}}).status, 200);
}

TEST_F(RefreshTokens, RunOutAfterThreeIdleDaysAndAfterFourteenInAll) {
    const auto cookie = client_.refreshCookie();
    sql().run("update ops.session set last_used_at = clock_timestamp() - interval '71 hours 59 minutes'");
    const auto next = refreshCookieIn(refresh(cookie));
    ASSERT_NE(next, "");
    sql().run("update ops.session set last_used_at = clock_timestamp() - interval '72 hours 1 second'");
    EXPECT_EQ(refresh(next).status, 401);
    EXPECT_EQ(client_.get("/api/v1/auth/me").status, 401);
    sql().run("update ops.session set last_used_at = clock_timestamp()");
    EXPECT_EQ(client_.get("/api/v1/auth/me").status, 200);

    const auto lifetime = sql().number("select extract(epoch from expires_at - created_at)::integer from ops.session");
    EXPECT_EQ(lifetime, 14 * 24 * 3600);
    sql().run("update ops.session set expires_at = clock_timestamp() - interval '1 second'");
    EXPECT_EQ(refresh(next).status, 401);
    EXPECT_EQ(client_.get("/api/v1/auth/me").status, 401);
}

}  // namespace
}  // namespace agon::test
