#include "integration/championships/championship_test.hpp"

namespace agon::test {
namespace {

class Documents : public ChampionshipTest {
  protected:
    HttpReply publishDocument(const std::string& kind, const std::string& text, const Headers& headers = {}) {
        const json body{{"kind", kind}, {"text", bothLanguages("Κείμενο", text)}};
        return organiser_.post(pathOf("greece-2035", "/documents"), body, headers);
    }
};

// R69, R88, A-51, A-58.
TEST_F(Documents, EveryVersionStaysReadable) {
    open("greece-2035");
    ASSERT_EQ(publishDocument("rulings", "Rulings").status, 201);
    const auto first = publishDocument("rulebook", "First");
    ASSERT_EQ(first.status, 201) << first.body;
    EXPECT_EQ(first.header("location"), pathOf("greece-2035", "/documents/rulebook/1"));
    const auto second = publishDocument("rulebook", "Second");
    EXPECT_EQ(second.json().at("number"), 2);

    EXPECT_EQ(read(first.header("location")), first.json());
    EXPECT_EQ(read(first.header("location")).at("text").at("en"), "First");
    EXPECT_EQ(read(second.header("location")).at("text").at("en"), "Second");
    std::vector<std::string> listed;
    for (const auto& item : read(pathOf("greece-2035", "/documents")).at("items")) {
        listed.push_back(item.at("kind").get<std::string>() + " " + std::to_string(item.at("number").get<int>()));
    }
    EXPECT_THAT(listed, ElementsAre("rulebook 2", "rulebook 1", "rulings 1"));
    EXPECT_EQ(staff_.acts("document-published", "greece-2035"), 3);
}

TEST_F(Documents, ThatNobodyPublishedAreNotThere) {
    open("greece-2035");
    for (const auto* rest : {"/documents/rulebook/1", "/documents/rulebook/0", "/documents/rulebook/x",
                             "/documents/poem/1", "/documents/rulebook/99999999999"}) {
        EXPECT_EQ(http_.get(pathOf("greece-2035", rest)).status, 404) << rest;
    }
    EXPECT_THAT(fieldErrorsOf(publishDocument("poem", "Roses")), ElementsAre("/kind not-a-choice"));
}

TEST_F(Documents, ARepeatedPublicationIsOne) {
    open("greece-2035");
    const Headers key{{"Idempotency-Key", "rulebook-one"}};
    const auto first = publishDocument("rulebook", "First", key);
    EXPECT_EQ(publishDocument("rulebook", "First", key).body, first.body);
    EXPECT_EQ(sql().number("select count(*) from core.document"), 1);
}

TEST_F(Documents, AreReadAgainByWhoeverHasThemOnlyWhenTheyChanged) {
    open("greece-2035");
    ASSERT_EQ(publishDocument("rulebook", "First").status, 201);
    const auto seen = http_.get(pathOf("greece-2035", "/documents/rulebook/1"));
    const auto again =
        http_.get(pathOf("greece-2035", "/documents/rulebook/1"), {{"If-None-Match", seen.header("etag")}});
    EXPECT_EQ(again.status, 304);
    const auto list = http_.get(pathOf("greece-2035", "/documents")).header("etag");
    ASSERT_EQ(publishDocument("rulebook", "Second").status, 201);
    EXPECT_EQ(http_.get(pathOf("greece-2035", "/documents"), {{"If-None-Match", list}}).status, 200);
}

}  // namespace
}  // namespace agon::test
