#include "integration/championships/championship_test.hpp"

namespace agon::test {
namespace {

class Terms : public ChampionshipTest {};

TEST_F(Terms, ADraftIsNobodysBusinessUntilItIsPublished) {
    const auto begun = create("greece-2035");
    ASSERT_EQ(begun.status, 201) << begun.body;
    EXPECT_EQ(begun.header("location"), "/api/v1/championships/greece-2035/setup");
    EXPECT_EQ(begun.json().at("terms_number"), 0);
    EXPECT_THAT(begun.json().at("findings"), IsEmpty());
    EXPECT_EQ(begun.json().at("settings"), draft("greece-2035"));
    EXPECT_EQ(begun.header("etag"), tag("greece-2035"));
    EXPECT_EQ(http_.get(pathOf("greece-2035")).status, 404);
    EXPECT_THAT(read("/api/v1/championships").at("items"), IsEmpty());

    const auto published = publish("greece-2035", termsBody("first", "Play fair."));
    ASSERT_EQ(published.status, 201) << published.body;
    EXPECT_EQ(published.header("location"), pathOf("greece-2035", "/terms/1"));
    const auto terms = http_.get(published.header("location"));
    EXPECT_EQ(terms.json(), published.json());
    EXPECT_FALSE(terms.header("etag").empty());
    EXPECT_EQ(terms.json().at("text").at("en"), "Play fair.");
    EXPECT_EQ(terms.json().at("published_by"), "organising");

    const auto seen = http_.get(pathOf("greece-2035"));
    ASSERT_EQ(seen.status, 200) << seen.body;
    EXPECT_EQ(seen.json().at("state"), "upcoming");
    EXPECT_EQ(seen.json().at("rehearsal"), false);
    EXPECT_EQ(seen.json().at("terms").at("number"), 1);
    EXPECT_EQ(seen.json().at("settings").at("heats").size(), 2U);
    EXPECT_EQ(seen.header("access-control-allow-origin"), "*");
    EXPECT_EQ(read("/api/v1/championships").at("items").at(0).at("slug"), "greece-2035");
    EXPECT_EQ(staff_.acts("championship-created", "greece-2035"), 1);
    EXPECT_EQ(staff_.acts("terms-published", "greece-2035"), 1);
}

// R11 to R13.
TEST_F(Terms, AChangeIsANewVersionWithAListOfWhatChangedAndTheOldOneStaysReadable) {
    open("greece-2035");
    const auto first = http_.get(pathOf("greece-2035", "/terms/1"));
    auto settings = draft("greece-2035");
    settings["closes_at"] = "2035-05-22T00:00:00+03:00";
    settings["heats"][0]["capacity"] = 30;
    settings["heats"].push_back(heatIn("Πάτρα", "Patras", 36, "Iron"));
    settings["awards"].push_back({{"title", bothLanguages("Κύπελλο", "Cup")}, {"description", bothLanguages("", "")}});
    const auto drafted = change("greece-2035", settings);
    ASSERT_EQ(drafted.status, 200) << drafted.body;
    const std::vector<std::string> expected{"/awards/0", "/closes_at", "/heats/0/capacity", "/heats/2"};
    EXPECT_EQ(pointersOf(drafted.json().at("changes")), expected);
    // Not in force yet.
    EXPECT_EQ(read(pathOf("greece-2035")).at("settings").at("closes_at"), "2035-05-20T21:00:00.000000Z");

    const json wish{{"reason", "extension"},
                    {"text", bothLanguages("Νέοι όροι.", "New terms.")},
                    {"note", bothLanguages("Μία μέρα ακόμα.", "One more day.")}};
    const auto second = publish("greece-2035", wish);
    ASSERT_EQ(second.status, 201) << second.body;
    EXPECT_EQ(second.json().at("number"), 2);
    EXPECT_EQ(pointersOf(second.json().at("changes")), expected);
    EXPECT_EQ(second.json().at("changes").at(1).at("before"), "2035-05-20T21:00:00.000000Z");
    EXPECT_EQ(second.json().at("changes").at(1).at("after"), "2035-05-21T21:00:00.000000Z");
    EXPECT_EQ(second.json().at("changes").at(3).at("before"), nullptr);

    EXPECT_EQ(http_.get(pathOf("greece-2035", "/terms/1")).body, first.body);
    const auto list = read(pathOf("greece-2035", "/terms")).at("items");
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list.at(0).at("number"), 2);
    EXPECT_EQ(list.at(0).at("note").at("en"), "One more day.");
    EXPECT_EQ(read(pathOf("greece-2035")).at("settings").at("closes_at"), "2035-05-21T21:00:00.000000Z");
    EXPECT_EQ(read(pathOf("greece-2035", "/heats")).at("items").size(), 3U);
    EXPECT_THAT(setup("greece-2035").json().at("changes"), IsEmpty());
    EXPECT_EQ(setup("greece-2035").json().at("text").at("en"), "New terms.");
    EXPECT_EQ(sql().number("select count(*) from core.award"), 1);
}

TEST_F(Terms, NoPublicAnswerJoinsALabelToACity) {
    open("greece-2035");
    auto settings = draft("greece-2035");
    settings["heats"][0]["public_label"] = "Cannon";
    settings["heats"].push_back(heatIn("Πάτρα", "Patras", 36, "Iron"));
    ASSERT_EQ(change("greece-2035", settings).status, 200);
    ASSERT_EQ(publish("greece-2035", termsBody("other")).status, 201);
    for (const auto* rest : {"", "/terms", "/terms/1", "/terms/2", "/heats", "/documents"}) {
        const auto body = http_.get(pathOf("greece-2035", rest)).body;
        for (const auto* label : {"public_label", "Boot", "Cannon", "Iron", "Thimble"}) {
            EXPECT_FALSE(body.contains(label)) << rest << ' ' << label;
        }
    }
}

TEST_F(Terms, TheFirstVersionIsTheFirstAndNoOtherIs) {
    ASSERT_EQ(create("greece-2035").status, 201);
    EXPECT_THAT(fieldErrorsOf(publish("greece-2035", termsBody("other"))), ElementsAre("/reason not-a-choice"));
    ASSERT_EQ(publish("greece-2035", termsBody("first")).status, 201);
    EXPECT_THAT(fieldErrorsOf(publish("greece-2035", termsBody("first", ""))),
                ElementsAre("/reason not-a-choice", "/text/en too-short"));
}

TEST_F(Terms, WhatSpeaksAgainstThemStopsThemAndNamesItsPlace) {
    auto settings = exampleSettings();
    settings["closes_at"] = settings["opens_at"];
    settings["time_zone"] = "Europe/Atlantis";
    settings["heats"][1]["public_label"] = "ΑΘΗΝΑ";
    const auto begun = create("greece-2035", settings);
    ASSERT_EQ(begun.status, 201) << begun.body;
    EXPECT_THAT(findingsOf(begun), ElementsAre("closes-before-opening /closes_at", "unknown-time-zone /time_zone",
                                               "label-reveals-place /heats/1/public_label"));
    const auto refused = publish("greece-2035", termsBody("first"));
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(codeOf(refused), "not-publishable");
    EXPECT_THAT(fieldErrorsOf(refused), ElementsAre("/closes_at speaks-against", "/time_zone speaks-against",
                                                    "/heats/1/public_label speaks-against"));
    EXPECT_EQ(sql().number("select terms_number from core.championship"), 0);
}

// EX-22.
TEST_F(Terms, CallingItOffIsAVersionToo) {
    open("greece-2035");
    auto settings = draft("greece-2035");
    settings["cancelled"] = true;
    const auto drafted = change("greece-2035", settings);
    EXPECT_THAT(findingsOf(drafted), ElementsAre("cancelled /cancelled"));
    const auto third = publish("greece-2035", termsBody("cancellation"));
    ASSERT_EQ(third.status, 201) << third.body;
    EXPECT_THAT(pointersOf(third.json().at("changes")), ElementsAre("/cancelled"));
    EXPECT_EQ(read(pathOf("greece-2035")).at("state"), "cancelled");
    EXPECT_EQ(read(pathOf("greece-2035", "/terms/1")).at("settings").at("cancelled"), false);
    EXPECT_EQ(sql().number("select count(*) from core.championship where cancelled_at is not null"), 1);
}

TEST_F(Terms, ARepeatedPublicationIsOnePublication) {
    ASSERT_EQ(create("greece-2035").status, 201);
    const Headers headers{{"If-Match", tag("greece-2035")}, {"Idempotency-Key", "publish-once-only"}};
    const auto first = organiser_.post(pathOf("greece-2035", "/terms"), termsBody("first"), headers);
    ASSERT_EQ(first.status, 201) << first.body;
    const auto again = organiser_.post(pathOf("greece-2035", "/terms"), termsBody("first"), headers);
    EXPECT_EQ(again.status, 201) << again.body;
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(sql().number("select count(*) from core.terms_version"), 1);
}

TEST_F(Terms, TheCompanyThatPublishedIsOnRecord) {
    ASSERT_EQ(create("greece-2035").status, 201);
    sql().run("update ops.account set organiser = 'hosting' where id = " + std::to_string(member_.id));
    ASSERT_EQ(publish("greece-2035", termsBody("first")).status, 201);
    EXPECT_EQ(read(pathOf("greece-2035", "/terms/1")).at("published_by"), "hosting");
    EXPECT_EQ(sql().value("select detail::jsonb ->> 'organiser' from audit.act where act = 'terms-published'"),
              "hosting");
}

}  // namespace
}  // namespace agon::test
