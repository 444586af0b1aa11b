#include "integration/auth/auth_test.hpp"

namespace agon::test {
namespace {

// `agon user ...` on a database, beside the service.
class UserCommand : public AuthTest {
  protected:
    Finished user(std::vector<std::string> words) {
        words.insert(words.begin(), "user");
        return runAgon(std::move(words), {{"AGON_DATABASE_URL", database_.url()},
                                          {"AGON_SERVER_KEY", std::string(64, '7')},
                                          {"AGON_PUBLIC_URL", "https://agon.example.org"}});
    }
    static std::string tokenIn(const std::string& output) {
        const auto at = output.find("token=");
        return at == std::string::npos ? "" : output.substr(at + 6, 43);
    }
};

TEST_F(UserCommand, ListShowsCodesStatesAndRolesAndNoName) {
    staff_.addChampionship("patra-2027");
    staff_.add({.email = "eleni@example.org", .name = "Eleni", .role = "desk", .at = {"patra-2027", {}}});
    const auto done = user({"list"});
    EXPECT_EQ(done.status, ExitStatus{});
    EXPECT_THAT(done.output, testing::ContainsRegex(director_.code + " +active +never +director\n"));
    EXPECT_THAT(done.output, testing::ContainsRegex("active +never +desk@patra-2027\n"));
    EXPECT_THAT(done.output, testing::Not(testing::HasSubstr("Eleni")));
    EXPECT_THAT(done.output, testing::Not(testing::HasSubstr("@example.org")));
}

TEST_F(UserCommand, InviteMakesAnAccountWhoseLinkLetsItIn) {
    const auto done = user({"invite", "--email", "nikos@example.org", "--name", "Nikos", "--role", "head-judge",
                            "--organiser", "hosting", "--language", "en"});
    ASSERT_EQ(done.status, ExitStatus{}) << done.errors;
    EXPECT_THAT(done.output, testing::HasSubstr("https://agon.example.org/admin#/invitation?token="));
    EXPECT_EQ(staff_.acts("account-invited"), 1);

    const json body{
        {"token", tokenIn(done.output)}, {"display_name", "Nikos"}, {"language", "en"}, {"password", kStaffPassword}};
    const auto accepted = http_.post("/api/v1/auth/invitations/acceptance", body);
    ASSERT_EQ(accepted.status, 200) << accepted.body;
    EXPECT_EQ(accepted.json().at("account").at("organiser"), "hosting");
    SignedInClient judge{service_.baseUrl(), accepted.json().at("access_token").get<std::string>()};
    EXPECT_EQ(judge.get("/api/v1/auth/me").json().at("grants").at(0).at("role"), "head-judge");
}

TEST_F(UserCommand, InviteRefusesAnAddressThatIsTaken) {
    const auto done = user({"invite", "--email", "DIRECTOR@Example.ORG", "--name", "Twin"});
    EXPECT_EQ(done.status.code, 1);
    EXPECT_THAT(done.errors, testing::HasSubstr("there is an account with this address already"));
    EXPECT_EQ(sql().number("select count(*) from ops.account"), 1);
}

TEST_F(UserCommand, InviteRefusesWhatIsNoAddressNoNameAndNoRole) {
    for (const auto* const email : {"nikos", "", "@example.org", "nikos@", "nikos@localhost", "a b@example.org",
                                    "nikos@example.org\r\nBcc: all@example.org"}) {
        EXPECT_EQ(user({"invite", "--email", email, "--name", "Nikos"}).status.code, 2) << email;
    }
    EXPECT_EQ(user({"invite", "--email", "nikos@example.org", "--name", ""}).status.code, 2);
    EXPECT_EQ(user({"invite", "--email", "nikos@example.org", "--name", std::string(81, 'n')}).status.code, 2);
    EXPECT_EQ(user({"invite", "--email", "nikos@example.org", "--name", "N", "--role", "king"}).status.code, 2);
    EXPECT_EQ(user({"invite", "--name", "Nikos"}).status.code, 2);
    EXPECT_EQ(user({}).status.code, 2);
    EXPECT_EQ(sql().number("select count(*) from ops.account"), 1);
}

TEST_F(UserCommand, LinkLetsSomebodyBackInAndRetiresTheLinkBefore) {
    const auto first = user({"link", director_.code});
    const auto second = user({"link", director_.code});
    ASSERT_EQ(second.status, ExitStatus{}) << second.errors;
    EXPECT_THAT(second.output, testing::HasSubstr("/admin#/reset?token="));
    const auto complete = [&](const std::string& output) {
        return http_.post("/api/v1/auth/password-resets/completion",
                          {{"token", tokenIn(output)}, {"password", "another-walnut-Orbit-52"}});
    };
    EXPECT_EQ(complete(first.output).status, 410);
    EXPECT_EQ(complete(second.output).status, 204);
    EXPECT_EQ(complete(second.output).status, 410);
    EXPECT_EQ(signIn(http_, director_.email, "another-walnut-Orbit-52", staff_.freshCode(director_)).status, 200);
    EXPECT_EQ(staff_.acts("link-made", director_.code), 2);
}

TEST_F(UserCommand, LinkAndDisableRefuseAnUnknownAccount) {
    for (const auto* const act : {"link", "disable"}) {
        const auto odd = user({act, "nobody"});
        EXPECT_EQ(odd.status.code, 1) << act;
        EXPECT_THAT(odd.errors, testing::HasSubstr("that is not the code of an account"));
        const auto unknown = user({act, Code::random().text()});
        EXPECT_EQ(unknown.status.code, 1) << act;
        EXPECT_THAT(unknown.errors, testing::HasSubstr("there is no account"));
    }
    EXPECT_EQ(sql().number("select count(*) from audit.act where actor_kind = 'system'"), 0);
}

TEST_F(UserCommand, DisableShutsOutAtOnceAndTakesTheCodeAsItIsTyped) {
    auto client = letIn(director_);
    EXPECT_EQ(client.get("/api/v1/auth/me").status, 200);
    std::string typed = director_.code;
    std::erase(typed, '-');
    std::ranges::transform(typed, typed.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    ASSERT_EQ(user({"disable", typed}).status, ExitStatus{});
    EXPECT_EQ(client.get("/api/v1/auth/me").status, 401);
    EXPECT_EQ(staff_.acts("account-disabled", director_.code), 1);
    const auto link = user({"link", director_.code});
    EXPECT_EQ(link.status.code, 1);
    EXPECT_THAT(link.errors, testing::HasSubstr("is disabled"));
}

TEST_F(UserCommand, RefusesADatabaseThatIsNotUpToDate) {
    const auto empty = TestDatabase::empty();
    const auto done =
        runAgon({"user", "list"}, {{"AGON_DATABASE_URL", empty.url()}, {"AGON_SERVER_KEY", std::string(64, '7')}});
    EXPECT_EQ(done.status.code, 1);
    EXPECT_THAT(done.errors, testing::HasSubstr("the database is not up to date"));
}

}  // namespace
}  // namespace agon::test
