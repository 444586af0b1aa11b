#include "unit/championships/example.hpp"

namespace agon::championships {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Change> between(const Settings& before, const Settings& after, Audience audience = Audience::Staff) {
    return changes(toJson(before, audience), toJson(after, audience));
}

TEST(Difference, OfTheSameIsNothing) {
    EXPECT_THAT(between(example(), example()), IsEmpty());
}

TEST(Difference, NamesTheMemberWithWhatItWasAndIs) {
    auto after = example();
    after.closesAt = instant("2015-05-22T00:00:00+03:00");
    after.name.en = "Cup";
    EXPECT_THAT(between(example(), after),
                ElementsAre(Change{"/closes_at", "2015-05-20T21:00:00.000000Z", "2015-05-21T21:00:00.000000Z"},
                            Change{"/name/en", "Championship", "Cup"}));
}

TEST(Difference, KnowsAHeatByItsCodeWhereverItStands) {
    auto after = example();
    std::swap(after.heats[0], after.heats[1]);
    EXPECT_THAT(between(example(), after), IsEmpty());
    after.heats[0].capacity = 24;
    EXPECT_THAT(between(example(), after), ElementsAre(Change{"/heats/0/capacity", 36, 24}));
}

TEST(Difference, OfAHeatThatCameIsTheHeatAndOfOneThatWentToo) {
    auto after = example();
    after.heats.erase(after.heats.begin());
    const auto heats = toJson(example(), Audience::Staff).at("heats");
    EXPECT_THAT(between(example(), after), ElementsAre(Change{"/heats/0", heats.at(0), nullptr}));
    EXPECT_THAT(between(after, example()), ElementsAre(Change{"/heats/0", nullptr, heats.at(0)}));
}

TEST(Difference, KnowsAQuestionByItsCodeAndAnOrganiserByItsKind) {
    auto after = example();
    after.questions.insert(after.questions.begin(), Question{.code = "club",
                                                             .text = {"Σύλλογος;", "Which club?"},
                                                             .kind = QuestionKind::FreeText,
                                                             .mustBe = std::nullopt});
    after.questions[1].mustBe = std::nullopt;
    std::swap(after.organisers[0], after.organisers[1]);
    after.organisers[0].name = "Other Shops";
    std::vector<std::string> pointers;
    for (const auto& change : between(example(), after)) pointers.push_back(change.pointer);
    EXPECT_THAT(pointers, ElementsAre("/organisers/0/name", "/questions/0", "/questions/1/must_be"));
}

TEST(Difference, ComparesAwardsPlaceByPlaceAndWordsAsAWhole) {
    auto after = example();
    after.awards.push_back({.title = {"Δεύτερο", "Second"}, .description = {"", ""}});
    after.awards[0].title.en = "Bowl";
    after.languages = {Language::Greek};
    EXPECT_THAT(between(example(), after),
                ElementsAre(Change{"/awards/0/title/en", "Cup", "Bowl"},
                            Change{"/awards/1", nullptr, toJson(after, Audience::Staff).at("awards").at(1)},
                            Change{"/languages", json{"el", "en"}, json{"el"}}));
}

TEST(Difference, ForEverybodyTellsNothingOfALabel) {
    auto after = example();
    after.heats[0].publicLabel = "Cannon";
    EXPECT_EQ(between(example(), after).size(), 1U);
    EXPECT_THAT(between(example(), after, Audience::Everybody), IsEmpty());
    EXPECT_EQ(withoutLabels(toJson(after, Audience::Staff)), toJson(after, Audience::Everybody));
}

}  // namespace
}  // namespace agon::championships
