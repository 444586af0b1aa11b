#include <thread>

#include "integration/championships/championship_test.hpp"

namespace agon::test {
namespace {

class PublishingRaces : public ChampionshipTest {};

TEST_F(PublishingRaces, OfTwoWhoPublishAtOnceExactlyOneDoes) {
    open("greece-2035");
    constexpr int kRounds = 8;
    for (int i = 0; i < kRounds; ++i) {
        const auto seen = tag("greece-2035");
        std::vector<int> statuses(4);
        std::vector<std::thread> people;
        for (auto& status : statuses) {
            people.emplace_back([&status, &seen, this] {
                SignedInClient mine{service_.baseUrl(), organiser_.token()};
                status =
                    mine.post(pathOf("greece-2035", "/terms"), termsBody("correction"), {{"If-Match", seen}}).status;
            });
        }
        for (auto& person : people) person.join();
        EXPECT_EQ(std::ranges::count(statuses, 201), 1);
        EXPECT_EQ(std::ranges::count(statuses, 412), 3);
    }
    EXPECT_EQ(sql().number("select terms_number from core.championship"), 1 + kRounds);
    EXPECT_EQ(sql().number("select count(*) from core.terms_version"), 1 + kRounds);
    EXPECT_EQ(staff_.acts("terms-published"), 1 + kRounds);
}

TEST_F(PublishingRaces, NobodyPublishesADraftThatTheyHaveNotSeen) {
    ASSERT_EQ(create("greece-2035").status, 201);
    const auto path = pathOf("greece-2035", "/terms");
    EXPECT_EQ(codeOf(organiser_.post(path, termsBody("first"))), "version-required");
    const auto seen = tag("greece-2035");
    ASSERT_EQ(change("greece-2035", draft("greece-2035")).status, 200);
    EXPECT_EQ(organiser_.post(path, termsBody("first"), {{"If-Match", seen}}).status, 412);
    EXPECT_EQ(publish("greece-2035", termsBody("first")).status, 201);
}

TEST_F(PublishingRaces, NobodyOverwritesADraftThatTheyHaveNotSeen) {
    ASSERT_EQ(create("greece-2035").status, 201);
    const auto path = pathOf("greece-2035", "/setup");
    const auto settings = draft("greece-2035");
    const auto seen = tag("greece-2035");
    EXPECT_EQ(organiser_.send("PUT", path, settings.dump()).status, 428);
    const auto first = organiser_.send("PUT", path, settings.dump(), {{"If-Match", seen}});
    EXPECT_EQ(first.status, 200) << first.body;
    EXPECT_NE(first.header("etag"), seen);
    EXPECT_EQ(organiser_.send("PUT", path, settings.dump(), {{"If-Match", seen}}).status, 412);
}

TEST_F(PublishingRaces, AnotherInstanceSeesAPublicationWithinTwoSeconds) {
    const ServiceProcess second{database_};
    HttpClient other{second.baseUrl()};
    open("greece-2035");
    EXPECT_TRUE(eventually(2s, [&] { return other.get(pathOf("greece-2035")).status == 200; }));
    auto settings = draft("greece-2035");
    settings["minimum_age"] = 21;
    ASSERT_EQ(change("greece-2035", settings).status, 200);
    ASSERT_EQ(publish("greece-2035", termsBody("procedure")).status, 201);
    EXPECT_EQ(read(pathOf("greece-2035")).at("settings").at("minimum_age"), 21);
    EXPECT_TRUE(
        eventually(2s, [&] { return other.get(pathOf("greece-2035")).json().at("settings").at("minimum_age") == 21; }));
    EXPECT_TRUE(
        eventually(2s, [&] { return other.get(pathOf("greece-2035", "/terms")).json().at("items").size() == 2; }));
}

}  // namespace
}  // namespace agon::test
