#include "platform/migrate/migration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/config/operator_error.hpp"
#include "platform/migrate/connection.hpp"
#include "platform/migrate/migrator.hpp"

namespace agon {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string refusalOf(std::vector<Migration> migrations) {
    try {
        const Migrator migrator{std::move(migrations)};
        return {};
    } catch (const OperatorError& error) {
        return error.what();
    }
}

TEST(Migrations, AreNumberedFromOneWithoutGaps) {
    EXPECT_EQ(refusalOf({{1, "a", ""}, {2, "b", ""}}), "");
    EXPECT_EQ(refusalOf({{2, "b", ""}, {1, "a", ""}}), "");
    EXPECT_THAT(refusalOf({{1, "a", ""}, {3, "c", ""}}), HasSubstr("0002 is missing before 0003_c"));
    EXPECT_THAT(refusalOf({{2, "b", ""}}), HasSubstr("0001 is missing"));
    EXPECT_THAT(refusalOf({{0, "a", ""}}), HasSubstr("0000"));
}

TEST(Migrations, HaveEachNumberOnce) {
    EXPECT_THAT(refusalOf({{1, "a", ""}, {1, "b", ""}}), HasSubstr("two migrations have the number 0001"));
}

TEST(Migrations, AreKnownByTheSha256OfTheirText) {
    EXPECT_EQ(checksumOf({1, "a", "abc"}), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(checksumOf({2, "b", "abc"}), checksumOf({1, "a", "abc"}));
}

TEST(Migrations, AreNamedAsTheirFiles) {
    EXPECT_EQ(titleOf({7, "desk_leases", ""}), "0007_desk_leases");
}

TEST(Migrations, OfThisBinaryAreWhole) {
    EXPECT_EQ(refusalOf(builtInMigrations()), "");
    for (const auto& migration : builtInMigrations()) EXPECT_FALSE(migration.sql.contains('\0')) << titleOf(migration);
}

TEST(Conninfo, IsShownWithoutItsPassword) {
    const auto shown =
        describeConninfo("postgresql://agon:hush@db.example.org:5433/agon?sslmode=require&sslpassword=hush2");
    ASSERT_TRUE(shown);
    EXPECT_THAT(*shown, HasSubstr("host=db.example.org"));
    EXPECT_THAT(*shown, HasSubstr("sslmode=require"));
    EXPECT_THAT(*shown, Not(HasSubstr("hush")));
}

TEST(Conninfo, ThatLibpqDoesNotUnderstandIsNotShownAtAll) {
    EXPECT_FALSE(describeConninfo("postgresql://[hush"));
    EXPECT_FALSE(describeConninfo("pasword=hush"));
}

TEST(Conninfo, KeepsQuotesAndSpacesInAValue) {
    EXPECT_THAT(describeConninfo("host=" + quoteConninfo(R"(/tmp/it's a\b)")).value(),
                HasSubstr(R"(host=/tmp/it's a\b)"));
}

TEST(Connection, SaysWhyItCannotBeMade) {
    try {
        BlockingConnection{"host=/nonexistent user=u dbname=d password=hush"};
        FAIL();
    } catch (const BlockingConnectionError& error) {
        EXPECT_THAT(error.what(), HasSubstr("/nonexistent"));
        EXPECT_THAT(error.what(), Not(HasSubstr("hush")));
        EXPECT_EQ(error.sqlState(), "");
    }
}

}  // namespace
}  // namespace agon
