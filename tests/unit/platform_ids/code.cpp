#include "platform/ids/code.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "platform/ids/id.hpp"

namespace agon {
namespace {

constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr int kSamples = 200;

std::string withoutHyphen(std::string text) {
    std::erase(text, '-');
    return text;
}

TEST(Code, IsWrittenInTwoGroupsOfFour) {
    for (int i = 0; i < kSamples; ++i) {
        const auto text = Code::random().text();
        ASSERT_EQ(text.size(), 9U);
        EXPECT_EQ(text[4], '-');
        EXPECT_EQ(withoutHyphen(text).find_first_not_of(kAlphabet), std::string::npos) << text;
    }
}

TEST(Code, ReadsWhatItWrites) {
    for (int i = 0; i < kSamples; ++i) {
        const auto code = Code::random();
        const auto read = Code::parse(code.text());
        ASSERT_TRUE(read);
        EXPECT_EQ(*read, code);
    }
}

TEST(Code, ReadsWhatPeopleMakeOfIt) {
    for (int i = 0; i < kSamples; ++i) {
        const auto code = Code::random();
        auto lower = code.text();
        for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        EXPECT_EQ(Code::parse(lower), code);
        EXPECT_EQ(Code::parse(withoutHyphen(code.text())), code);
        for (const auto& [written, meant] : {std::pair{'O', '0'}, {'o', '0'}, {'I', '1'}, {'l', '1'}, {'L', '1'}}) {
            auto alike = code.text();
            std::ranges::replace(alike, meant, written);
            EXPECT_EQ(Code::parse(alike), code) << alike;
        }
    }
}

TEST(Code, NoticesEverySingleWrongCharacter) {
    for (int i = 0; i < kSamples; ++i) {
        const auto text = Code::random().text();
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] == '-') continue;
            for (const char c : kAlphabet) {
                auto wrong = text;
                wrong[at] = c;
                EXPECT_EQ(Code::parse(wrong).has_value(), c == text[at]) << text << " as " << wrong;
            }
        }
    }
}

TEST(Code, NoticesEverySwapOfTwoCharacters) {
    for (int i = 0; i < kSamples; ++i) {
        const auto text = withoutHyphen(Code::random().text());
        for (std::size_t a = 0; a < text.size(); ++a) {
            for (std::size_t b = a + 1; b < text.size(); ++b) {
                auto swapped = text;
                std::swap(swapped[a], swapped[b]);
                EXPECT_EQ(Code::parse(swapped).has_value(), text[a] == text[b]) << text << " as " << swapped;
            }
        }
    }
}

TEST(Code, RefusesWhatIsNone) {
    const auto good = Code::random().text();
    for (const std::string& text :
         {std::string{}, std::string{"-"}, good + "0", good.substr(1), "0" + good, " " + good, good + " ", good + "-",
          good.substr(0, 3) + "-" + good.substr(3), std::string{"UUUU-UUUU"}, std::string{"0000_0000"},
          std::string{"Α000-0000"}, std::string(9, '\0'), std::string(1000, '0')}) {
        EXPECT_FALSE(Code::parse(text)) << text;
    }
}

TEST(Code, IsDrawnFromTheWholeAlphabetAtEveryPlace) {
    std::array<std::set<char>, 8> seen;
    std::set<std::string> codes;
    for (int i = 0; i < 2000; ++i) {
        const auto text = withoutHyphen(Code::random().text());
        codes.insert(text);
        for (std::size_t at = 0; at < text.size(); ++at) seen[at].insert(text[at]);
    }
    for (const auto& characters : seen) EXPECT_EQ(characters.size(), kAlphabet.size());
    EXPECT_EQ(codes.size(), 2000U);
}

struct Heat;
struct Entry;
static_assert(!std::is_convertible_v<Id<Heat>, Id<Entry>>, "an id of one thing must not pass for another's");
static_assert(!std::is_convertible_v<std::int64_t, Id<Heat>>, "a number is no id");

TEST(Id, IsOrderedByItsNumber) {
    EXPECT_LT(Id<Heat>{1}, Id<Heat>{2});
    EXPECT_EQ(Id<Heat>{2}, Id<Heat>{2});
}

}  // namespace
}  // namespace agon
