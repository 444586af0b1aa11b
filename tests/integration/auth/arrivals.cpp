#include <thread>

#include "integration/auth/auth_test.hpp"

namespace agon::test {
namespace {

constexpr std::string_view kNewPassword = "another-walnut-Orbit-52";

class Arrivals : public AuthTest {
  protected:
    // Somebody whom the director has invited.
    Member invite(const std::string& email) {
        const json body{{"email", email}, {"display_name", "Eleni"}, {"organiser", "hosting"}, {"language", "en"}};
        const auto reply = manager_.post("/api/v1/accounts", body);
        EXPECT_EQ(reply.status, 201) << reply.body;
        Member member{.code = reply.json().at("code").get<std::string>(), .email = email};
        member.id = sql().number("select id from ops.account where code = $1", {member.code});
        return member;
    }
    HttpReply accept(const std::string& token, const json& changes = json::object()) {
        json body{{"token", token}, {"display_name", "Eleni K."}, {"language", "el"}, {"password", kStaffPassword}};
        body.update(changes);
        return http_.post("/api/v1/auth/invitations/acceptance", body);
    }
    HttpReply lookUp(const std::string& token) {
        return http_.post("/api/v1/auth/invitations/lookup", {{"token", token}});
    }
    HttpReply askForReset(const std::string& email) {
        return http_.post("/api/v1/auth/password-resets", {{"email", email}});
    }
    HttpReply complete(const std::string& token, std::string_view password = kNewPassword) {
        return http_.post("/api/v1/auth/password-resets/completion", {{"token", token}, {"password", password}});
    }
    bool wishesAreTaken() {
        return eventually(5s, [&] { return sql().number("select count(*) from vault.reset_wish") == 0; });
    }
    long long mails(const std::string& mail) {
        return sql().number("select count(*) from ops.outbox where template = $1", {mail});
    }
    std::string invitationOf(const Member& member) { return staff_.linkToken(member, auth::LinkPurpose::Invitation); }
    std::string resetOf(const Member& member) { return staff_.linkToken(member, auth::LinkPurpose::Reset); }

    SignedInClient manager_ = letIn(director_);
};

TEST_F(Arrivals, AnInvitationShowsWhatItIsForAndLetsIn) {
    const auto member = invite("eleni@example.org");
    const auto token = invitationOf(member);
    EXPECT_EQ(lookUp(token).json(),
              (json{{"email", "eleni@example.org"}, {"display_name", "Eleni"}, {"language", "en"}}));
    EXPECT_EQ(lookUp(token).status, 200) << "to look does not use it up";
    const auto accepted = accept(token);
    ASSERT_EQ(accepted.status, 200) << accepted.body;
    const auto account = accepted.json().at("account");
    EXPECT_EQ(account.at("display_name"), "Eleni K.");
    EXPECT_EQ(account.at("language"), "el");
    EXPECT_EQ(account.at("organiser"), "hosting");
    EXPECT_EQ(account.at("email"), "eleni@example.org");
    EXPECT_NE(refreshCookieIn(accepted), "");
    EXPECT_NE(deviceCookieIn(accepted), "");
    EXPECT_EQ(lookUp(token).status, 410);
    EXPECT_EQ(accept(token).status, 410);
    EXPECT_EQ(signIn(http_, "eleni@example.org", kStaffPassword).status, 200);
}

TEST_F(Arrivals, AnInvitationIsAcceptedOnceWhoeverIsQuick) {
    const auto member = invite("eleni@example.org");
    const auto token = invitationOf(member);
    std::array<int, 4> statuses{};
    {
        std::vector<std::jthread> threads;
        for (auto& status : statuses) {
            threads.emplace_back([&] {
                HttpClient http{service_.baseUrl()};
                const json body{
                    {"token", token}, {"display_name", "E"}, {"language", "el"}, {"password", kStaffPassword}};
                status = http.post("/api/v1/auth/invitations/acceptance", body).status;
            });
        }
    }
    EXPECT_EQ(std::ranges::count(statuses, 200), 1);
    EXPECT_EQ(std::ranges::count(statuses, 410), 3);
    EXPECT_EQ(sql().number("select count(*) from ops.session where account_id = $1", {std::to_string(member.id)}), 1);
}

TEST_F(Arrivals, AnAddressIsGivenExactlyWhereThereIsNone) {
    const auto member = invite("eleni@example.org");
    const auto token = invitationOf(member);
    const auto superfluous = accept(token, {{"email", "other@example.org"}});
    EXPECT_EQ(superfluous.status, 422);
    EXPECT_THAT(fieldErrorsOf(superfluous), testing::ElementsAre("/email unknown"));
    sql().rows("update vault.staff set email = null, email_folded = null where account_id = $1",
               {std::to_string(member.id)});
    const auto missing = accept(token);
    EXPECT_EQ(missing.status, 422);
    EXPECT_THAT(fieldErrorsOf(missing), testing::ElementsAre("/email missing"));
    const auto odd = accept(token, {{"email", "not an address"}});
    EXPECT_THAT(fieldErrorsOf(odd), testing::ElementsAre("/email bad-format"));
    const auto taken = accept(token, {{"email", "DIRECTOR@example.org"}});
    EXPECT_EQ(taken.status, 409);
    EXPECT_EQ(codeOf(taken), "email-taken");
    EXPECT_EQ(accept(token, {{"email", "other@example.org"}}).status, 200) << "no refusal used it up";
}

TEST_F(Arrivals, APasswordThatIsTooShortTooLongOrEasyIsRefusedAtItsField) {
    const auto invited = invite("eleni@example.org");
    const auto token = invitationOf(invited);
    const auto fault = [&](const std::string& password) {
        const auto reply = accept(token, {{"password", password}});
        EXPECT_EQ(reply.status, 422) << password;
        return fieldErrorsOf(reply);
    };
    EXPECT_THAT(fault("Xk4-Qu7_zPq"), testing::ElementsAre("/password too-short"));
    EXPECT_THAT(fault(std::string(257, 'q')), testing::ElementsAre("/password too-long"));
    EXPECT_THAT(fault("passwordpassword"), testing::ElementsAre("/password easy-to-guess"));
    EXPECT_THAT(fault("eleni@example.org"), testing::ElementsAre("/password easy-to-guess"));
    EXPECT_THAT(fault("qwertyuiopasdf"), testing::ElementsAre("/password easy-to-guess"));
    EXPECT_EQ(lookUp(token).status, 200);

    auto client = letIn(director_);
    const auto changed =
        client.post("/api/v1/auth/me/password", {{"current", kStaffPassword}, {"new", "director2027!"}});
    EXPECT_THAT(fieldErrorsOf(changed), testing::ElementsAre("/new easy-to-guess"));
    const auto wrong = client.post("/api/v1/auth/me/password", {{"current", "wrong"}, {"new", kNewPassword}});
    EXPECT_EQ(wrong.status, 422);
    EXPECT_THAT(fieldErrorsOf(wrong), testing::ElementsAre("/current incorrect"));
}

TEST_F(Arrivals, APasswordMatchesOnWhateverKeyboardItWasTyped) {
    const auto invited = invite("eleni@example.org");
    // The same letters, composed and not: ή is one code point or two.
    const std::string composed = "καλημ\xCE\xAD\xCF\x81\xCE\xB1-\xC3\xA9tude-walnut";
    const std::string decomposed = "καλημ\xCE\xB5\xCC\x81\xCF\x81\xCE\xB1-e\xCC\x81tude-walnut";
    ASSERT_NE(composed, decomposed);
    ASSERT_EQ(accept(invitationOf(invited), {{"password", decomposed}}).status, 200);
    EXPECT_EQ(signIn(http_, "eleni@example.org", composed).status, 200);
    EXPECT_EQ(signIn(http_, "eleni@example.org", decomposed).status, 200);
    EXPECT_EQ(signIn(http_, "eleni@example.org", composed + " ").status, 401) << "a space counts";
}

TEST_F(Arrivals, ALinkThatRanOutWasReplacedOrIsOfAnotherKindIsInvalid) {
    const auto member = invite("eleni@example.org");
    const auto first = invitationOf(member);
    ASSERT_EQ(manager_.send("POST", "/api/v1/accounts/" + member.code + "/invitation").status, 202);
    const auto second = invitationOf(member);
    EXPECT_NE(first, second);
    EXPECT_EQ(accept(first).status, 410);
    EXPECT_EQ(complete(second).status, 410) << "an invitation is no reset";
    EXPECT_EQ(sql().number("select round(extract(epoch from expires_at - created_at))::integer from ops.one_time_link"
                           " where used_at is null"),
              72 * 3600);
    sql().run("update ops.one_time_link set expires_at = clock_timestamp()");
    EXPECT_EQ(lookUp(second).status, 410);
    EXPECT_EQ(accept(second).status, 410);
    for (const auto& odd : {std::string{"x"}, std::string(43, 'A'), second + "A"}) {
        const auto reply = lookUp(odd);
        EXPECT_EQ(reply.status, 410);
        EXPECT_EQ(codeOf(reply), "link-invalid");
    }
    EXPECT_EQ(lookUp(std::string(129, 'A')).status, 422);
}

TEST_F(Arrivals, AnInvitationOfADisabledAccountIsWorthNothingAndCanBeRenewed) {
    const auto member = invite("eleni@example.org");
    const auto url = "/api/v1/accounts/" + member.code;
    const auto change = [&](const std::string& state) {
        return manager_.send("PATCH", url, json{{"state", state}}.dump(),
                             {{"If-Match", manager_.get(url).header("etag")}});
    };
    EXPECT_EQ(codeOf(change("active")), "conflict") << "that takes a password of their own";
    ASSERT_EQ(change("disabled").status, 200);
    EXPECT_EQ(accept(invitationOf(member)).status, 410);
    EXPECT_EQ(codeOf(manager_.send("POST", url + "/invitation")), "conflict");
    EXPECT_EQ(change("active").json().at("state"), "invited");
    ASSERT_EQ(manager_.send("POST", url + "/invitation").status, 202);
    EXPECT_EQ(accept(invitationOf(member)).status, 200);
    EXPECT_EQ(codeOf(manager_.send("POST", url + "/invitation")), "conflict") << "who is in needs no invitation";
}

TEST_F(Arrivals, AResetIsAnsweredTheSameForKnownAndUnknown) {
    const auto shape = [&](const std::string& email) {
        const auto reply = askForReset(email);
        auto headers = json::array();
        for (const auto& [name, value] : reply.headers) {
            headers.push_back({name, name == "date" || name == "x-request-id" ? "" : value});
        }
        return json{reply.status, reply.body, headers};
    };
    const auto invited = invite("invited@example.org");
    const auto expected = shape("nobody@example.org");
    EXPECT_EQ(expected.at(0), 202);
    EXPECT_EQ(shape("Director@Example.org"), expected);
    EXPECT_EQ(shape("invited@example.org"), expected);
    ASSERT_TRUE(wishesAreTaken());
    EXPECT_EQ(mails("password-reset"), 1);
    EXPECT_EQ(staff_.acts("reset-sent", director_.code), 1);
    EXPECT_EQ(askForReset("not an address").status, 422);
}

TEST_F(Arrivals, AResetLinkIsGoodOnceAndEndsEverySession) {
    const auto member = staff_.add({.email = "desk@example.org", .role = "desk"});
    auto client = signedIn(member);
    ASSERT_EQ(askForReset("DESK@example.org").status, 202);
    ASSERT_TRUE(wishesAreTaken());
    const auto token = resetOf(member);
    EXPECT_EQ(accept(token).status, 410) << "a reset is no invitation";
    EXPECT_THAT(fieldErrorsOf(complete(token, "short")), testing::ElementsAre("/password too-short"));
    ASSERT_EQ(complete(token).status, 204);
    EXPECT_EQ(complete(token).status, 410);
    EXPECT_EQ(client.get("/api/v1/auth/me").status, 401);
    EXPECT_EQ(http_.send("POST", "/api/v1/auth/refresh", {}, {{"Cookie", client.refreshCookie()}}).status, 401);
    EXPECT_EQ(signIn(http_, member.email, kStaffPassword).status, 401);
    EXPECT_EQ(signIn(http_, member.email, kNewPassword).status, 200);
    EXPECT_EQ(mails("password-changed"), 1);
    EXPECT_EQ(sql().value("select detail from audit.act where act = 'password-reset'"), R"({"sessions_ended":1})");
}

TEST_F(Arrivals, AResetLinkLastsAnHourAndDoesNotReplaceTheSecondFactor) {
    ASSERT_EQ(askForReset(director_.email).status, 202);
    ASSERT_TRUE(wishesAreTaken());
    EXPECT_EQ(sql().number("select round(extract(epoch from expires_at - created_at))::integer from ops.one_time_link"),
              3600);
    const auto token = resetOf(director_);
    sql().run("update ops.one_time_link set expires_at = clock_timestamp()");
    EXPECT_EQ(complete(token).status, 410);
    sql().run("update ops.one_time_link set expires_at = clock_timestamp() + interval '1 hour'");
    ASSERT_EQ(complete(token).status, 204);
    EXPECT_EQ(codeOf(signIn(http_, director_.email, kNewPassword)), "second-factor-required");
    EXPECT_EQ(signIn(http_, director_.email, kNewPassword, staff_.freshCode(director_)).status, 200);
}

TEST_F(Arrivals, NobodysMailboxIsFilledWithLinks) {
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(askForReset(director_.email).status, 202);
        ASSERT_TRUE(wishesAreTaken());
    }
    EXPECT_EQ(mails("password-reset"), 3);
    EXPECT_EQ(sql().number("select count(*) from ops.one_time_link where used_at is null"), 1)
        << "the newest alone is good";
}

TEST_F(Arrivals, OwnNameAndLanguageAreChangedAsTheyWereSeen) {
    auto client = letIn(director_);
    const auto seen = client.get("/api/v1/auth/me").header("etag");
    const auto patch = [&](const std::string& body, const Headers& headers) {
        return client.send("PATCH", "/api/v1/auth/me", body, headers);
    };
    EXPECT_EQ(patch(R"({"language":"el"})", {}).status, 428);
    const auto changed = patch(R"({"display_name":"Dimitra","language":"el"})", {{"If-Match", seen}});
    ASSERT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.json().at("account").at("display_name"), "Dimitra");
    EXPECT_EQ(changed.json().at("account").at("language"), "el");
    EXPECT_EQ(patch(R"({"language":"en"})", {{"If-Match", seen}}).status, 412);
    EXPECT_EQ(
        patch(R"({"language":"en"})", {{"If-Match", changed.header("etag")}}).json().at("account").at("display_name"),
        "Dimitra");
    EXPECT_EQ(patch(R"({"email":"new@example.org"})", {{"If-Match", seen}}).status, 422);
}

}  // namespace
}  // namespace agon::test
