#include "integration/auth/auth_test.hpp"

namespace agon::test {
namespace {

json acceptance(const std::string& token, const std::string& email = "first@example.org") {
    return {{"token", token},
            {"display_name", "Ariadne"},
            {"language", "el"},
            {"password", kStaffPassword},
            {"email", email}};
}

TEST(FirstDirector, ComesInByALinkThatIsPrintedOnceAndWorksOnce) {
    const TestDatabase database;
    ServiceProcess service{database};
    const auto token = firstLinkToken(service);
    ASSERT_EQ(token.size(), 43U) << service.stdoutText();

    HttpClient http{service.baseUrl()};
    const auto shown = http.post("/api/v1/auth/invitations/lookup", {{"token", token}});
    EXPECT_EQ(shown.status, 200);
    EXPECT_EQ(shown.json(), (json{{"email", nullptr}, {"display_name", nullptr}, {"language", "el"}}));
    const auto accepted = http.post("/api/v1/auth/invitations/acceptance", acceptance(token));
    ASSERT_EQ(accepted.status, 200) << accepted.body;
    const auto again = http.post("/api/v1/auth/invitations/acceptance", acceptance(token, "other@example.org"));
    EXPECT_EQ(again.status, 410);
    EXPECT_EQ(codeOf(again), "link-invalid");

    service.signal(SIGTERM);
    ASSERT_EQ(service.waitForExit(), ExitStatus{});
    const ServiceProcess restarted{database};
    EXPECT_EQ(firstLinkToken(restarted), "") << "a link for somebody who is in already";
    EXPECT_FALSE(restarted.stdoutText().contains("token="));
}

TEST(FirstDirector, IsAskedForASecondFactorBeforeDirecting) {
    const TestDatabase database;
    const ServiceProcess service{database};
    HttpClient http{service.baseUrl()};
    const auto accepted = http.post("/api/v1/auth/invitations/acceptance", acceptance(firstLinkToken(service)));
    ASSERT_EQ(accepted.status, 200) << accepted.body;
    SignedInClient director{service.baseUrl(), accepted.json().at("access_token").get<std::string>()};

    const auto before = director.get("/api/v1/auth/me").json();
    EXPECT_EQ(before.at("asleep_roles"), json::array({"director"}));
    EXPECT_EQ(before.at("rights"), json::array());
    EXPECT_EQ(director.get("/api/v1/accounts").status, 403);

    const auto started = director.send("POST", "/api/v1/auth/me/totp").json();
    Staff staff{database};
    const auto sealed = staff.sql().value("select totp_secret::text from ops.account");
    EXPECT_FALSE(sealed.contains(started.at("secret").get<std::string>()));
    const auto uri = started.at("uri").get<std::string>();
    EXPECT_THAT(uri, testing::StartsWith("otpauth://totp/Agon:first%40example.org?secret=" +
                                         started.at("secret").get<std::string>() + "&issuer=Agon"));
    const auto secret = fromBase32(started.at("secret").get<std::string>());
    const auto now = Instant{std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now())};
    const auto confirmed =
        director.post("/api/v1/auth/me/totp/confirmation", {{"code", auth::totpCode(secret, auth::totpStepAt(now))}});
    ASSERT_EQ(confirmed.status, 200) << confirmed.body;
    EXPECT_EQ(confirmed.json().at("recovery_codes").size(), 10U);

    EXPECT_EQ(director.get("/api/v1/auth/me").json().at("asleep_roles"), json::array());
    EXPECT_EQ(director.get("/api/v1/accounts").status, 200);
    EXPECT_EQ(staff.acts("first-director-made"), 1);
    EXPECT_EQ(staff.acts("invitation-accepted"), 1);
    EXPECT_EQ(staff.acts("second-factor-set"), 1);
}

TEST(FirstDirector, IsOneWhenTwoServicesStartTogether) {
    const TestDatabase database;
    ServiceProcess one{database, {}, ServiceProcess::Until::Started};
    ServiceProcess other{database, {}, ServiceProcess::Until::Started};
    one.waitUntil(ServiceProcess::Until::Ready);
    other.waitUntil(ServiceProcess::Until::Ready);
    EXPECT_EQ(database.session().number("select count(*) from ops.account"), 1);
    EXPECT_EQ(database.session().number("select count(*) from ops.one_time_link"), 1);
    EXPECT_NE(firstLinkToken(one).empty(), firstLinkToken(other).empty());
}

TEST(FirstDirector, HasNoPasswordBeforeOneIsChosen) {
    const TestDatabase database;
    const ServiceProcess service{database};
    auto sql = database.session();
    EXPECT_EQ(sql.value("select state || (password_hash is null)::text from ops.account"), "invitedtrue");
    HttpClient http{service.baseUrl()};
    for (const auto* const guess : {"admin", "director", "agon", "password", "changeme"}) {
        EXPECT_EQ(signIn(http, "admin@example.org", guess).status, 401) << guess;
    }
}

TEST(FirstDirector, IsNotMadeWhereThereIsAnybody) {
    const TestDatabase database;
    Staff staff{database};
    staff.add({.email = "desk@example.org", .role = "desk"});
    const ServiceProcess service{database};
    EXPECT_EQ(firstLinkToken(service), "");
    EXPECT_EQ(staff.sql().number("select count(*) from ops.account"), 1);
}

}  // namespace
}  // namespace agon::test
