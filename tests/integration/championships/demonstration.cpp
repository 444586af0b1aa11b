#include "integration/app/data_folder.hpp"
#include "integration/championships/championship_test.hpp"

namespace agon::test {
namespace {

class Demonstration : public testing::Test {
  protected:
    // Starts `agon demo`, asks, and stops it.
    template <class Ask>
    void whileItRuns(const Ask& ask) {
        auto environment = folder_.environment();
        environment["AGON_LISTEN"] = "127.0.0.1:0";
        ServiceProcess service{{"demo", "--data-dir", folder_.data().string()}, environment};
        HttpClient http{service.baseUrl()};
        ask(service, http);
        endGracefully(service);
    }
    static json greece(HttpClient& http) { return http.get("/api/v1/championships/greece-2015").json(); }

    DataFolder folder_;
};

// R01 to R05, R41, R43, R44.
TEST_F(Demonstration, ShowsTheChampionshipOf2015WithItsDates) {
    whileItRuns([](ServiceProcess& service, HttpClient& http) {
        EXPECT_FALSE(firstLinkToken(service).empty());
        const auto list = http.get("/api/v1/championships").json().at("items");
        ASSERT_EQ(list.size(), 2U);
        EXPECT_EQ(list.at(0).at("slug"), "cyprus-2016");
        EXPECT_EQ(list.at(0).at("state"), "open");

        const auto seen = greece(http);
        EXPECT_EQ(seen.at("state"), "open");
        EXPECT_EQ(seen.at("rehearsal"), true);
        EXPECT_THAT(seen.at("now").get<std::string>(), testing::StartsWith("2015-05-12T"));
        EXPECT_EQ(seen.at("settings").at("closes_at"), "2015-05-20T21:00:00.000000Z");
        std::vector<int> capacities;
        for (const auto& heat : seen.at("settings").at("heats")) {
            if (!heat.at("takes_registrations").get<bool>()) continue;
            EXPECT_EQ(heat.at("starts_at"), "2015-05-23T09:00:00.000000Z");
            capacities.push_back(heat.at("capacity"));
        }
        EXPECT_THAT(capacities, ElementsAre(72, 72, 36, 36, 36, 36));
        EXPECT_EQ(http.get("/api/v1/championships/greece-2015/documents").json().at("items").size(), 3U);

        const auto other = http.get("/api/v1/championships/cyprus-2016").json().at("settings");
        EXPECT_EQ(other.at("country"), "CY");
        EXPECT_EQ(other.at("questions").size(), 1U);
        for (const auto* slug : {"greece-2015", "cyprus-2016"}) {
            const auto terms = http.get("/api/v1/championships/" + std::string{slug} + "/terms/1");
            EXPECT_EQ(terms.status, 200);
            EXPECT_GT(terms.json().at("text").at("el").get<std::string>().size(), 2000U);
        }
    });
}

TEST_F(Demonstration, IsOpenAgainAtEveryStartAndNeverBeforeWhatHappenedInIt) {
    whileItRuns([&](ServiceProcess& /*service*/, HttpClient& /*http*/) {
        // As if somebody had left it running into June.
        folder_.session().run(
            "update core.championship set clock_offset = clock_offset + interval '700 hours' where slug = "
            "'greece-2015'");
    });
    whileItRuns([&](ServiceProcess& /*service*/, HttpClient& http) {
        EXPECT_EQ(greece(http).at("state"), "open");
        EXPECT_THAT(greece(http).at("now").get<std::string>(), testing::StartsWith("2015-05-12T"));
        EXPECT_EQ(greece(http).at("terms").at("number"), 1);
        EXPECT_EQ(folder_.session().number("select count(*) from core.document"), 6);
        folder_.session().run("update core.heat set last_received_at = '2015-05-17T10:00:00Z' where city_en = 'Volos'");
    });
    whileItRuns([&](ServiceProcess& /*service*/, HttpClient& http) {
        EXPECT_EQ(greece(http).at("state"), "open");
        EXPECT_THAT(greece(http).at("now").get<std::string>(), testing::StartsWith("2015-05-17T10:0"));
    });
}

}  // namespace
}  // namespace agon::test
