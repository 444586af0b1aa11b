#include "integration/championships/championship_test.hpp"

namespace agon::test {
namespace {

class PublicAnswers : public ChampionshipTest {
  protected:
    void SetUp() override {
        open("greece-2035");
        const json body{{"kind", "rulebook"}, {"text", bothLanguages("Κανόνες", "Rules")}};
        ASSERT_EQ(organiser_.post(pathOf("greece-2035", "/documents"), body).status, 201);
    }
    static std::vector<std::string> paths(const std::string& slug) {
        std::vector<std::string> all;
        for (const auto* rest : {"", "/heats", "/terms", "/terms/1", "/documents", "/documents/rulebook/1"}) {
            all.push_back(pathOf(slug, rest));
        }
        return all;
    }
};

TEST_F(PublicAnswers, CarryATagAndAreNotSentTwice) {
    auto all = paths("greece-2035");
    all.emplace_back("/api/v1/championships");
    for (const auto& path : all) {
        // The answer tells the time, so that its tag may change between two requests.
        EXPECT_TRUE(eventually(5s, [&] {
            const auto first = http_.get(path);
            EXPECT_EQ(first.status, 200) << path;
            EXPECT_EQ(first.header("access-control-allow-origin"), "*") << path;
            EXPECT_THAT(first.header("cache-control"), testing::StartsWith("public, max-age=")) << path;
            return http_.get(path, {{"If-None-Match", first.header("etag")}}).status == 304;
        })) << path;
    }
}

TEST_F(PublicAnswers, AreTheSameBytesForEverybodyWhileNothingChanges) {
    const auto path = pathOf("greece-2035", "/terms/1");
    EXPECT_EQ(http_.get(path).body, http_.get(path).body);
    const auto packed = http_.get(path, {{"Accept-Encoding", "gzip"}});
    EXPECT_EQ(packed.header("content-encoding"), "gzip");
    EXPECT_NE(packed.header("etag"), http_.get(path).header("etag"));
}

TEST_F(PublicAnswers, TellNothingOfWhatIsNotThere) {
    ASSERT_EQ(create("hidden-2035").status, 201);
    for (const auto* slug : {"hidden-2035", "no-such"}) {
        for (const auto& path : paths(slug)) EXPECT_EQ(http_.get(path).status, 404) << path;
    }
    EXPECT_EQ(http_.get(pathOf("greece-2035", "/terms/2")).status, 404);
    EXPECT_EQ(http_.get("/api/v1/championships", {{"Accept", "text/html"}}).status, 406);
}

TEST_F(PublicAnswers, TheNewestStandsFirst) {
    auto settings = exampleSettings();
    settings["opens_at"] = "2036-05-04T10:00:00+03:00";
    settings["closes_at"] = "2036-05-21T00:00:00+03:00";
    for (auto& heat : settings["heats"]) heat["starts_at"] = "2036-05-23T12:00:00+03:00";
    open("greece-2036", settings);
    const auto items = read("/api/v1/championships").at("items");
    ASSERT_EQ(items.size(), 2U);
    EXPECT_EQ(items.at(0).at("slug"), "greece-2036");
    EXPECT_EQ(items.at(1).at("slug"), "greece-2035");
}

}  // namespace
}  // namespace agon::test
