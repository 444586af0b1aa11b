#include "outbox/retry.hpp"

#include <gtest/gtest.h>

namespace agon::outbox {
namespace {

using namespace std::chrono_literals;

TEST(Retry, DoublesFromHalfAMinute) {
    EXPECT_EQ(waitAfter(1, 0), 30s);
    EXPECT_EQ(waitAfter(2, 0), 60s);
    EXPECT_EQ(waitAfter(3, 0), 120s);
}

TEST(Retry, NeverWaitsLongerThanSixHoursAndAFifth) {
    for (std::int32_t attempt = 1; waitAfter(attempt, 1); ++attempt) EXPECT_LE(*waitAfter(attempt, 1), 6h + 72min);
}

TEST(Retry, NeverWaitsLessThanBefore) {
    for (std::int32_t attempt = 1; waitAfter(attempt + 1, 0); ++attempt) {
        EXPECT_LE(*waitAfter(attempt, 0), *waitAfter(attempt + 1, 0));
    }
}

TEST(Retry, GivesUpAfterAboutThreeDays) {
    std::chrono::seconds total{0};
    for (std::int32_t attempt = 1; waitAfter(attempt, 0); ++attempt) total += *waitAfter(attempt, 0);
    EXPECT_GE(total, 48h);
    EXPECT_LE(total, 96h);
}

}  // namespace
}  // namespace agon::outbox
