#include "integration/championships/championship_test.hpp"

namespace agon::test {
namespace {

class TimeZones : public ChampionshipTest {
  protected:
    // The civil dates of the heats, in order.
    std::string dates(const std::string& slug) {
        return sql().value(
            "select string_agg(h.starts_on::text, ' ' order by h.position) from core.heat h"
            " join core.championship c on c.id = h.championship_id where c.slug = $1 and h.retired_at is null",
            {slug});
    }
};

// On 25 March 2035 clocks in Athens go from 03:00 to 04:00, on 28 October from 04:00 to 03:00.
TEST_F(TimeZones, AHeatsDateIsTheOneOnTheWallThere) {
    auto settings = exampleSettings();
    settings["opens_at"] = "2035-01-01T00:00:00+02:00";
    settings["closes_at"] = "2035-03-25T00:00:00+02:00";
    settings["heats"][0]["starts_at"] = "2035-03-25T00:30:00+02:00";
    settings["heats"][1]["starts_at"] = "2035-10-28T00:30:00+03:00";
    settings["heats"].push_back(heatIn("Πάτρα", "Patras", 36, "Iron"));
    settings["heats"][2]["starts_at"] = "2035-03-25T23:30:00+03:00";
    open("greece-2035", settings);
    EXPECT_EQ(dates("greece-2035"), "2035-03-25 2035-10-28 2035-03-25");
    const auto heats = read(pathOf("greece-2035")).at("settings").at("heats");
    EXPECT_EQ(heats.at(0).at("starts_at"), "2035-03-24T22:30:00.000000Z");
    EXPECT_EQ(heats.at(1).at("starts_at"), "2035-10-27T21:30:00.000000Z");
    EXPECT_EQ(sql().value("select closes_at at time zone 'UTC' from core.championship"), "2035-03-24 22:00:00");
}

TEST_F(TimeZones, AnotherZoneIsAnotherDate) {
    auto settings = exampleSettings();
    for (auto& heat : settings["heats"]) heat["starts_at"] = "2035-05-23T21:30:00Z";
    open("greece-2035", settings);
    EXPECT_EQ(dates("greece-2035"), "2035-05-24 2035-05-24");
    settings["time_zone"] = "America/New_York";
    open("elsewhere-2035", settings);
    EXPECT_EQ(dates("elsewhere-2035"), "2035-05-23 2035-05-23");
    auto moved = draft("elsewhere-2035");
    moved["time_zone"] = "Asia/Nicosia";
    ASSERT_EQ(change("elsewhere-2035", moved).status, 200);
    ASSERT_EQ(publish("elsewhere-2035", termsBody("correction")).status, 201);
    EXPECT_EQ(dates("elsewhere-2035"), "2035-05-24 2035-05-24");
}

TEST_F(TimeZones, OnlyOnesThatExistArePublished) {
    for (const auto* zone : {"Athens", "EET5", "Foo/Bar5", "europe/athens", "+03:00"}) {
        auto settings = exampleSettings();
        settings["time_zone"] = zone;
        const auto slug = "zone-" + std::to_string(std::hash<std::string>{}(zone));
        EXPECT_THAT(findingsOf(create(slug, settings)), ElementsAre("unknown-time-zone /time_zone")) << zone;
    }
}

}  // namespace
}  // namespace agon::test
