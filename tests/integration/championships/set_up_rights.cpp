#include "integration/championships/championship_test.hpp"

namespace agon::test {
namespace {

class SetUpRights : public ChampionshipTest {
  protected:
    // The status of every act of set-up, by whoever it is.
    std::vector<int> acts(SignedInClient& who, const std::string& slug, const std::string& heat) {
        const auto settings = exampleSettings().dump();
        const Headers seen{{"If-Match", "\"none\""}};
        return {who.get(pathOf(slug, "/setup")).status,
                who.send("PUT", pathOf(slug, "/setup"), settings, seen).status,
                who.post(pathOf(slug, "/clock"), {{"now", "2035-01-01T00:00:00Z"}}).status,
                who.send("PUT", pathOf(slug, "/heats/" + heat + "/promotion"), R"({"paused":true})").status,
                who.post(pathOf(slug, "/terms"), termsBody("other"), seen).status,
                who.post(pathOf(slug, "/documents"), {{"kind", "rulebook"}, {"text", bothLanguages("α", "a")}}).status};
    }
    std::string heatOf(const std::string& slug) { return draft(slug).at("heats").at(0).at("code"); }
};

TEST_F(SetUpRights, NobodyActsWithoutSigningIn) {
    open("greece-2035");
    SignedInClient nobody{service_.baseUrl(), "nothing"};
    EXPECT_THAT(acts(nobody, "greece-2035", heatOf("greece-2035")), testing::Each(401));
    EXPECT_EQ(http_.post("/api/v1/championships", json::object()).status, 401);
}

TEST_F(SetUpRights, TheDeskMayReadWhatEverybodyMayAndNoMore) {
    open("greece-2035");
    auto desk = letIn(staff_.add({.email = "desk@example.org", .role = "desk"}));
    EXPECT_THAT(acts(desk, "greece-2035", heatOf("greece-2035")), testing::Each(403));
    const json body{{"slug", "x"}, {"kind", "real"}, {"settings", exampleSettings()}};
    EXPECT_EQ(desk.post("/api/v1/championships", body).status, 403);
    EXPECT_EQ(desk.get(pathOf("greece-2035")).status, 200);
}

TEST_F(SetUpRights, ADirectorDraftsAndAnOrganiserPublishes) {
    open("greece-2035");
    auto director = letIn(staff_.addDirector());
    const auto statuses = acts(director, "greece-2035", heatOf("greece-2035"));
    EXPECT_THAT(statuses, ElementsAre(200, 412, 409, 200, 403, 403));
}

TEST_F(SetUpRights, AGrantForOneChampionshipIsForThatOne) {
    open("greece-2035");
    ASSERT_EQ(create("hidden-2035").status, 201);
    staff_.addChampionship("elsewhere");
    auto other = letIn(staff_.add({.email = "other@example.org",
                                   .role = "organiser",
                                   .at = {.championship = "elsewhere", .heat = std::nullopt}}));
    EXPECT_THAT(acts(other, "greece-2035", heatOf("greece-2035")), testing::Each(403));
    // Nobody outside knows that this one exists.
    EXPECT_THAT(acts(other, "hidden-2035", heatOf("hidden-2035")), testing::Each(404));
    EXPECT_THAT(acts(other, "no-such", heatOf("greece-2035")), testing::Each(404));
    const json body{{"slug", "x"}, {"kind", "real"}, {"settings", exampleSettings()}};
    EXPECT_EQ(other.post("/api/v1/championships", body).status, 403);

    auto own = letIn(staff_.add({.email = "own@example.org",
                                 .role = "organiser",
                                 .at = {.championship = "greece-2035", .heat = std::nullopt}}));
    EXPECT_THAT(acts(own, "greece-2035", heatOf("greece-2035")), ElementsAre(200, 412, 409, 200, 412, 201));
}

TEST_F(SetUpRights, AGrantForOneHeatReachesItsPromotionOnly) {
    open("greece-2035");
    const auto heats = draft("greece-2035").at("heats");
    auto local =
        letIn(staff_.add({.email = "local@example.org",
                          .role = "organiser",
                          .at = {.championship = "greece-2035", .heat = heats.at(0).at("code").get<std::string>()}}));
    EXPECT_THAT(acts(local, "greece-2035", heats.at(0).at("code")), ElementsAre(403, 403, 403, 200, 403, 403));
    EXPECT_THAT(acts(local, "greece-2035", heats.at(1).at("code")), testing::Each(403));
}

}  // namespace
}  // namespace agon::test
