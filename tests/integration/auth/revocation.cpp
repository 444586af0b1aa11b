#include "integration/auth/auth_test.hpp"

namespace agon::test {
namespace {

// What is done on one instance counts on the other.
class Revocation : public AuthTest {
  protected:
    // From the end of what `act` does to the first request that is refused there; nothing within a second is too late.
    template <class Act>
    bool isOutWithinASecond(const std::string& token, int refused, Act act,
                            const std::string& path = "/api/v1/auth/me") {
        HttpClient there{other_.baseUrl()};
        EXPECT_EQ(there.get(path, bearer(token)).status, 200);
        act();
        return eventually(1s, [&] { return there.get(path, bearer(token)).status == refused; });
    }
    std::string versionOf(const Member& member) {
        return "\"v" + sql().value("select version from ops.account where id = $1", {std::to_string(member.id)}) + "\"";
    }

    ServiceProcess other_{database_};
    Member member_ = staff_.add({.email = "organiser@example.org", .role = "organiser"});
    SignedInClient manager_ = letIn(director_);
};

TEST_F(Revocation, OfASessionThatItsOwnerEnds) {
    auto mine = letIn(member_);
    auto lost = letIn(member_);
    EXPECT_TRUE(isOutWithinASecond(lost.token(), 401, [&] {
        EXPECT_EQ(mine.send("DELETE", "/api/v1/auth/sessions/" + lost.sessionCode()).status, 204);
    }));
    EXPECT_EQ(mine.get("/api/v1/auth/me").status, 200);
    EXPECT_EQ(mine.get("/api/v1/auth/sessions").json().at("items").size(), 1U);
    EXPECT_EQ(staff_.acts("session-ended", member_.code), 1);
    EXPECT_EQ(mine.send("DELETE", "/api/v1/auth/sessions/" + lost.sessionCode()).status, 404);
}

TEST_F(Revocation, OfSomebodyElsesSessionIsNotFound) {
    auto mine = letIn(member_);
    EXPECT_EQ(mine.send("DELETE", "/api/v1/auth/sessions/" + manager_.sessionCode()).status, 404);
    EXPECT_EQ(manager_.get("/api/v1/auth/me").status, 200);
}

TEST_F(Revocation, OfEveryOtherSessionByANewPassword) {
    auto mine = signedIn(member_);
    auto lost = letIn(member_);
    EXPECT_TRUE(isOutWithinASecond(lost.token(), 401, [&] {
        const json body{{"current", kStaffPassword}, {"new", "another-walnut-Orbit-52"}};
        EXPECT_EQ(mine.post("/api/v1/auth/me/password", body).status, 204);
    }));
    HttpClient there{other_.baseUrl()};
    EXPECT_EQ(there.get("/api/v1/auth/me", bearer(mine.token())).status, 401) << "the token is of the version before";
    const auto refreshed = there.send("POST", "/api/v1/auth/refresh", {}, {{"Cookie", mine.refreshCookie()}});
    EXPECT_EQ(refreshed.status, 200) << "the session that changed it goes on";
    EXPECT_EQ(there.get("/api/v1/auth/me", bearer(refreshed.json().at("access_token"))).status, 200);
    EXPECT_EQ(sql().value("select end_reason from ops.session where code = $1", {lost.sessionCode()}), "password");
}

TEST_F(Revocation, OfARole) {
    auto client = letIn(member_);
    const auto grant =
        sql().value("select code from ops.role_grant where account_id = $1", {std::to_string(member_.id)});
    EXPECT_TRUE(isOutWithinASecond(
        client.token(), 403,
        [&] {
            const auto taken = manager_.send("DELETE", "/api/v1/accounts/" + member_.code + "/grants/" + grant, {},
                                             {{"If-Match", versionOf(member_)}});
            EXPECT_EQ(taken.status, 204) << taken.body;
        },
        "/api/v1/outbox"));
    EXPECT_EQ(client.get("/api/v1/auth/me").json().at("rights"), json::array());
    EXPECT_EQ(staff_.acts("role-revoked", member_.code), 1);
}

TEST_F(Revocation, OfAnAccountThatIsDisabled) {
    auto client = signedIn(member_);
    const auto url = "/api/v1/accounts/" + member_.code;
    EXPECT_TRUE(isOutWithinASecond(client.token(), 401, [&] {
        const auto disabled =
            manager_.send("PATCH", url, R"({"state":"disabled"})", {{"If-Match", versionOf(member_)}});
        EXPECT_EQ(disabled.status, 200) << disabled.body;
        EXPECT_EQ(disabled.json().at("state"), "disabled");
    }));
    HttpClient there{other_.baseUrl()};
    EXPECT_EQ(there.send("POST", "/api/v1/auth/refresh", {}, {{"Cookie", client.refreshCookie()}}).status, 401);
    EXPECT_EQ(signIn(there, member_.email, kStaffPassword).status, 401);
    // Enabled again it may sign in again; what it held before stays ended.
    const auto enabled = manager_.send("PATCH", url, R"({"state":"active"})", {{"If-Match", versionOf(member_)}});
    EXPECT_EQ(enabled.status, 200) << enabled.body;
    EXPECT_EQ(there.get("/api/v1/auth/me", bearer(client.token())).status, 401);
    EXPECT_EQ(there.send("POST", "/api/v1/auth/refresh", {}, {{"Cookie", client.refreshCookie()}}).status, 401);
    EXPECT_EQ(signIn(there, member_.email, kStaffPassword).status, 200);
}

TEST_F(Revocation, OfASecondFactor) {
    auto client = letIn(director_);
    EXPECT_TRUE(isOutWithinASecond(
        client.token(), 403, [&] { EXPECT_EQ(manager_.send("DELETE", "/api/v1/auth/me/totp").status, 204); },
        "/api/v1/accounts"));
}

}  // namespace
}  // namespace agon::test
