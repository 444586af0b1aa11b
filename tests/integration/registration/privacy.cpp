#include "integration/registration/registration_test.hpp"

namespace agon::test {
namespace {

Environment talkative() {
    auto environment = withoutLimits();
    environment["AGON_LOG_LEVEL"] = "debug";
    return environment;
}

class Privacy : public RegistrationTest {
  protected:
    Privacy() : RegistrationTest{talkative()} {}

    // Everything that is done to an entry, done once.
    void beBusy();
    std::string everythingIn(const std::string& table) {
        return sql().value("select coalesce(string_agg(t::text, E'\\n'), '') from " + table + " t");
    }

    std::vector<std::string> secrets_{"Xanthippe",    "Ξανθίππη", "ΞΑΝΘΙΠΠΗ",    "ξανθιππη", "xanthippe@",
                                      "7654321",      "7654322",  "Golden Boot", "Socrates", "Her papers are odd",
                                      "nobody-known@"};
    json receipt_;
};

void Privacy::beBusy() {
    auto who = somebody(1, volos_);
    who["full_name"] = "Ξανθίππη Xanthippe";
    who["email"] = "xanthippe@example.org";
    who["phone"] = "2107654321";
    who["nickname"] = "Golden Boot";
    who["relative_note"] = "Socrates";
    const Headers key{{"Idempotency-Key", "key-of-xanthippe@example.org"}};
    const auto reply = enter(who, key);
    ASSERT_EQ(reply.status, 201) << reply.body;
    receipt_ = reply.json();
    secrets_.push_back(receipt_.at("secret"));
    EXPECT_EQ(enter(who).status, 409);
    auto young = who;
    young["birth_date"] = "2020-01-01";
    EXPECT_EQ(enter(young).status, 422);
    young["phone"] = "xanthippe@example.org";
    EXPECT_EQ(enter(young).status, 422);
    EXPECT_EQ(http_.send("POST", pathOf(kSlug, "/registrations"), R"({"email":"xanthippe@example.org")").status, 400);

    auto holder = holderOf(receipt_);
    secrets_.push_back(holder.token());
    const auto tag = holder.get(entryPath(receipt_)).header("etag");
    EXPECT_EQ(holder.send("PATCH", entryPath(receipt_), R"({"phone":"2107654322"})", {{"If-Match", tag}}).status, 200);
    for (const auto* const email : {"xanthippe@example.org", "nobody-known@example.org"}) {
        EXPECT_EQ(http_.post("/api/v1/entry-recoveries", {{"championship", kSlug}, {"email", email}}).status, 202);
    }
    ASSERT_TRUE(eventually(10s, [&] { return sql().number("select count(*) from ops.entry_link") == 1; }));
    EXPECT_EQ(organiser_.post(pathOf(kSlug, "/entries/search"), {{"text", "Ξανθίππη"}}).status, 200);

    auto friendly = somebody(2, athens_);
    friendly["full_name"] = "ΞΑΝΘΙΠΠΗ Imported";
    const auto staged = stage(kCsvHead + csvLine(friendly, "2021-05-11T10:15:30+03:00"));
    ASSERT_EQ(commit(staged).status, 200);
    const auto path = pathOf(kSlug, "/entries/" + receipt_.at("code").get<std::string>());
    const auto seen = organiser_.get(path).header("etag");
    EXPECT_EQ(
        organiser_
            .post(path + "/cancellation", {{"reason", "other"}, {"note", "Her papers are odd"}}, {{"If-Match", seen}})
            .status,
        200);
}

TEST_F(Privacy, NobodysNameAddressOrTelephoneStandsOutsideTheVault) {
    beBusy();
    if (HasFatalFailure()) return;
    std::map<std::string, std::string> places{{"the log", service_.stdoutText() + service_.stderrText()}};
    const auto tables = sql().rows(
        "select format('%I.%I', table_schema, table_name) from information_schema.tables "
        "where table_schema in ('core', 'ops', 'audit') and table_type = 'BASE TABLE'");
    ASSERT_GT(tables.size(), 15U);
    for (const auto& row : tables) places[row.at(0).value()] = everythingIn(row.at(0).value());
    for (const auto* const table : {"core.entry", "core.entry_event", "audit.act", "ops.outbox", "ops.idempotency"}) {
        EXPECT_FALSE(places.at(table).empty()) << table << " is empty, so nothing is proved";
    }
    for (const auto& [place, text] : places) {
        for (const auto& secret : secrets_) EXPECT_FALSE(text.contains(secret)) << place << " holds " << secret;
    }
    EXPECT_TRUE(everythingIn("vault.person").contains("xanthippe@")) << "where it belongs";
    EXPECT_EQ(sql().number("select count(*) from vault.recovery_wish"), 0);
}

TEST_F(Privacy, NoPublicAnswerNamesAnybody) {
    beBusy();
    if (HasFatalFailure()) return;
    const auto ledger = http_.get(pathOf(kSlug, "/heats/" + volos_ + "/ledger"));
    ASSERT_EQ(ledger.status, 200);
    EXPECT_TRUE(ledger.body.contains(receipt_.at("code").get<std::string>()));
    EXPECT_FALSE(ledger.body.contains("Boot")) << "nor the label of the heat";
    for (const auto& rest : {std::string{}, std::string{"/heats"}, std::string{"/terms"}, std::string{"/terms/1"},
                             "/heats/" + volos_ + "/ledger"}) {
        const auto reply = http_.get(pathOf(kSlug, rest));
        EXPECT_EQ(reply.status, 200) << rest;
        for (const auto& secret : secrets_) EXPECT_FALSE(reply.body.contains(secret)) << rest << " holds " << secret;
    }
}

}  // namespace
}  // namespace agon::test
