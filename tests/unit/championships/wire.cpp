#include "unit/championships/example.hpp"

namespace agon::championships {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

// "pointer fault" of each error; empty when it was understood.
std::vector<std::string> errorsIn(const json& body) {
    const auto read = readJson(body.dump(), readSettings);
    std::vector<std::string> errors;
    if (read) return errors;
    for (const auto& error : read.error().errors) {
        errors.push_back(error.pointer + ' ' + std::string{codeOf(error.fault)});
    }
    return errors;
}

TEST(Settings, ComeBackAsTheyWentOut) {
    const auto sent = toJson(example(), Audience::Staff);
    const auto read = readJson(sent.dump(), readSettings);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, example());
    EXPECT_EQ(settingsFrom(sent), example());
}

TEST(Settings, AreRefusedWithEverythingThatIsWrong) {
    auto body = toJson(example(), Audience::Staff);
    body.erase("name");
    body["country"] = "Greece";
    body["languages"] = {"el", "el", "fr"};
    body["opens_at"] = "2015-05-04T10:00:00";
    body["minimum_age"] = 130;
    body["terms_url"] = "example.org";
    body["optional_declarations"] = {"own-email"};
    body["organisers"][0]["kind"] = "sponsor";
    body["organisers"][0]["name"] = "";
    body["heats"][0]["capacity"] = -1;
    body["heats"][0]["rounds"] = "two";
    body["heats"][1]["code"] = body["heats"][0]["code"];
    body["heats"][1]["channels"][0]["value"] = "1";
    body["heats"][1].erase("public_label");
    body["questions"][0]["kind"] = "text";
    body["awards"][0]["draw"] = true;
    body["cancelled"] = "no";
    body["prize_draw"] = true;
    EXPECT_THAT(errorsIn(body),
                UnorderedElementsAre(
                    "/name missing", "/country bad-format", "/languages too-many", "/opens_at bad-instant",
                    "/minimum_age out-of-range", "/terms_url bad-format", "/optional_declarations/0 not-a-choice",
                    "/organisers/0/kind not-a-choice", "/organisers/0/name too-short", "/heats/0/capacity out-of-range",
                    "/heats/0/rounds not-an-integer", "/heats/1/code duplicate", "/heats/1/channels/0/value too-short",
                    "/heats/1/public_label missing", "/questions/0/must_be incorrect", "/awards/0/draw unknown",
                    "/cancelled not-a-boolean", "/prize_draw unknown"));
}

TEST(Settings, NameEachWordOnce) {
    auto body = toJson(example(), Audience::Staff);
    body["languages"] = {"el", "el"};
    body["questions"].push_back(body["questions"][0]);
    EXPECT_THAT(errorsIn(body), ElementsAre("/languages/1 duplicate", "/questions/1/code duplicate"));
}

TEST(Settings, HaveAStageAnOrganiserAndALanguage) {
    auto body = toJson(example(), Audience::Staff);
    body["stages"] = json::array();
    body["organisers"] = json::array();
    body["languages"] = json::array();
    EXPECT_THAT(errorsIn(body), ElementsAre("/languages too-few", "/organisers too-few", "/stages too-few"));
}

TEST(Settings, OfAHeatThatIsNewCarryNoCode) {
    auto settings = example();
    settings.heats[0].code.clear();
    const auto sent = toJson(settings, Audience::Staff);
    EXPECT_FALSE(sent.at("heats").at(0).contains("code"));
    const auto read = readJson(sent.dump(), readSettings);
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->heats[0].code.empty());
}

TEST(Settings, ThatWereStoredAndCannotBeReadAreABug) {
    auto stored = toJson(example(), Audience::Staff);
    stored.erase("heats");
    EXPECT_THROW(settingsFrom(stored), std::logic_error);
}

TEST(NewChampionship, IsRealOrARehearsal) {
    const auto settings = toJson(example(), Audience::Staff);
    const auto errors = [&](const std::string& slug, const std::string& kind) {
        const json body{{"slug", slug}, {"kind", kind}, {"settings", settings}};
        const auto read = readJson(body.dump(), readNewChampionship);
        return read ? std::size_t{0} : read.error().errors.size();
    };
    EXPECT_EQ(errors("greece-2015", "real"), 0U);
    EXPECT_EQ(errors("g", "rehearsal"), 0U);
    EXPECT_EQ(errors("greece-2015", "demo"), 1U);
    for (const auto& slug : {"", "Greece", "greece-", "-greece", "a--b", "a b", "αθήνα"}) {
        EXPECT_EQ(errors(slug, "real"), 1U) << slug;
    }
    EXPECT_EQ(errors(std::string(60, 'a'), "real"), 0U);
    EXPECT_EQ(errors(std::string(61, 'a'), "real"), 1U);
}

}  // namespace
}  // namespace agon::championships
