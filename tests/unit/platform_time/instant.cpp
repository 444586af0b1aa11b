#include "platform/time/instant.hpp"

#include <gtest/gtest.h>

#include <random>

namespace agon {
namespace {

using namespace std::chrono_literals;

std::optional<std::string> rewritten(std::string_view text) {
    const auto instant = parseInstant(text);
    return instant ? std::optional{formatInstant(*instant)} : std::nullopt;
}

TEST(Instant, IsWrittenInUtcWithSixDecimals) {
    EXPECT_EQ(formatInstant(Instant{}), "1970-01-01T00:00:00.000000Z");
    EXPECT_EQ(formatInstant(Instant{std::chrono::sys_days{2015y / 5 / 20} + 20h + 59min + 59s + 999999us}),
              "2015-05-20T20:59:59.999999Z");
    EXPECT_EQ(formatInstant(Instant{std::chrono::sys_days{1969y / 12 / 31} + 24h - 1us}),
              "1969-12-31T23:59:59.999999Z");
}

TEST(Instant, IsReadWithItsOffset) {
    EXPECT_EQ(rewritten("2026-05-20T18:30:00+03:00"), "2026-05-20T15:30:00.000000Z");
    EXPECT_EQ(rewritten("2026-05-20T18:30:00-03:30"), "2026-05-20T22:00:00.000000Z");
    EXPECT_EQ(rewritten("2026-01-01T00:30:00+02:00"), "2025-12-31T22:30:00.000000Z");
    EXPECT_EQ(rewritten("2026-05-20t18:30:00z"), "2026-05-20T18:30:00.000000Z");
    EXPECT_EQ(rewritten("2026-05-20T18:30:00-00:00"), "2026-05-20T18:30:00.000000Z");
    EXPECT_EQ(rewritten("2028-02-29T00:00:00Z"), "2028-02-29T00:00:00.000000Z");
}

TEST(Instant, IsReadWithUpToSixDecimals) {
    EXPECT_EQ(rewritten("2026-05-20T18:30:00.5Z"), "2026-05-20T18:30:00.500000Z");
    EXPECT_EQ(rewritten("2026-05-20T18:30:00.123456Z"), "2026-05-20T18:30:00.123456Z");
    EXPECT_EQ(rewritten("2026-05-20T18:30:00.1234567Z"), std::nullopt);
    EXPECT_EQ(rewritten("2026-05-20T18:30:00.Z"), std::nullopt);
}

TEST(Instant, RefusesATimeWithoutAnOffset) {
    EXPECT_EQ(rewritten("2026-05-20T18:30:00"), std::nullopt);
    EXPECT_EQ(rewritten("2026-05-20T18:30:00.5"), std::nullopt);
}

TEST(Instant, RefusesWhatIsNoTime) {
    for (const auto* const text : {"",
                                   "2026-05-20",
                                   "2026-05-20T",
                                   "2026-05-20 18:30:00Z",
                                   "2026-05-20T18:30Z",
                                   "2026-05-20T24:00:00Z",
                                   "2026-05-20T18:60:00Z",
                                   "2026-05-20T18:30:60Z",
                                   "2026-02-30T18:30:00Z",
                                   "2027-02-29T18:30:00Z",
                                   "2026-13-01T18:30:00Z",
                                   "2026-00-01T18:30:00Z",
                                   "2026-05-00T18:30:00Z",
                                   "0000-01-01T00:00:00Z",
                                   "2026-5-20T18:30:00Z",
                                   "26-05-20T18:30:00Z",
                                   "+2026-05-20T18:30:00Z",
                                   "2026-05-20T18:30:00+3:00",
                                   "2026-05-20T18:30:00+03",
                                   "2026-05-20T18:30:00+24:00",
                                   "2026-05-20T18:30:00+03:60",
                                   "2026-05-20T18:30:00ZZ",
                                   "2026-05-20T18:30:00Z ",
                                   " 2026-05-20T18:30:00Z",
                                   "2026-05-20T18:30:00 +03:00",
                                   "2026-05-20T18:30:00,5Z",
                                   "٢٠٢٦-05-20T18:30:00Z",
                                   "20260520T183000Z"}) {
        EXPECT_EQ(rewritten(text), std::nullopt) << text;
    }
}

// An instant that could be read but not written again would be stored and then refused.
TEST(Instant, RefusesWhatAnOffsetPushesOutOfTheCalendar) {
    EXPECT_EQ(rewritten("0001-01-01T00:30:00+01:00"), std::nullopt);
    EXPECT_EQ(rewritten("9999-12-31T23:30:00-01:00"), std::nullopt);
    EXPECT_EQ(rewritten("0001-01-01T00:30:00Z"), "0001-01-01T00:30:00.000000Z");
    EXPECT_EQ(rewritten("9999-12-31T23:59:59.999999Z"), "9999-12-31T23:59:59.999999Z");
}

TEST(Instant, ReadsWhatItWrites) {
    std::mt19937_64 random{20260520};
    const auto first = std::chrono::sys_time<std::chrono::microseconds>{std::chrono::sys_days{1y / 1 / 1}};
    const auto last = std::chrono::sys_time<std::chrono::microseconds>{std::chrono::sys_days{9999y / 12 / 31}};
    std::uniform_int_distribution<std::int64_t> micros{first.time_since_epoch().count(),
                                                       last.time_since_epoch().count()};
    for (int i = 0; i < 5000; ++i) {
        const Instant instant{
            std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{micros(random)}}};
        EXPECT_EQ(parseInstant(formatInstant(instant)), instant) << formatInstant(instant);
    }
}

TEST(Instant, IsOrderedAsItIsWritten) {
    std::mt19937_64 random{7};
    std::uniform_int_distribution<std::int64_t> micros{-60'000'000'000'000'000, 200'000'000'000'000'000};
    const auto draw = [&] {
        return Instant{std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{micros(random)}}};
    };
    for (int i = 0; i < 1000; ++i) {
        const auto a = draw();
        const auto b = draw();
        EXPECT_EQ(a < b, formatInstant(a) < formatInstant(b));
    }
}

TEST(CivilDate, IsReadAndWrittenTheSame) {
    for (const auto* const text : {"1997-05-23", "2000-02-29", "0001-01-01", "9999-12-31"}) {
        const auto date = parseDate(text);
        ASSERT_TRUE(date) << text;
        EXPECT_EQ(formatDate(*date), text);
    }
}

TEST(CivilDate, RefusesDaysThatNeverWere) {
    for (const auto* const text :
         {"", "1997-02-29", "1900-02-29", "1997-04-31", "1997-00-10", "1997-13-10", "1997-05-00", "0000-05-23",
          "1997-5-23", "97-05-23", "1997/05/23", "1997-05-23Z", "1997-05-23 ", "-997-05-23"}) {
        EXPECT_FALSE(parseDate(text)) << text;
    }
}

}  // namespace
}  // namespace agon
