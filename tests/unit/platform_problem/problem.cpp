#include "platform/problem/problem.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "platform/text/utf8.hpp"

namespace agon {
namespace {

using testing::HasSubstr;
using testing::Not;

bool hasGreek(std::string_view text) {
    return text.contains("\xce") || text.contains("\xcf");
}

bool isKebab(std::string_view text) {
    return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos &&
           text.front() != '-' && text.back() != '-';
}

TEST(Problem, OfEachKindHasANameOfItsOwn) {
    std::set<std::string_view> names;
    for (const auto code : allProblemCodes()) {
        EXPECT_TRUE(isKebab(codeOf(code))) << codeOf(code);
        EXPECT_TRUE(names.insert(codeOf(code)).second) << codeOf(code);
        EXPECT_EQ(typeOf(code), "urn:problem-type:agon:" + std::string{codeOf(code)});
    }
    EXPECT_EQ(names.size(), static_cast<std::size_t>(ProblemCode::Internal) + 1);
}

TEST(Problem, OfEachKindHasAnErrorStatus) {
    const std::set<int> known{400, 401, 403, 404, 405, 406, 408, 409, 410, 411, 412,
                              413, 414, 415, 417, 422, 428, 429, 431, 500, 501, 503};
    std::set<int> used;
    for (const auto code : allProblemCodes()) {
        EXPECT_TRUE(known.contains(statusOf(code))) << codeOf(code);
        used.insert(statusOf(code));
    }
    for (const int needed : {400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 428, 429, 503}) {
        EXPECT_TRUE(used.contains(needed)) << needed;
    }
}

TEST(Problem, SpeaksGreekAndEnglishAboutEverything) {
    std::set<std::string> said;
    for (const auto code : allProblemCodes()) {
        const Problem bare{.code = code, .errors = {}, .subject = {}, .retryAfter = {}, .extension = {}};
        const Problem about{.code = code, .errors = {}, .subject = "a thing", .retryAfter = {}, .extension = {}};
        for (const auto language : {Language::Greek, Language::English}) {
            const bool isGreek = language == Language::Greek;
            const auto title = titleOf(code, language);
            EXPECT_EQ(hasGreek(title), isGreek) << title;
            for (const auto& detail : {detailOf(bare, language), detailOf(about, language)}) {
                EXPECT_TRUE(countCodePoints(detail));
                EXPECT_TRUE(hasGreek(detail) || !isGreek) << detail;
                EXPECT_TRUE(detail.ends_with('.')) << detail;
                EXPECT_THAT(detail, Not(HasSubstr("{}")));
                EXPECT_THAT(detail, Not(HasSubstr("  ")));
            }
            EXPECT_TRUE(said.insert(detailOf(bare, language)).second) << "said twice: " << detailOf(bare, language);
        }
    }
}

TEST(Problem, NamesItsSubjectWhereItsSentenceHasRoomForOne) {
    for (const auto code : {ProblemCode::MalformedRequest, ProblemCode::MalformedJson, ProblemCode::NotAcceptable,
                            ProblemCode::BodyTooLarge, ProblemCode::Forbidden}) {
        const auto named = problem(code, "{}s and 100%").error();
        for (const auto language : {Language::Greek, Language::English}) {
            EXPECT_THAT(detailOf(named, language), HasSubstr("{}s and 100%")) << codeOf(code);
        }
    }
}

TEST(FieldFault, OfEachKindHasANameAndSentencesInBothLanguages) {
    std::set<std::string_view> names;
    std::set<std::string> said;
    for (const auto fault : allFieldFaults()) {
        EXPECT_TRUE(isKebab(codeOf(fault))) << codeOf(fault);
        EXPECT_TRUE(names.insert(codeOf(fault)).second) << codeOf(fault);
        const FieldError error{.pointer = "/a", .fault = fault, .detail = "5{}"};
        const auto greek = messageOf(error, Language::Greek);
        const auto english = messageOf(error, Language::English);
        EXPECT_TRUE(hasGreek(greek)) << greek;
        EXPECT_FALSE(hasGreek(english)) << english;
        EXPECT_EQ(greek.contains("5{}"), english.contains("5{}")) << english;
        EXPECT_TRUE(said.insert(english).second) << english;
        EXPECT_TRUE(said.insert(greek).second) << greek;
    }
    EXPECT_EQ(names.size(), static_cast<std::size_t>(FieldFault::Incorrect) + 1);
}

TEST(Problem, OfFieldsCarriesThem) {
    const auto refused = problem({FieldError{"/a", FieldFault::Missing, ""}}).error();
    EXPECT_EQ(refused.code, ProblemCode::InvalidFields);
    ASSERT_EQ(refused.errors.size(), 1U);
    EXPECT_EQ(refused.errors[0].pointer, "/a");
}

struct Wish {
    std::string_view header;
    Language language;
};

TEST(AcceptLanguage, IsHonoured) {
    constexpr auto el = Language::Greek;
    constexpr auto en = Language::English;
    for (const auto& [header, language] : std::initializer_list<Wish>{
             {"", en},
             {"el", el},
             {"EL-gr", el},
             {"en", en},
             {"fr", en},
             {"fr, el", el},
             {"el, en", el},
             {"en, el", en},
             {"en;q=0.8, el;q=0.9", el},
             {"el;q=0.8, en;q=0.9", en},
             {"el;q=0", en},
             {"el;q=0, *", en},
             {"*", en},
             {"en;q=0, *;q=0.5", el},
             {"el;q=0.3, *;q=0.5", en},
             {"elx", en},
             {"el;q=nonsense, en;q=0.1", en},
             {"el;q=2", en},
             {",,, el ,,", el},
             {" el ; q=0.7 , en ; q=0.6", el},
             {"\xff\xfe", en},
         }) {
        EXPECT_EQ(chooseLanguage(header), language) << header;
    }
}

}  // namespace
}  // namespace agon
