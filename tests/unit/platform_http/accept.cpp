#include "platform/http/accept.hpp"

#include <gtest/gtest.h>

#include <random>

#include "platform/http/coding.hpp"
#include "platform/text/weight.hpp"

namespace agon::http {
namespace {

TEST(AcceptToken, WeighsByNameThenByStar) {
    EXPECT_EQ(weightOfToken("gzip", "gzip"), 1000);
    EXPECT_EQ(weightOfToken("GZip;q=0.5", "gzip"), 500);
    EXPECT_EQ(weightOfToken("deflate, gzip ; q=0.25 , br", "gzip"), 250);
    EXPECT_EQ(weightOfToken("*;q=0.3, br", "gzip"), 300);
    EXPECT_EQ(weightOfToken("gzip;q=0, *", "gzip"), 0);
    EXPECT_EQ(weightOfToken("", "gzip"), 0);
    EXPECT_EQ(weightOfToken("gzipped", "gzip"), 0);
    EXPECT_EQ(weightOfToken(",,;,", "gzip"), 0);
}

TEST(AcceptWeight, IsNeverMoreThanWhatCanBeRead) {
    EXPECT_EQ(weightOf(""), 1000);
    EXPECT_EQ(weightOf("q=1.000"), 1000);
    EXPECT_EQ(weightOf("level=1; Q=0.05"), 50);
    for (const auto* const text : {"q=", "q=2", "q=1.001", "q=-1", "q=0.1234", "q=.5", "q=0,5", "q=1x", "q=nan"}) {
        EXPECT_EQ(weightOf(text), 0) << text;
    }
}

TEST(AcceptMediaType, CountsTheMostPreciseRange) {
    const std::string_view json = "application/json";
    for (const auto* const accept : {"", " ", "*/*", "application/*", "application/json", "APPLICATION/JSON",
                                     "text/html, */*;q=0.1", "application/json;q=0.001", "*/*;q=0, application/json",
                                     "application/*;q=0, application/json;charset=utf-8"}) {
        EXPECT_TRUE(acceptsMediaType(accept, json)) << accept;
    }
    for (const auto* const accept : {"text/html", "application/json;q=0", "*/*, application/json;q=0",
                                     "application/*;q=0, */*", "application/jsonx", "application", "*", "json", ","}) {
        EXPECT_FALSE(acceptsMediaType(accept, json)) << accept;
    }
}

TEST(ChooseCoding, TakesTheBestThatIsAllowed) {
    EXPECT_EQ(chooseCoding(""), Coding::Identity);
    EXPECT_EQ(chooseCoding("gzip, deflate, br"), Coding::Brotli);
    EXPECT_EQ(chooseCoding("gzip"), Coding::Gzip);
    EXPECT_EQ(chooseCoding("br;q=0.5, gzip;q=0.6"), Coding::Gzip);
    EXPECT_EQ(chooseCoding("*"), Coding::Brotli);
    EXPECT_EQ(chooseCoding("br;q=0, *"), Coding::Gzip);
    EXPECT_EQ(chooseCoding("identity"), Coding::Identity);
    EXPECT_EQ(chooseCoding("zstd, identity;q=0"), Coding::Identity);
}

TEST(Packing, IsOnlyForTextThatIsLongEnough) {
    EXPECT_TRUE(isWorthPacking("application/json", 1024));
    EXPECT_TRUE(isWorthPacking("application/problem+json", 5000));
    EXPECT_TRUE(isWorthPacking("text/html; charset=utf-8", 5000));
    EXPECT_FALSE(isWorthPacking("application/json", 1023));
    EXPECT_FALSE(isWorthPacking("text/event-stream", 5000));
    EXPECT_FALSE(isWorthPacking("image/png", 50'000));
    EXPECT_FALSE(isWorthPacking("", 50'000));
}

TEST(Packing, IsLeftOutWhereItMakesNothingSmaller) {
    std::mt19937 random{1};
    std::string noise(5000, '\0');
    for (char& c : noise) c = static_cast<char>(random());
    for (const auto coding : {Coding::Gzip, Coding::Brotli}) {
        for (const auto effort : {Effort::Quick, Effort::Thorough}) {
            EXPECT_EQ(pack(noise, coding, effort), "");
            const auto packed = pack(std::string(5000, 'a'), coding, effort);
            EXPECT_FALSE(packed.empty());
            EXPECT_LT(packed.size(), 200U);
        }
    }
    EXPECT_EQ(pack("whatever", Coding::Identity, Effort::Quick), "");
}

}  // namespace
}  // namespace agon::http
