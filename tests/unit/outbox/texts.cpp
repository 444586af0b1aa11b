#include "outbox/texts.hpp"

#include <gmock/gmock.h>

namespace agon::outbox {
namespace {

using testing::HasSubstr;
using testing::Not;

const nlohmann::json kFacts{{"until", "2015-05-20 23:59"}, {"entry", "K7QM-2F9X"}, {"number", "37"}, {"reserve", "1"}};
constexpr std::string_view kLink = "https://agon.example.org/admin#/invitation/abc";

TEST(Texts, EveryMailIsWrittenInBothLanguagesWithoutGaps) {
    for (const auto name : allMails()) {
        const auto greek = write(name, kFacts, kLink, Language::Greek);
        const auto english = write(name, kFacts, kLink, Language::English);
        ASSERT_TRUE(greek && english) << name;
        EXPECT_NE(greek->subject, english->subject) << name;
        EXPECT_NE(greek->body, english->body) << name;
        for (const auto* text : {&greek->subject, &greek->body, &english->subject, &english->body}) {
            EXPECT_THAT(*text, Not(HasSubstr("{"))) << name;
            EXPECT_FALSE(text->empty()) << name;
        }
    }
}

TEST(Texts, TheLinkStandsInTheInvitation) {
    EXPECT_THAT(write("staff-invitation", kFacts, kLink, Language::English)->body, HasSubstr(kLink));
}

TEST(Texts, AMissingFactIsNotPaperedOver) {
    EXPECT_FALSE(write("staff-invitation", nlohmann::json::object(), kLink, Language::English));
    EXPECT_FALSE(write("staff-invitation", kFacts, "", Language::English));
}

TEST(Texts, ThereIsNoMailOfAnotherName) {
    EXPECT_FALSE(write("no-such-mail", kFacts, kLink, Language::Greek));
}

}  // namespace
}  // namespace agon::outbox
