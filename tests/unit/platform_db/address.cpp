#include "platform/db/address.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "platform/db/backoff.hpp"
#include "platform/db/error.hpp"

namespace agon {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::map<std::string, std::string> parametersOf(const DbOptions& options) {
    const pq::Address address{options};
    return {address.parameters().begin(), address.parameters().end()};
}

TEST(Address, KeepsWhatItWasGiven) {
    const auto made = parametersOf(
        {.conninfo = "postgresql://eve:pa%20ss@db.example:5433/agon?sslmode=verify-full&tcp_user_timeout=1"});
    EXPECT_EQ(made.at("user"), "eve");
    EXPECT_EQ(made.at("password"), "pa ss");
    EXPECT_EQ(made.at("host"), "db.example");
    EXPECT_EQ(made.at("port"), "5433");
    EXPECT_EQ(made.at("sslmode"), "verify-full");
    EXPECT_EQ(made.at("tcp_user_timeout"), "1");
}

TEST(Address, AddsOurSettingsAfterThoseGivenSoThatOursHold) {
    const auto made = parametersOf({.conninfo = "host=h options='-c statement_timeout=0'"});
    EXPECT_THAT(made.at("options"), StartsWith("-c statement_timeout=0 -c statement_timeout=5000 "));
    EXPECT_THAT(made.at("options"), Not(HasSubstr("role")));
}

TEST(Address, EscapesTheRole) {
    EXPECT_THAT(parametersOf({.conninfo = "host=h", .role = R"(a b\c)"}).at("options"),
                HasSubstr(R"(-c role=a\ b\\c)"));
}

TEST(Address, RefusesNonsenseWithoutRepeatingIt) {
    EXPECT_THAT([] { pq::Address{{.conninfo = "password=secret nonsense"}}; },
                testing::ThrowsMessage<DbUsageError>(Not(HasSubstr("secret"))));
}

TEST(Backoff, DoublesUpToTwoSeconds) {
    for (int failures = 1; failures < 40; ++failures) {
        const auto most = std::min(100 * (1LL << std::min(failures - 1, 10)), 2000LL);
        const auto wait = pq::backoff(failures).count();
        EXPECT_LE(wait, most);
        EXPECT_GE(wait, most * 3 / 4);
    }
}

TEST(DbErrors, SayWhatFailedWhere) {
    const DbError error{{.sqlState = "23505",
                         .message = "duplicate key value violates unique constraint \"entry_code\"",
                         .statement = "entry.insert",
                         .constraint = "entry_code",
                         .schema = "core",
                         .table = "entry"}};
    EXPECT_STREQ(error.what(),
                 "statement entry.insert: duplicate key value violates unique constraint \"entry_code\" [23505]"
                 " constraint entry_code table core.entry");
}

TEST(DbErrors, ConflictsAreThoseThatMayBeTriedAgain) {
    EXPECT_TRUE(DbError{{.sqlState = "40001"}}.isConflict());
    EXPECT_TRUE(DbError{{.sqlState = "40P01"}}.isConflict());
    EXPECT_FALSE(DbError{{.sqlState = "40000"}}.isConflict());
    EXPECT_FALSE(DbError{{.sqlState = "23505"}}.isConflict());
}

TEST(DbErrors, AnUnknownOutcomeIsAKindOfUnavailable) {
    EXPECT_THROW(throw DbOutcomeUnknown{DbErrorFacts{}}, DbUnavailable);
    EXPECT_THROW(throw DbUnavailable{DbErrorFacts{}}, DbError);
}

}  // namespace
}  // namespace agon
