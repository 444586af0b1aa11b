#include <thread>

#include "auth/rights.hpp"
#include "integration/auth/auth_test.hpp"

namespace agon::test {
namespace {

class SecondFactor : public AuthTest {
  protected:
    HttpReply enter(const Member& member, SqlText code) {
        staff_.forgetAttempts();
        return signIn(http_, member.email, kStaffPassword, std::move(code));
    }
    std::string rolesAsleep(const Member& member) {
        auto client = letIn(member);
        return client.get("/api/v1/auth/me").json().at("asleep_roles").dump();
    }
};

TEST_F(SecondFactor, IsAskedForOnlyWhenThePasswordIsRight) {
    const auto without = enter(director_, {});
    EXPECT_EQ(without.status, 401);
    EXPECT_EQ(codeOf(without), "second-factor-required");
    EXPECT_EQ(refreshCookieIn(without), "");
    const auto wrong = signIn(http_, director_.email, "wrong", staff_.freshCode(director_));
    EXPECT_EQ(codeOf(wrong), "unauthenticated");
    EXPECT_EQ(enter(director_, staff_.freshCode(director_)).status, 200);
}

TEST_F(SecondFactor, AWrongCodeOpensNothing) {
    const auto right = staff_.freshCode(director_);
    const auto wrong = right == "000000" ? std::string{"111111"} : std::string{"000000"};
    for (const auto& code :
         {wrong, std::string{"12345"}, right + "0", std::string{"K7QM-2F9X"}, std::string{"０００００６"}}) {
        const auto reply = enter(director_, code);
        EXPECT_EQ(reply.status, 401) << code;
        EXPECT_EQ(codeOf(reply), "unauthenticated") << code;
    }
    EXPECT_EQ(sql().number("select count(*) from ops.session"), 0);
}

TEST_F(SecondFactor, ACodeIsGoodOnce) {
    const auto code = staff_.freshCode(director_);
    EXPECT_EQ(enter(director_, code).status, 200);
    EXPECT_EQ(enter(director_, code).status, 401);
    // Nor is an earlier one, which an onlooker may have kept.
    const auto step = sql().number("select totp_last_step from ops.account");
    EXPECT_EQ(enter(director_, auth::totpCode(director_.totpSecret, step - 1)).status, 401);
}

TEST_F(SecondFactor, OfTwoWhoShowTheSameCodeAtOnceOneComesIn) {
    for (int round = 0; round < 3; ++round) {
        staff_.forgetAttempts();
        const auto code = staff_.freshCode(director_);
        std::array<int, 4> statuses{};
        {
            std::vector<std::jthread> threads;
            for (auto& status : statuses) {
                threads.emplace_back([&] {
                    HttpClient http{service_.baseUrl()};
                    status = signIn(http, director_.email, kStaffPassword, code).status;
                });
            }
        }
        EXPECT_EQ(std::ranges::count(statuses, 200), 1);
        EXPECT_EQ(std::ranges::count(statuses, 401), 3);
    }
}

TEST_F(SecondFactor, ARecoveryCodeIsGoodOnceHoweverItIsTyped) {
    const auto member = staff_.add({.email = "organiser@example.org", .role = "organiser"});
    auto client = letIn(member);
    const auto secret = fromBase32(client.send("POST", "/api/v1/auth/me/totp").json().at("secret").get<std::string>());
    Member armed = member;
    armed.totpSecret = secret;
    EXPECT_EQ(enter(member, {}).status, 200) << "it does not count before a code was shown";
    const auto wrong = client.post("/api/v1/auth/me/totp/confirmation", {{"code", "000000"}});
    EXPECT_EQ(wrong.status, 422);
    EXPECT_THAT(fieldErrorsOf(wrong), testing::ElementsAre("/code incorrect"));
    const auto shown = staff_.freshCode(armed);
    const auto confirmed = client.post("/api/v1/auth/me/totp/confirmation", {{"code", shown}});
    ASSERT_EQ(confirmed.status, 200) << confirmed.body;
    EXPECT_EQ(enter(member, shown).status, 401) << "that code is used up";
    EXPECT_EQ(codeOf(client.send("POST", "/api/v1/auth/me/totp")), "conflict");
    EXPECT_EQ(codeOf(client.post("/api/v1/auth/me/totp/confirmation", {{"code", shown}})), "conflict");

    const auto codes = confirmed.json().at("recovery_codes").get<std::vector<std::string>>();
    std::string typed = codes.at(3);
    std::erase(typed, '-');
    std::ranges::transform(typed, typed.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    EXPECT_EQ(enter(member, typed).status, 200);
    EXPECT_EQ(enter(member, typed).status, 401);
    EXPECT_EQ(enter(member, codes.at(3)).status, 401);
    EXPECT_EQ(enter(member, codes.at(4)).status, 200);
    EXPECT_EQ(sql().number("select count(*) from ops.recovery_code where used_at is null"), 8);
    EXPECT_EQ(sql().number("select count(*) from ops.recovery_code where encode(code_hash, 'escape') like $1",
                           {"%" + codes.at(3) + "%"}),
              0);
}

TEST_F(SecondFactor, GivenUpPutsTheRolesThatNeedItToSleepInEverySession) {
    auto one = letIn(director_);
    auto other = letIn(director_);
    EXPECT_EQ(other.get("/api/v1/accounts").status, 200);
    sql().run("update ops.session set reauthenticated_at = clock_timestamp() - interval '301 seconds'");
    EXPECT_EQ(codeOf(one.send("DELETE", "/api/v1/auth/me/totp")), "reauthentication-required");
    EXPECT_EQ(one.post("/api/v1/auth/reauthentication", {{"password", kStaffPassword}}).status, 204);
    EXPECT_EQ(codeOf(other.send("DELETE", "/api/v1/auth/me/totp")), "reauthentication-required");
    EXPECT_EQ(one.send("DELETE", "/api/v1/auth/me/totp").status, 204);
    EXPECT_EQ(one.get("/api/v1/accounts").status, 403);
    EXPECT_EQ(other.get("/api/v1/accounts").status, 403);
    EXPECT_EQ(other.get("/api/v1/auth/me").json().at("asleep_roles"), json::array({"director"}));
    EXPECT_EQ(codeOf(one.send("DELETE", "/api/v1/auth/me/totp")), "conflict");
    EXPECT_EQ(staff_.acts("second-factor-removed", director_.code), 1);
}

TEST_F(SecondFactor, IsNeededByDirectorAndPrivacyOfficerWhereSomethingRealDependsOnIt) {
    staff_.addChampionship("real-2027", "real");
    staff_.addChampionship("rehearsal-2027", "rehearsal");
    staff_.addChampionship("demo", "demo");
    int made = 0;
    for (const auto role : auth::kAllRoles) {
        const std::string name{auth::nameOf(role)};
        const bool needed = role == auth::Role::Director || role == auth::Role::PrivacyOfficer;
        const auto asleep = [&](const GrantedAt& at) {
            return rolesAsleep(
                staff_.add({.email = "m" + std::to_string(++made) + "@example.org", .role = name, .at = at}));
        };
        EXPECT_EQ(asleep({}), needed ? json::array({name}).dump() : "[]") << name;
        EXPECT_EQ(asleep({"real-2027", {}}), needed ? json::array({name}).dump() : "[]") << name;
        EXPECT_EQ(asleep({"rehearsal-2027", {}}), "[]") << name;
        EXPECT_EQ(asleep({"demo", {}}), "[]") << name;
    }
    EXPECT_EQ(rolesAsleep(director_), "[]");
}

}  // namespace
}  // namespace agon::test
