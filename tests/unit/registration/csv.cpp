#include "registration/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agon::registration {
namespace {

using testing::ElementsAre;
using testing::Optional;

TEST(Csv, ReadsPlainRows) {
    EXPECT_THAT(readCsv("a,b\n1,2\n", 10), Optional(ElementsAre(CsvRow{"a", "b"}, CsvRow{"1", "2"})));
    EXPECT_THAT(readCsv("a,b\n1,2", 10), Optional(ElementsAre(CsvRow{"a", "b"}, CsvRow{"1", "2"})));
}

TEST(Csv, QuotesHoldCommasQuotesAndLineBreaks) {
    EXPECT_THAT(readCsv("\"Doe, Anna\",\"the \"\"boss\"\"\",\"two\nlines\"\n", 10),
                Optional(ElementsAre(CsvRow{"Doe, Anna", "the \"boss\"", "two\nlines"})));
}

TEST(Csv, LinesMayEndAsOnWindows) {
    EXPECT_THAT(readCsv("a,b\r\n1,2\r\n", 10), Optional(ElementsAre(CsvRow{"a", "b"}, CsvRow{"1", "2"})));
}

TEST(Csv, AByteOrderMarkIsNoPartOfTheFirstColumn) {
    EXPECT_THAT(readCsv("\xEF\xBB\xBFheat,email\nx,y\n", 10),
                Optional(ElementsAre(CsvRow{"heat", "email"}, CsvRow{"x", "y"})));
}

TEST(Csv, EmptyFieldsAreFields) {
    EXPECT_THAT(readCsv(",,\n", 10), Optional(ElementsAre(CsvRow{"", "", ""})));
}

TEST(Csv, AQuoteThatIsNeverClosedIsRefused) {
    EXPECT_EQ(readCsv("a,b\n\"1,2\n", 10), std::nullopt);
    EXPECT_EQ(readCsv("a,b\n\"1\"x,2\n", 10), std::nullopt);
}

TEST(Csv, MoreRowsThanAllowedAreRefused) {
    EXPECT_TRUE(readCsv("a\n1\n2\n", 3));
    EXPECT_EQ(readCsv("a\n1\n2\n3\n", 3), std::nullopt);
}

}  // namespace
}  // namespace agon::registration
