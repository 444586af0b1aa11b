#include <map>
#include <set>
#include <sstream>

#include "auth/password_hash.hpp"
#include "integration/auth/auth_test.hpp"

namespace agon::test {
namespace {

class SignIn : public AuthTest {
  protected:
    // How often each statement of this module was sent, as /metrics counts them.
    std::map<std::string, long long> statements() {
        std::map<std::string, long long> counted;
        std::istringstream text{http_.get("/metrics").body};
        for (std::string line; std::getline(text, line);) {
            const auto at = line.find("statement=\"auth.");
            if (at == std::string::npos || !line.contains("_count{")) continue;
            const auto name = line.substr(at + 11, line.find('"', at + 11) - at - 11);
            counted[name] += std::stoll(line.substr(line.rfind(' ') + 1));
        }
        // What the service does by itself.
        for (const auto* const own : {"auth.take_reset_wishes", "auth.find_signing_keys"}) counted.erase(own);
        return counted;
    }

    // The statements that `act` makes the service send.
    template <class Act>
    std::map<std::string, long long> statementsOf(Act act) {
        const auto before = statements();
        act();
        auto sent = statements();
        for (const auto& [name, count] : before) sent[name] -= count;
        std::erase_if(sent, [](const auto& entry) { return entry.second == 0; });
        return sent;
    }

    static std::chrono::duration<double> quickestHash() {
        auto quickest = std::chrono::duration<double>::max();
        for (int i = 0; i < 3; ++i) {
            const auto begun = std::chrono::steady_clock::now();
            static_cast<void>(auth::hashPassword(kStaffPassword, auth::HashCost{}));
            quickest = std::min<std::chrono::duration<double>>(quickest, std::chrono::steady_clock::now() - begun);
        }
        return quickest;
    }

    // Everything about an answer but what differs from request to request.
    static json shapeOf(const HttpReply& reply) {
        auto body = reply.json();
        body.erase("request_id");
        auto headers = json::array();
        for (const auto& [name, value] : reply.headers) {
            const bool differs = name == "date" || name == "x-request-id" || name == "content-length";
            headers.push_back({name, differs ? "" : value});
        }
        return {{"status", reply.status}, {"body", body}, {"headers", headers}};
    }
};

TEST_F(SignIn, OpensASessionAndSaysWhoCameIn) {
    const auto reply =
        signIn(http_, director_.email, kStaffPassword, staff_.freshCode(director_), {{"User-Agent", "Firefox"}});
    ASSERT_EQ(reply.status, 200) << reply.body;
    const auto body = reply.json();
    EXPECT_EQ(body.at("expires_in"), 600);
    EXPECT_EQ(body.at("account").at("code"), director_.code);
    const auto token = body.at("access_token").get<std::string>();
    EXPECT_EQ(headerOf(token).at("typ"), "at+jwt");
    const auto claims = claimsOf(token);
    EXPECT_EQ(claims.at("iss"), "agon");
    EXPECT_EQ(claims.at("aud"), "agon-api");
    EXPECT_EQ(claims.at("sub"), director_.code);
    EXPECT_EQ(claims.at("exp").get<long long>() - claims.at("iat").get<long long>(), 600);
    EXPECT_FALSE(reply.body.contains(refreshCookieIn(reply).substr(20)));
    EXPECT_EQ(reply.header("cache-control"), "no-store");

    const auto sessions = http_.get("/api/v1/auth/sessions", bearer(token)).json().at("items");
    ASSERT_EQ(sessions.size(), 1U);
    EXPECT_EQ(sessions.at(0).at("current"), true);
    EXPECT_EQ(sessions.at(0).at("user_agent"), "Firefox");
    EXPECT_EQ(sessions.at(0).at("address"), "127.0.0.*");
    EXPECT_EQ(staff_.acts("signed-in", director_.code), 1);
}

TEST_F(SignIn, AnswersTheSameAfterTheSameWorkWhoeverItIs) {
    staff_.add({.email = "known@example.org"});
    staff_.add({.email = "disabled@example.org"});
    const auto invited = staff_.add({.email = "invited@example.org"});
    sql().run(
        "update ops.account set state = 'disabled' where id ="
        " (select account_id from vault.staff where email = 'disabled@example.org')");
    sql().rows("update ops.account set state = 'invited', password_hash = null where id = $1",
               {std::to_string(invited.id)});
    struct Try {
        std::string who;
        std::string_view password;
    };
    const std::vector<Try> tries{{"unknown@example.org", kStaffPassword}, {"known@example.org", "wrong"},
                                 {"director@example.org", "wrong"},       {"disabled@example.org", kStaffPassword},
                                 {"disabled@example.org", "wrong"},       {"invited@example.org", kStaffPassword}};
    std::set<json> shapes;
    std::set<std::map<std::string, long long>> work;
    std::vector<std::chrono::duration<double>> times;
    for (const auto& [who, password] : tries) {
        auto quickest = std::chrono::duration<double>::max();
        for (int i = 0; i < 2; ++i) {
            HttpReply reply;
            const auto begun = std::chrono::steady_clock::now();
            work.insert(statementsOf([&] { reply = signIn(http_, who, password); }));
            quickest = std::min<std::chrono::duration<double>>(quickest, std::chrono::steady_clock::now() - begun);
            shapes.insert(shapeOf(reply));
        }
        times.push_back(quickest);
    }
    ASSERT_EQ(shapes.size(), 1U) << json(shapes).dump(2);
    EXPECT_EQ(shapes.begin()->at("status"), 401);
    EXPECT_EQ(shapes.begin()->at("body").at("code"), "unauthenticated");
    EXPECT_EQ(work.size(), 1U) << json(work).dump(2);
    EXPECT_FALSE(work.begin()->empty());
    // Nobody is answered in less than it takes to hash a password.
    EXPECT_GT(std::ranges::min(times).count(), 0.4 * quickestHash().count());
}

TEST_F(SignIn, DoesNotMindCapitalsInTheAddress) {
    const auto greek = staff_.add({.email = "Ελένη@Example.org"});
    for (const auto* const typed : {"Ελένη@Example.org", "ΕΛΈΝΗ@EXAMPLE.ORG", "ελένη@example.org"}) {
        const auto reply = signIn(http_, typed, kStaffPassword);
        EXPECT_EQ(reply.status, 200) << typed;
        EXPECT_EQ(reply.json().at("account").at("code"), greek.code);
    }
    EXPECT_EQ(signIn(http_, "Ελενη@example.org", kStaffPassword).status, 401) << "without the accent it is another";
}

TEST_F(SignIn, MakesAHashOfLowerCostAnewAndKeepsThePassword) {
    const auto member = staff_.add({.email = "old@example.org"});
    const auto cheap = auth::hashPassword(kStaffPassword, {.memoryBytes = std::size_t{8} << 20U, .passes = 1});
    sql().rows("update ops.account set password_hash = $2 where id = $1", {std::to_string(member.id), cheap});
    const auto hash = [&] {
        return sql().value("select password_hash from ops.account where id = $1", {std::to_string(member.id)});
    };
    EXPECT_EQ(signIn(http_, member.email, "wrong").status, 401);
    EXPECT_EQ(hash(), cheap);
    auto client = signedIn(member);
    EXPECT_THAT(hash(), testing::StartsWith("$argon2id$v=19$m=65536,t=3,p=1$"));
    EXPECT_EQ(client.get("/api/v1/auth/me").status, 200) << "a new hash is no new password";
    const auto renewed = hash();
    EXPECT_EQ(signedIn(member).get("/api/v1/auth/me").status, 200);
    EXPECT_EQ(hash(), renewed);
}

TEST_F(SignIn, RefusesARequestOfAnotherShape) {
    const auto fault = [&](const json& body) {
        const auto reply = http_.post("/api/v1/auth/sign-in", body);
        EXPECT_EQ(reply.status, 422) << body;
        return fieldErrorsOf(reply);
    };
    EXPECT_THAT(fault({{"email", "a@example.org"}}), testing::ElementsAre("/password missing"));
    EXPECT_THAT(fault({{"email", 7}, {"password", "x"}, {"remember", true}}),
                testing::UnorderedElementsAre("/email not-a-string", "/remember unknown"));
    EXPECT_EQ(http_.send("POST", "/api/v1/auth/sign-in", "{", {}).status, 400);
    EXPECT_EQ(
        http_.send("POST", "/api/v1/auth/sign-in", "email=a", {{"Content-Type", "application/x-www-form-urlencoded"}})
            .status,
        415);
    EXPECT_EQ(http_.get("/api/v1/auth/sign-in").status, 405);
    const json large{{"email", "a@example.org"}, {"password", std::string(20'000, 'x')}};
    EXPECT_EQ(http_.post("/api/v1/auth/sign-in", large).status, 413);
}

TEST_F(SignIn, SignOutEndsTheSessionAndTakesTheCookieAway) {
    auto client = signedIn(director_);
    const auto out = http_.send("POST", "/api/v1/auth/sign-out", {}, {{"Cookie", client.refreshCookie()}});
    EXPECT_EQ(out.status, 204);
    EXPECT_EQ(out.header("set-cookie"), "__Host-agon-refresh=; Max-Age=0; Path=/; SameSite=Strict; Secure; HttpOnly");
    EXPECT_EQ(client.get("/api/v1/auth/me").status, 401);
    EXPECT_EQ(http_.send("POST", "/api/v1/auth/refresh", {}, {{"Cookie", client.refreshCookie()}}).status, 401);
    EXPECT_EQ(staff_.acts("signed-out", director_.code), 1);
    EXPECT_EQ(http_.send("POST", "/api/v1/auth/sign-out", {}, {{"Cookie", client.refreshCookie()}}).status, 204);
    EXPECT_EQ(http_.send("POST", "/api/v1/auth/sign-out").status, 204);
    EXPECT_EQ(staff_.acts("signed-out", director_.code), 1);
}

}  // namespace
}  // namespace agon::test
