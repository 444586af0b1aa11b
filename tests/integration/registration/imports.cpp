#include "integration/registration/registration_test.hpp"

namespace agon::test {
namespace {

class Imports : public RegistrationTest {
  protected:
    std::string emailOf(int number, const std::string& heat) {
        return sql().value(
            "select p.email from core.entry e join vault.person p on p.id = e.person_id "
            "join core.heat h on h.id = e.heat_id where h.code = $2 and e.number = $1::integer",
            {std::to_string(number), heat});
    }
    std::string stampOf(int number, const std::string& heat) {
        return sql().value(
            "select to_char(e.received_at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US') from core.entry e "
            "join core.heat h on h.id = e.heat_id where h.code = $2 and e.number = $1::integer",
            {std::to_string(number), heat});
    }
};

TEST_F(Imports, AreShownBeforeAnythingIsEntered) {
    auto young = somebody(2, volos_);
    young["birth_date"] = "2020-01-01";
    const auto file = kCsvHead + csvLine(somebody(1, volos_), "2021-05-11T10:15:30+03:00") +
                      csvLine(young, "2021-05-11T10:15:31+03:00") + csvLine(somebody(3, volos_), "soon");
    const auto staged = stage(file);
    ASSERT_EQ(staged.status, 201) << staged.body;
    const auto preview = staged.json();
    EXPECT_EQ(preview.at("state"), "staged");
    EXPECT_EQ(preview.at("ready"), 1);
    EXPECT_EQ(preview.at("refused"), 2);
    EXPECT_EQ(preview.at("lines").at(0).at("outcome"), "ready");
    EXPECT_EQ(outcomeOf(preview.at("lines").at(1), "age"), "fail");
    EXPECT_EQ(preview.at("lines").at(2).at("errors").at(0).at("code"), "bad-instant");
    EXPECT_EQ(preview.at("heats").at(0).at("keeps_stamps"), true);
    EXPECT_EQ(organiser_.get(staged.header("location")).json(), preview);
    EXPECT_EQ(persons(), 0);

    const auto refused = commit(staged);
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(codeOf(refused), "import-has-faults");
    EXPECT_EQ(persons(), 0);
    EXPECT_EQ(sql().number("select count(*) from core.entry"), 0);
}

TEST_F(Imports, OneWhoIsInAlreadyStopsTheWholeFile) {
    entered(2, athens_);
    const auto staged = stage(kCsvHead + csvLine(somebody(1, volos_), "2021-05-11T10:15:30+03:00") +
                              csvLine(somebody(2, volos_), "2021-05-11T10:15:31+03:00"));
    ASSERT_EQ(staged.status, 201) << staged.body;
    EXPECT_EQ(outcomeOf(staged.json().at("lines").at(1), "one-entry"), "fail");
    EXPECT_EQ(codeOf(commit(staged)), "import-has-faults");
    EXPECT_EQ(persons(), 1);
    EXPECT_EQ(sql().number("select last_number from core.heat where code = $1", {volos_}), 0);
}

// EX-04.
TEST_F(Imports, AnUntouchedHeatKeepsTheStampsAndTheirOrder) {
    const auto staged = stage(kCsvHead + csvLine(somebody(1, volos_), "2021-05-11T10:15:30+03:00") +
                              csvLine(somebody(2, volos_), "2021-05-11T10:15:29+03:00") +
                              csvLine(somebody(3, volos_), "2021-05-12T09:00:00+03:00"));
    ASSERT_EQ(staged.status, 201) << staged.body;
    EXPECT_EQ(organiser_.send("POST", staged.header("location") + "/commit").status, 428);
    const auto done = commit(staged);
    ASSERT_EQ(done.status, 200) << done.body;
    EXPECT_EQ(done.json().at("state"), "entered");
    EXPECT_EQ(done.json().at("heats").at(0).at("keeps_stamps"), true);
    EXPECT_EQ(emailOf(1, volos_), "person2@example.org");
    EXPECT_EQ(emailOf(2, volos_), "person1@example.org");
    EXPECT_EQ(emailOf(3, volos_), "person3@example.org");
    EXPECT_EQ(stampOf(1, volos_), "2021-05-11T07:15:29.000000");
    EXPECT_EQ(entered(4, volos_).at("number"), 4);
    EXPECT_EQ(staff_.acts("import-staged"), 1);
    EXPECT_EQ(staff_.acts("import-entered"), 1);
    expectSound(volos_);
}

TEST_F(Imports, NobodyInATouchedHeatIsOvertaken) {
    setCapacity(volos_, 1);
    const auto first = entered(9, volos_);
    const auto staged = stage(kCsvHead + csvLine(somebody(1, volos_), "2021-05-11T10:15:30+03:00") +
                              csvLine(somebody(2, volos_), "2021-05-11T10:15:29+03:00"));
    EXPECT_EQ(staged.json().at("heats").at(0).at("keeps_stamps"), false);
    ASSERT_EQ(commit(staged).status, 200);
    EXPECT_EQ(emailOf(2, volos_), "person1@example.org") << "in the order of the file";
    EXPECT_EQ(emailOf(3, volos_), "person2@example.org");
    EXPECT_EQ(placeOf(first), "held");
    EXPECT_EQ(sql().number("select count(*) from core.entry where received_at < '2022-01-01'"), 0);
    EXPECT_EQ(sql().number("select waiting_count from core.heat where code = $1", {volos_}), 2);
    expectSound(volos_);
}

TEST_F(Imports, AHeatThatIsTouchedBetweenPreviewAndCommitKeepsItsOrder) {
    const auto staged = stage(kCsvHead + csvLine(somebody(1, volos_), "2021-05-11T10:15:30+03:00"));
    EXPECT_EQ(staged.json().at("heats").at(0).at("keeps_stamps"), true);
    entered(9, volos_);
    const auto done = commit(staged);
    ASSERT_EQ(done.status, 200) << done.body;
    EXPECT_EQ(done.json().at("heats").at(0).at("keeps_stamps"), false);
    EXPECT_EQ(emailOf(1, volos_), "person9@example.org");
}

TEST_F(Imports, TheSameFileTwiceIsTheSameImport) {
    const auto file = kCsvHead + csvLine(somebody(1, volos_), "2021-05-11T10:15:30+03:00");
    const auto first = stage(file);
    const auto again = stage(file);
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(again.json(), first.json());
    ASSERT_EQ(commit(first).status, 200);
    const auto third = stage(file);
    EXPECT_EQ(third.json().at("code"), first.json().at("code"));
    EXPECT_EQ(third.json().at("state"), "entered");
    EXPECT_EQ(codeOf(commit(third)), "nothing-to-do");
    EXPECT_EQ(persons(), 1);
}

TEST_F(Imports, WhatIsEnteredHoldsNoPersonalDataAnyMore) {
    const auto staged = stage(kCsvHead + csvLine(somebody(1, volos_), "2021-05-11T10:15:30+03:00"));
    EXPECT_TRUE(sql().value("select lines::text from vault.import").contains("person1@example.org"));
    const auto done = commit(staged);
    ASSERT_EQ(done.status, 200) << done.body;
    const auto kept = sql().value("select lines::text from vault.import");
    for (const auto* const word : {"person1", "Person Number1", "2100000001", "1990"}) {
        EXPECT_FALSE(kept.contains(word)) << word;
        EXPECT_FALSE(done.body.contains(word)) << word;
    }
}

TEST_F(Imports, ADiscardedOneIsGone) {
    const auto staged = stage(kCsvHead + csvLine(somebody(1, volos_), "2021-05-11T10:15:30+03:00"));
    EXPECT_EQ(organiser_.send("DELETE", staged.header("location")).status, 428);
    EXPECT_EQ(organiser_.send("DELETE", staged.header("location"), {}, {{"If-Match", staged.header("etag")}}).status,
              204);
    EXPECT_EQ(organiser_.get(staged.header("location")).status, 404);
    EXPECT_EQ(sql().number("select count(*) from vault.import"), 0);
}

TEST_F(Imports, WhatIsNoSuchFileIsRefused) {
    EXPECT_EQ(stage("heat,email\nx,y\n").status, 422);
    EXPECT_EQ(stage("").status, 422);
    EXPECT_EQ(organiser_.post(pathOf(kSlug, "/imports"), json::object()).status, 415);
    auto desk = letIn(staff_.add({.email = "desk@example.org", .role = "desk"}));
    EXPECT_EQ(desk.send("POST", pathOf(kSlug, "/imports"), kCsvHead, {{"Content-Type", "text/csv"}}).status, 403);
}

}  // namespace
}  // namespace agon::test
