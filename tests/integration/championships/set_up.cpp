#include "integration/championships/championship_test.hpp"

namespace agon::test {
namespace {

class SetUp : public ChampionshipTest {
  protected:
    // An entry that waits in the first heat, as far as its places go.
    void addWaiting(const std::string& heat, int number) {
        sql().rows(
            "with person as (insert into vault.person (championship_id, full_name, name_folded, birth_date, "
            "citizenships,"
            "   email, email_folded, phone, language)"
            "   select championship_id, 'N', 'n', '1990-01-01', '{GR}', $2, $2, '+30', 'el' from core.heat where code "
            "= $1"
            "   returning id)"
            " insert into core.entry (code, championship_id, heat_id, person_id, number, received_at, channel,"
            "   terms_number, place, receipt_hash, secret_hash)"
            " select $2, h.championship_id, h.id, p.id, $3::integer, clock_timestamp(), 'form', 1, 'waiting',"
            "   sha256('r'), sha256('s')"
            " from core.heat h, person p where h.code = $1",
            {heat, "entry-" + std::to_string(number), std::to_string(number)});
        sql().rows("update core.heat set last_number = $2::integer, waiting_count = waiting_count + 1 where code = $1",
                   {heat, std::to_string(number)});
    }
    json countOf(const std::string& heat) {
        // From the table: the public answer may be a second old.
        const auto rows = sql().rows(
            "select capacity, held_count, waiting_count, promotion_paused from core.heat where code = $1", {heat});
        return {rows.at(0).at(0).value(), rows.at(0).at(1).value(), rows.at(0).at(2).value(), rows.at(0).at(3).value()};
    }
};

TEST_F(SetUp, ARepeatedCreationIsOneByteForByte) {
    const json body{{"slug", "greece-2035"}, {"kind", "real"}, {"settings", exampleSettings()}};
    const Headers key{{"Idempotency-Key", "create-greece-2035"}};
    const auto first = organiser_.post("/api/v1/championships", body, key);
    ASSERT_EQ(first.status, 201) << first.body;
    ASSERT_EQ(change("greece-2035", draft("greece-2035")).status, 200);
    const auto again = organiser_.post("/api/v1/championships", body, key);
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(again.header("etag"), first.header("etag"));
    EXPECT_EQ(codeOf(create("greece-2035")), "slug-taken");
}

TEST_F(SetUp, EveryFieldErrorIsToldAtOnce) {
    auto settings = exampleSettings();
    settings["country"] = "Greece";
    settings["heats"][1]["capacity"] = -1;
    settings["opens_at"] = "2035-05-04T10:00:00";
    const auto refused = create("greece-2035", settings);
    EXPECT_EQ(refused.status, 422);
    EXPECT_THAT(fieldErrorsOf(refused),
                testing::UnorderedElementsAre("/settings/country bad-format", "/settings/heats/1/capacity out-of-range",
                                              "/settings/opens_at bad-instant"));
}

TEST_F(SetUp, AHeatKeepsItsCodeAndAStrangersCodeIsRefused) {
    open("greece-2035");
    open("other-2035");
    auto settings = draft("greece-2035");
    const auto codes = std::pair{settings["heats"][0]["code"], settings["heats"][1]["code"]};
    std::swap(settings["heats"][0], settings["heats"][1]);
    settings["heats"].push_back(heatIn("Πάτρα", "Patras", 36, "Iron"));
    const auto changed = change("greece-2035", settings).json().at("settings").at("heats");
    EXPECT_EQ(changed.at(0).at("code"), codes.second);
    EXPECT_EQ(changed.at(1).at("code"), codes.first);
    EXPECT_FALSE(changed.at(2).at("code").get<std::string>().empty());

    settings["heats"][2]["code"] = draft("other-2035").at("heats").at(0).at("code");
    EXPECT_THAT(fieldErrorsOf(change("greece-2035", settings)), ElementsAre("/heats/2/code incorrect"));
}

TEST_F(SetUp, LabelsMayBeExchangedAndUsedAgain) {
    open("greece-2035");
    auto settings = draft("greece-2035");
    std::swap(settings["heats"][0]["public_label"], settings["heats"][1]["public_label"]);
    ASSERT_EQ(change("greece-2035", settings).status, 200);
    const auto published = publish("greece-2035", termsBody("other"));
    EXPECT_EQ(published.status, 201) << published.body;
    const auto label = settings["heats"][0]["public_label"];
    settings["heats"].erase(0);
    settings["heats"].push_back(heatIn("Πάτρα", "Patras", 36, label));
    ASSERT_EQ(change("greece-2035", settings).status, 200);
    EXPECT_EQ(publish("greece-2035", termsBody("other")).status, 201);
}

TEST_F(SetUp, AHeatWithoutEntriesCanGoAndOneWithEntriesCannot) {
    open("greece-2035");
    auto settings = draft("greece-2035");
    const std::string gone = settings["heats"][0]["code"];
    sql().rows("update core.heat set last_number = 1 where code = $1", {gone});
    settings["heats"].erase(0);
    const auto drafted = change("greece-2035", settings);
    EXPECT_THAT(findingsOf(drafted), ElementsAre("heat-has-entries /heats"));
    EXPECT_EQ(codeOf(publish("greece-2035", termsBody("other"))), "not-publishable");

    sql().rows("update core.heat set last_number = 0 where code = $1", {gone});
    ASSERT_EQ(publish("greece-2035", termsBody("other")).status, 201);
    EXPECT_EQ(sql().number("select count(*) from core.heat where code = $1 and retired_at is not null"
                           " and not takes_registrations",
                           {gone}),
              1);
    EXPECT_EQ(read(pathOf("greece-2035", "/heats")).at("items").size(), 1U);
    EXPECT_EQ(
        organiser_.send("PUT", pathOf("greece-2035", "/heats/" + gone + "/promotion"), R"({"paused":true})").status,
        404);
}

TEST_F(SetUp, AQuestionThatIsNoLongerAskedKeepsItsRow) {
    auto settings = exampleSettings();
    const json question{{"code", "passport"},
                        {"text", bothLanguages("Διαβατήριο;", "Passport?")},
                        {"kind", "yes-no"},
                        {"must_be", true}};
    settings["questions"].push_back(question);
    open("greece-2035", settings);
    auto changed = draft("greece-2035");
    changed["questions"] = json::array();
    ASSERT_EQ(change("greece-2035", changed).status, 200);
    ASSERT_EQ(publish("greece-2035", termsBody("procedure")).status, 201);
    EXPECT_EQ(sql().number("select count(*) from core.question where retired_at is not null"), 1);
    changed["questions"].push_back(question);
    ASSERT_EQ(change("greece-2035", changed).status, 200);
    ASSERT_EQ(publish("greece-2035", termsBody("procedure")).status, 201);
    EXPECT_EQ(sql().number("select count(*) from core.question where retired_at is null"), 1);
}

TEST_F(SetUp, ARaisedCapacityMovesReservesUpInTheSameActAndALoweredOneTakesNobodysPlace) {
    auto settings = exampleSettings();
    settings["heats"][0]["capacity"] = 0;
    open("greece-2035", settings);
    settings = draft("greece-2035");
    const std::string heat = settings["heats"][0]["code"];
    for (int number = 1; number <= 6; ++number) addWaiting(heat, number);

    settings["heats"][0]["capacity"] = 4;
    ASSERT_EQ(change("greece-2035", settings).status, 200);
    const auto raised = publish("greece-2035", termsBody("capacity"));
    ASSERT_EQ(raised.status, 201) << raised.body;
    EXPECT_EQ(countOf(heat), json({"4", "4", "2", "f"}));
    EXPECT_EQ(sql().value("select string_agg(number::text, ',' order by number) from core.entry where place = 'held'"),
              "1,2,3,4");
    EXPECT_EQ(sql().number("select count(*) from core.place_event where cause = 'capacity' and account_id = $1",
                           {std::to_string(member_.id)}),
              4);

    settings["heats"][0]["capacity"] = 2;
    EXPECT_THAT(findingsOf(change("greece-2035", settings)),
                ElementsAre("capacity-below-held /heats/0/capacity", "no-table-plan /heats/0/capacity"));
    ASSERT_EQ(publish("greece-2035", termsBody("capacity")).status, 201);
    EXPECT_EQ(countOf(heat), json({"2", "4", "2", "f"}));
    EXPECT_EQ(sql().number("select count(*) from core.place"), 4);
}

TEST_F(SetUp, PromotionCanBePausedAndResumingFillsWhatWasFreed) {
    auto settings = exampleSettings();
    settings["heats"][0]["capacity"] = 0;
    open("greece-2035", settings);
    settings = draft("greece-2035");
    const std::string heat = settings["heats"][0]["code"];
    const auto path = pathOf("greece-2035", "/heats/" + heat + "/promotion");
    for (int number = 1; number <= 5; ++number) addWaiting(heat, number);
    const auto paused = organiser_.send("PUT", path, R"({"paused":true})");
    ASSERT_EQ(paused.status, 200) << paused.body;
    EXPECT_EQ(paused.json().at("promotion_paused"), true);
    EXPECT_EQ(paused.json().at("waiting"), 5);

    settings["heats"][0]["capacity"] = 4;
    ASSERT_EQ(change("greece-2035", settings).status, 200);
    ASSERT_EQ(publish("greece-2035", termsBody("capacity")).status, 201);
    EXPECT_EQ(countOf(heat), json({"4", "0", "5", "t"}));

    const auto resumed = organiser_.send("PUT", path, R"({"paused":false})");
    ASSERT_EQ(resumed.status, 200) << resumed.body;
    const json expected{{"code", heat}, {"capacity", 4}, {"held", 4}, {"waiting", 1}, {"promotion_paused", false}};
    EXPECT_EQ(resumed.json(), expected);
    EXPECT_EQ(staff_.acts("promotion-paused", heat), 1);
    EXPECT_EQ(staff_.acts("promotion-resumed", heat), 1);
    EXPECT_TRUE(eventually(3s, [&] { return read(pathOf("greece-2035", "/heats")).at("items").at(0) == expected; }));
}

TEST_F(SetUp, OneAnswerIsLargeEnoughForLongTerms) {
    ASSERT_EQ(create("greece-2035").status, 201);
    std::string greek;
    for (int i = 0; i < 50'000; ++i) greek += "α";
    const json body{{"reason", "first"}, {"text", bothLanguages(greek, std::string(50'000, 'a'))}};
    const auto published = publish("greece-2035", body);
    ASSERT_EQ(published.status, 201) << published.body.substr(0, 300);
    EXPECT_EQ(read(pathOf("greece-2035", "/terms/1")).at("text").at("el"), greek);
    const json longer{{"reason", "other"}, {"text", bothLanguages(greek + "α", "a")}};
    EXPECT_THAT(fieldErrorsOf(publish("greece-2035", longer)), ElementsAre("/text/el too-long"));
}

}  // namespace
}  // namespace agon::test
