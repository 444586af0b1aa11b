#include "integration/championships/championship_test.hpp"

namespace agon::test {
namespace {

class RehearsalClock : public ChampionshipTest {
  protected:
    HttpReply move(const std::string& slug, const std::string& now) {
        return organiser_.post(pathOf(slug, "/clock"), {{"now", now}});
    }
    std::string state(const std::string& slug) { return read(pathOf(slug)).at("state"); }
};

// EX-21, as far as the window goes.
TEST_F(RehearsalClock, AnExtensionPublishedTheDayBeforeKeepsTheWindowOpenADayLonger) {
    open("rehearsal", exampleSettings(), "rehearsal");
    EXPECT_EQ(state("rehearsal"), "upcoming");
    EXPECT_EQ(read(pathOf("rehearsal")).at("rehearsal"), true);
    const auto moved = move("rehearsal", "2035-05-19T12:00:00+03:00");
    ASSERT_EQ(moved.status, 200) << moved.body;
    EXPECT_THAT(moved.json().at("now").get<std::string>(), testing::StartsWith("2035-05-19T09:00:0"));
    EXPECT_EQ(state("rehearsal"), "open");

    auto settings = draft("rehearsal");
    settings["closes_at"] = "2035-05-22T00:00:00+03:00";
    ASSERT_EQ(change("rehearsal", settings).status, 200);
    const auto second = publish("rehearsal", termsBody("extension"));
    ASSERT_EQ(second.status, 201) << second.body;
    EXPECT_THAT(second.json().at("published_at").get<std::string>(), testing::StartsWith("2035-05-19T09:0"));
    EXPECT_THAT(pointersOf(second.json().at("changes")), ElementsAre("/closes_at"));

    ASSERT_EQ(move("rehearsal", "2035-05-21T10:00:00+03:00").status, 200);
    EXPECT_EQ(state("rehearsal"), "open");
    ASSERT_EQ(move("rehearsal", "2035-05-21T23:59:00+03:00").status, 200);
    EXPECT_EQ(state("rehearsal"), "open");
    ASSERT_EQ(move("rehearsal", "2035-05-22T00:00:00+03:00").status, 200);
    // To the instance's own reading of the clock, which may be a few milliseconds behind the database's.
    EXPECT_TRUE(eventually(2s, [&] { return state("rehearsal") == "closed"; }));
    EXPECT_THAT(findingsOf(setup("rehearsal")), ElementsAre("window-over /closes_at"));
    EXPECT_EQ(staff_.acts("clock-moved", "rehearsal"), 4);
}

TEST_F(RehearsalClock, GoesForwardOnly) {
    open("rehearsal", exampleSettings(), "rehearsal");
    ASSERT_EQ(move("rehearsal", "2035-05-19T12:00:00Z").status, 200);
    const auto back = move("rehearsal", "2035-05-19T11:59:59Z");
    EXPECT_EQ(back.status, 409);
    EXPECT_EQ(codeOf(back), "clock-forward-only");
    EXPECT_THAT(fieldErrorsOf(move("rehearsal", "tomorrow")), ElementsAre("/now bad-instant"));
}

TEST_F(RehearsalClock, IsNotForARealChampionship) {
    open("greece-2035");
    const auto refused = move("greece-2035", "2035-05-19T12:00:00Z");
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(codeOf(refused), "real-clock");
    // Nor by any other way.
    EXPECT_THROW(sql().run("update core.championship set clock_offset = interval '1 hour'"), std::runtime_error);
}

TEST_F(RehearsalClock, IsExactToTheMicrosecondAcrossDays) {
    open("rehearsal", exampleSettings(), "rehearsal");
    // A day of an interval is not always 24 hours, so none may stand in the offset.
    EXPECT_THROW(sql().run("update core.championship set clock_offset = interval '1 day'"), std::runtime_error);
    ASSERT_EQ(move("rehearsal", "2035-05-19T12:00:00Z").status, 200);
    sql().run("set timezone = 'Europe/Athens'");
    const auto there = sql().value(
        "select core.championship_now(clock_offset) - clock_timestamp() <= clock_offset"
        " from core.championship");
    EXPECT_EQ(there, "t");
    EXPECT_EQ(sql().number("select extract(day from clock_offset)::bigint from core.championship"), 0);
}

}  // namespace
}  // namespace agon::test
