#include "unit/championships/example.hpp"

namespace agon::championships {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Instant kFirstOfMay = instant("2015-05-01T00:00:00Z");

Surroundings around(Instant now = kFirstOfMay) {
    return {.now = now, .zoneIsKnown = true, .heats = {}};
}

// "code pointer" of each, in order.
std::vector<std::string> found(const Settings& settings, const Surroundings& surroundings = around()) {
    std::vector<std::string> names;
    for (const auto& finding : findings(settings, surroundings)) {
        names.push_back(std::string{finding.code} + ' ' + finding.pointer);
    }
    return names;
}

bool stops(const Settings& settings, const Surroundings& surroundings = around()) {
    return !mayBePublished(findings(settings, surroundings));
}

TEST(Findings, OfSettingsThatAreRightThereAreNone) {
    EXPECT_THAT(found(example()), IsEmpty());
    EXPECT_FALSE(stops(example()));
}

TEST(Findings, AWindowThatClosesAsItOpensIsNone) {
    auto settings = example();
    settings.closesAt = settings.opensAt;
    EXPECT_THAT(found(settings), ElementsAre("closes-before-opening /closes_at"));
    EXPECT_TRUE(stops(settings));
}

TEST(Findings, AWindowThatIsOverMayStillBePublished) {
    const auto after = around(example().closesAt);
    EXPECT_THAT(found(example(), after), ElementsAre("window-over /closes_at"));
    EXPECT_FALSE(stops(example(), after));
    const auto before = around({example().closesAt.at - std::chrono::microseconds{1}});
    EXPECT_THAT(found(example(), before), IsEmpty());
}

TEST(Findings, AHeatStartsAfterRegistrationCloses) {
    auto settings = example();
    settings.heats[1].startsAt = {settings.closesAt.at - std::chrono::microseconds{1}};
    EXPECT_THAT(found(settings), ElementsAre("starts-before-closing /heats/1/starts_at"));
    settings.heats[1].takesRegistrations = false;
    EXPECT_THAT(found(settings), IsEmpty());
}

TEST(Findings, ACapacityIsATablePlan) {
    auto settings = example();
    for (const auto capacity : {0, 3, 7, 37}) {
        settings.heats[0].capacity = capacity;
        EXPECT_THAT(found(settings), ElementsAre("no-table-plan /heats/0/capacity")) << capacity;
        EXPECT_FALSE(stops(settings));
    }
    for (const auto capacity : {4, 5, 6, 8, 11, 36}) {
        settings.heats[0].capacity = capacity;
        EXPECT_THAT(found(settings), IsEmpty()) << capacity;
    }
    EXPECT_TRUE(isTablePlan(72, 2));  // R43
    EXPECT_FALSE(isTablePlan(73, 2));
    EXPECT_TRUE(isTablePlan(36, 1));  // R44
}

TEST(Findings, SomebodyHasToBeAbleToPhone) {
    auto settings = example();
    settings.heats[0].channels = {{.kind = ChannelKind::Email, .value = "volos@example.org"}};
    EXPECT_THAT(found(settings), ElementsAre("no-call-channel /heats/0/channels"));
    EXPECT_FALSE(stops(settings));
}

TEST(Findings, SomeHeatTakesRegistrationsUnlessItIsCalledOff) {
    auto settings = example();
    for (auto& heat : settings.heats) heat.takesRegistrations = false;
    EXPECT_THAT(found(settings), ElementsAre("no-registrations /heats"));
    EXPECT_TRUE(stops(settings));
    settings.heats.clear();
    EXPECT_TRUE(stops(settings));
    settings.cancelled = true;
    EXPECT_THAT(found(settings), ElementsAre("cancelled /cancelled"));
    EXPECT_FALSE(stops(settings));
}

//
TEST(Findings, ALabelTellsNothingOfAnyPlace) {
    auto settings = example();
    for (const auto* label : {"Βόλος", "ΒΟΛΟΣ 1", "στον βόλο του Βόλος", "volos", "Patras", "Πάτρα", "ΠΑΤΡΑ"}) {
        settings.heats[0].publicLabel = label;
        EXPECT_THAT(found(settings), ElementsAre("label-reveals-place /heats/0/public_label")) << label;
        EXPECT_TRUE(stops(settings));
    }
    settings.heats[0].publicLabel = "Top Hat";
    EXPECT_THAT(found(settings), IsEmpty());
}

TEST(Findings, ALabelStandsForOneHeat) {
    auto settings = example();
    settings.heats[1].publicLabel = "BOOT";
    EXPECT_THAT(found(settings), ElementsAre("label-twice /heats/1/public_label"));
    EXPECT_TRUE(stops(settings));
}

TEST(Findings, AZoneThatNobodyKnowsStops) {
    auto nowhere = around();
    nowhere.zoneIsKnown = false;
    EXPECT_THAT(found(example(), nowhere), ElementsAre("unknown-time-zone /time_zone"));
    EXPECT_TRUE(stops(example(), nowhere));
}

TEST(Findings, ThereIsOneOrganiserOfEachKind) {
    auto settings = example();
    settings.organisers[1].kind = OrganiserKind::Organising;
    EXPECT_THAT(found(settings), ElementsAre("organiser-twice /organisers/1/kind"));
    EXPECT_TRUE(stops(settings));
}

TEST(Findings, ATextIsThereInEveryLanguageOfTheChampionship) {
    auto settings = example();
    settings.name.en.clear();
    settings.heats[0].venue.el.clear();
    settings.questions[0].text.en.clear();
    settings.awards[0].title.en.clear();
    EXPECT_THAT(found(settings), ElementsAre("text-missing /name/en", "text-missing /heats/0/venue/el",
                                             "text-missing /questions/0/text/en", "text-missing /awards/0/title/en"));
    EXPECT_FALSE(stops(settings));
    settings.languages = {Language::Greek};
    EXPECT_THAT(found(settings), ElementsAre("text-missing /heats/0/venue/el"));
}

TEST(Findings, NoMinimumAgeIsWorthAThought) {
    auto settings = example();
    settings.minimumAge = 0;
    EXPECT_THAT(found(settings), ElementsAre("no-minimum-age /minimum_age"));
    EXPECT_FALSE(stops(settings));
}

TEST(Findings, StagesLeadTowardsTheFinal) {
    auto settings = example();
    std::swap(settings.stages[0], settings.stages[1]);
    EXPECT_THAT(found(settings), ElementsAre("stage-order /stages/1/kind"));
    EXPECT_TRUE(stops(settings));
}

TEST(Findings, AHeatIsOfAStageThatThereIs) {
    auto settings = example();
    settings.heats[0].stage = 3;
    EXPECT_THAT(found(settings), ElementsAre("unknown-stage /heats/0/stage"));
    EXPECT_TRUE(stops(settings));
}

TEST(Findings, ALaterStageStartsLater) {
    auto settings = example();
    settings.heats[1].stage = 2;
    settings.heats[1].startsAt = {settings.heats[0].startsAt.at - std::chrono::hours{1}};
    EXPECT_THAT(found(settings), ElementsAre("stage-starts-early /heats/1/starts_at"));
    EXPECT_FALSE(stops(settings));
}

TEST(Findings, NobodyLosesAPlaceToALoweredCapacity) {
    auto held = around();
    held.heats = {{.id = {1}, .code = codeOfHeat("AAAA000"), .capacity = 36, .lastNumber = 20, .held = 20}};
    auto settings = example();
    settings.heats[0].capacity = 20;
    EXPECT_THAT(found(settings, held), IsEmpty());
    settings.heats[0].capacity = 19;
    EXPECT_THAT(found(settings, held), ElementsAre("capacity-below-held /heats/0/capacity"));
    EXPECT_FALSE(stops(settings, held));
}

TEST(Findings, AHeatWithEntriesCannotVanish) {
    auto known = around();
    known.heats = {{.id = {1}, .code = codeOfHeat("CCCC000"), .capacity = 36, .lastNumber = 0, .held = 0}};
    EXPECT_THAT(found(example(), known), IsEmpty());
    known.heats[0].lastNumber = 1;
    EXPECT_THAT(found(example(), known), ElementsAre("heat-has-entries /heats"));
    EXPECT_TRUE(stops(example(), known));
}

TEST(Findings, SpeakBothLanguages) {
    auto settings = example();
    settings.closesAt = settings.opensAt;
    settings.minimumAge = 0;
    settings.cancelled = true;
    for (const auto& finding : findings(settings, around())) {
        EXPECT_FALSE(finding.message.el.empty()) << finding.code;
        EXPECT_FALSE(finding.message.en.empty()) << finding.code;
        EXPECT_NE(finding.message.el, finding.message.en);
    }
}

// EX-01 to EX-03.
TEST(State, ChangesAtTheInstantAndNotAMicrosecondEarlier) {
    const auto settings = example();
    const auto before = [](Instant at) {
        return Instant{at.at - std::chrono::microseconds{1}};
    };
    EXPECT_EQ(stateAt(settings, before(settings.opensAt)), State::Upcoming);
    EXPECT_EQ(stateAt(settings, settings.opensAt), State::Open);
    EXPECT_EQ(stateAt(settings, before(settings.closesAt)), State::Open);
    EXPECT_EQ(stateAt(settings, instant("2015-05-20T23:59:59.999999+03:00")), State::Open);
    EXPECT_EQ(stateAt(settings, instant("2015-05-20T21:00:00Z")), State::Closed);
}

TEST(State, IsCancelledWheneverItIs) {
    auto settings = example();
    settings.cancelled = true;
    for (const auto at : {kFirstOfMay, settings.opensAt, settings.closesAt}) {
        EXPECT_EQ(stateAt(settings, at), State::Cancelled);
    }
}

}  // namespace
}  // namespace agon::championships
