#include "platform/http/entity_tag.hpp"

#include <gtest/gtest.h>

#include <random>

namespace agon::http {
namespace {

Request requestWith(const std::string& ifMatch) {
    const auto source = drogon::HttpRequest::newHttpRequest();
    if (!ifMatch.empty()) source->addHeader("if-match", ifMatch);
    return Request{source, Language::English, "id"};
}

TEST(EntityTag, IsReadAsItIsWritten) {
    for (const auto& tag : {tagOfVersion(0), tagOfVersion(INT64_MAX), tagOfContent(""), tagOfContent("a")}) {
        const auto list = parseEntityTags(format(tag));
        ASSERT_TRUE(list.wellFormed);
        ASSERT_EQ(list.items.size(), 1U);
        EXPECT_EQ(list.items[0].tag, tag);
        EXPECT_FALSE(list.items[0].weak);
    }
}

TEST(EntityTag, OfDifferentContentDiffers) {
    EXPECT_NE(tagOfContent("a"), tagOfContent("b"));
    EXPECT_EQ(tagOfContent("a"), tagOfContent("a"));
    EXPECT_NE(tagOfVersion(1), tagOfVersion(11));
}

TEST(EntityTagList, HoldsSeveralTags) {
    const auto list = parseEntityTags(R"( "a" ,W/"b,c",	"" )");
    ASSERT_TRUE(list.wellFormed);
    ASSERT_EQ(list.items.size(), 3U);
    EXPECT_EQ(list.items[0].tag.opaque, "a");
    EXPECT_EQ(list.items[1].tag.opaque, "b,c");
    EXPECT_TRUE(list.items[1].weak);
    EXPECT_EQ(list.items[2].tag.opaque, "");
    EXPECT_TRUE(parseEntityTags("*").any);
}

TEST(EntityTagList, IsNotWellFormedWhenItIsNot) {
    std::string many = "\"0\"";
    for (int i = 0; i < 64; ++i) many += ", \"1\"";
    for (const auto& text :
         {std::string{}, std::string{"a"}, std::string{"\"a"}, std::string{"a\""}, std::string{"\"a\" \"b\""},
          std::string{"\"a\","}, std::string{",\"a\""}, std::string{"w/\"a\""}, std::string{"W/ \"a\""},
          std::string{"\"a\x7f\""}, std::string{"*, \"a\""}, std::string{"\"a b\""}, many}) {
        EXPECT_FALSE(parseEntityTags(text).wellFormed) << text;
    }
}

TEST(EntityTagList, OfAnyBytesIsReadWithoutHarm) {
    std::mt19937 random{1};
    const std::string_view likely = "\"W/*, ab\t";
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (auto size = random() % 16; size > 0; --size) text += likely[random() % likely.size()];
        const auto list = parseEntityTags(text);
        for (const auto& item : list.items) EXPECT_FALSE(item.tag.opaque.contains('"')) << text;
    }
}

TEST(SeenVersion, MustBeSaid) {
    const auto silent = SeenVersion::of(requestWith(""));
    ASSERT_FALSE(silent);
    EXPECT_EQ(silent.error().code, ProblemCode::VersionRequired);
    const auto unreadable = SeenVersion::of(requestWith("v5"));
    ASSERT_FALSE(unreadable);
    EXPECT_EQ(unreadable.error().code, ProblemCode::MalformedRequest);
}

TEST(SeenVersion, MustBeTheCurrentOne) {
    const auto holds = [](const std::string& header) {
        const auto seen = SeenVersion::of(requestWith(header));
        EXPECT_TRUE(seen) << header;
        const auto fits = seen->mustBe(5);
        EXPECT_TRUE(fits || fits.error().code == ProblemCode::StaleVersion);
        return fits.has_value();
    };
    for (const auto* const header : {"\"v5\"", "\"v4\", \"v5\"", "*", "\"v5.gzip\"", "\"v5.br\""})
        EXPECT_TRUE(holds(header));
    for (const auto* const header :
         {"\"v4\"", "W/\"v5\"", "\"v55\"", "\"V5\"", "\"5\"", "\"v5.gz\"", "\"v5.gzip.br\""}) {
        EXPECT_FALSE(holds(header)) << header;
    }
}

TEST(IfNoneMatch, KnowsAStateInAnyCoding) {
    const auto tag = tagOfVersion(5);
    for (const auto* const header : {"\"v5\"", "W/\"v5\"", "\"v5.br\"", "\"x\", W/\"v5.gzip\"", "*"}) {
        EXPECT_TRUE(hasAlready(header, tag)) << header;
    }
    for (const auto* const header : {"", "\"v6\"", "v5", "\"v5\" \"v5\""})
        EXPECT_FALSE(hasAlready(header, tag)) << header;
}

}  // namespace
}  // namespace agon::http
