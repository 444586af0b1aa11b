#include "integration/auth/auth_test.hpp"

namespace agon::test {
namespace {

constexpr auto kAgent = "Netscape-Navigator-of-Eleni/4.7";
constexpr std::string_view kNewPassword = "another-walnut-Orbit-52";

std::string hexOf(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string hex;
    for (const char c : text) {
        hex += kDigits[static_cast<unsigned char>(c) >> 4U];
        hex += kDigits[static_cast<unsigned char>(c) & 15U];
    }
    return hex;
}

class Privacy : public AuthTest {
  protected:
    Privacy() : AuthTest{{{"AGON_LOG_LEVEL", "debug"}}} {}

    // All that one may do with accounts, done once; whatever must not be written down is noted.
    void beBusy();
    void note(const std::string& secret) { secrets_.push_back(secret); }
    void noteSession(const HttpReply& reply) {
        note(reply.json().at("access_token").get<std::string>());
        note(refreshCookieIn(reply).substr(std::string_view{"__Host-agon-refresh="}.size()));
        if (const auto device = deviceCookieIn(reply); !device.empty()) note(device.substr(device.find('=') + 1));
    }
    std::string everythingIn(const std::string& table) {
        return sql().value("select coalesce(string_agg(t::text, E'\\n'), '') from " + table + " t");
    }

    std::vector<std::string> secrets_;
};

void Privacy::beBusy() {
    const Headers agent{{"User-Agent", kAgent}};
    for (const auto& secret :
         {std::string{kAgent}, std::string{kStaffPassword}, std::string{kNewPassword}, std::string{"Eleni Papadaki"},
          std::string{"eleni@example.org"}, director_.email, std::string{"unknown@example.org"},
          std::string{"a wrong guess 77"}, std::string{"Director"}}) {
        note(secret);
    }
    const auto entered = signIn(http_, director_.email, kStaffPassword, staff_.freshCode(director_), agent);
    ASSERT_EQ(entered.status, 200);
    noteSession(entered);
    SignedInClient manager{service_.baseUrl(), entered.json().at("access_token").get<std::string>()};
    note(manager.token());
    signIn(http_, director_.email, "a wrong guess 77", {}, agent);
    signIn(http_, "unknown@example.org", "a wrong guess 77", {}, agent);

    const json invitation{{"email", "eleni@example.org"},
                          {"display_name", "Eleni Papadaki"},
                          {"organiser", "hosting"},
                          {"language", "el"}};
    const Headers key{{"Idempotency-Key", "key-that-names-eleni@example.org"}, {"User-Agent", kAgent}};
    const auto invited = manager.post("/api/v1/accounts", invitation, key);
    ASSERT_EQ(invited.status, 201) << invited.body;
    EXPECT_EQ(manager.post("/api/v1/accounts", invitation).status, 409);
    Member eleni{.code = invited.json().at("code").get<std::string>(), .email = "eleni@example.org"};
    eleni.id = sql().number("select id from ops.account where code = $1", {eleni.code});
    const auto link = staff_.linkToken(eleni, auth::LinkPurpose::Invitation);
    note(link);
    const json acceptance{
        {"token", link}, {"display_name", "Eleni Papadaki"}, {"language", "el"}, {"password", kStaffPassword}};
    const auto accepted = http_.post("/api/v1/auth/invitations/acceptance", acceptance, agent);
    ASSERT_EQ(accepted.status, 200) << accepted.body;
    noteSession(accepted);
    SignedInClient page{service_.baseUrl(), accepted.json().at("access_token").get<std::string>()};

    const auto totp = page.send("POST", "/api/v1/auth/me/totp", {}, agent).json();
    note(totp.at("secret").get<std::string>());
    eleni.totpSecret = fromBase32(totp.at("secret").get<std::string>());
    const auto confirmed = page.post("/api/v1/auth/me/totp/confirmation", {{"code", staff_.freshCode(eleni)}}, agent);
    ASSERT_EQ(confirmed.status, 200) << confirmed.body;
    for (const auto& code : confirmed.json().at("recovery_codes")) note(code.get<std::string>());
    const auto refreshed =
        http_.send("POST", "/api/v1/auth/refresh", {}, {{"Cookie", refreshCookieIn(accepted)}, {"User-Agent", kAgent}});
    ASSERT_EQ(refreshed.status, 200);
    noteSession(refreshed);
    const auto tag = page.get("/api/v1/auth/me").header("etag");
    EXPECT_EQ(
        page.send("PATCH", "/api/v1/auth/me", R"({"display_name":"Eleni Papadaki-Doe"})", {{"If-Match", tag}}).status,
        200);
    EXPECT_EQ(manager.post("/api/v1/accounts/" + eleni.code + "/grants", {{"role", "desk"}}).status, 201);
    EXPECT_EQ(http_.post("/api/v1/auth/password-resets", {{"email", "eleni@example.org"}}, agent).status, 202);
    EXPECT_EQ(http_.post("/api/v1/auth/password-resets", {{"email", "unknown@example.org"}}, agent).status, 202);
    ASSERT_TRUE(eventually(5s, [&] { return staff_.acts("reset-sent") == 1; }));
    const auto reset = staff_.linkToken(eleni, auth::LinkPurpose::Reset);
    note(reset);
    EXPECT_EQ(
        http_.post("/api/v1/auth/password-resets/completion", {{"token", reset}, {"password", kNewPassword}}, agent)
            .status,
        204);
    // What goes wrong is written down more than what goes well.
    EXPECT_EQ(http_.get("/api/v1/accounts/eleni@example.org", agent).status, 401);
    EXPECT_EQ(http_.get("/nowhere/eleni@example.org?token=" + reset, agent).status, 404);
    EXPECT_EQ(http_.send("POST", "/api/v1/auth/sign-in", R"({"email":"eleni@example.org")", agent).status, 400);
    EXPECT_EQ(http_.get("/api/v1/auth/me", bearer(refreshed.json().at("access_token"))).status, 401);
}

TEST_F(Privacy, NoNameAddressOrSecretStandsWhereItNeedNot) {
    beBusy();
    if (HasFatalFailure()) return;
    std::map<std::string, std::string> places{{"the log", service_.stdoutText() + service_.stderrText()}};
    for (const auto* const table :
         {"audit.act", "ops.outbox", "ops.idempotency", "ops.throttle", "ops.one_time_link"}) {
        places[table] = everythingIn(table);
    }
    for (const auto& [place, text] : places) {
        EXPECT_FALSE(text.empty()) << place << " is empty, so nothing is proved";
        for (const auto& secret : secrets_) {
            ASSERT_GE(secret.size(), 8U);
            EXPECT_FALSE(text.contains(secret)) << place << " holds " << secret;
            EXPECT_FALSE(text.contains(hexOf(secret))) << place << " holds " << secret << " in hexadecimal";
        }
    }
    for (const auto* const table : {"ops.account", "ops.session", "ops.recovery_code", "ops.signing_key"}) {
        const auto text = everythingIn(table);
        EXPECT_FALSE(text.empty());
        for (const auto& secret : secrets_) {
            if (secret != kAgent) EXPECT_FALSE(text.contains(secret)) << table << " holds " << secret;
        }
    }
    EXPECT_EQ(sql().number("select count(*) from vault.reset_wish"), 0);
    EXPECT_GE(sql().number("select count(*) from audit.act"), 8);
}

TEST_F(Privacy, ASessionShowsItsOwnerOnlyPartOfAnAddressAndPrintableLetters) {
    const auto member = staff_.add({.email = "desk@example.org"});
    const auto reply =
        signIn(http_, member.email, kStaffPassword, {}, {{"User-Agent", "\xC3\xA9<b>" + std::string(300, 'x')}});
    ASSERT_EQ(reply.status, 200);
    const auto session =
        http_.get("/api/v1/auth/sessions", bearer(reply.json().at("access_token"))).json().at("items").at(0);
    EXPECT_LE(session.at("user_agent").get<std::string>().size(), 200U);
    EXPECT_TRUE(session.at("user_agent").get<std::string>().starts_with("<b>xxx"));
    EXPECT_EQ(session.at("address"), "127.0.0.*");
}

}  // namespace
}  // namespace agon::test
