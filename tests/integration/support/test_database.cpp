#include "support/test_database.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace agon::test {
namespace {

long long databasesNamed(const std::string& name) {
    return SqlSession{TestCluster::shared().adminUrl("postgres")}.number(
        "select count(*) from pg_database where datname = $1", {name});
}

TEST(TestDatabase, IsSeenByNobodyElse) {
    const auto one = TestDatabase::empty();
    const auto other = TestDatabase::empty();
    one.session().run("create table mark (id int)");
    EXPECT_EQ(one.session().number("select count(*) from pg_class where relname = 'mark'"), 1);
    EXPECT_EQ(other.session().number("select count(*) from pg_class where relname = 'mark'"), 0);
}

TEST(TestDatabase, GoesAwayEvenWhileSomebodyIsConnected) {
    std::string name;
    std::unique_ptr<SqlSession> guest;
    {
        const auto database = TestDatabase::empty();
        name = database.name();
        guest = std::make_unique<SqlSession>(database.url());
        ASSERT_EQ(databasesNamed(name), 1);
    }
    EXPECT_EQ(databasesNamed(name), 0);
}

TEST(TestDatabase, BelongsToAnOwnerWithoutSpecialPowers) {
    const auto database = TestDatabase::empty();
    SqlSession owner{database.url()};
    EXPECT_EQ(owner.value("select current_user"), "agon");
    EXPECT_EQ(owner.value("select rolsuper::text from pg_roles where rolname = current_user"), "false");
    EXPECT_EQ(
        owner.value("select pg_catalog.pg_get_userbyid(datdba) from pg_database where datname = current_database()"),
        "agon");
}

TEST(TestDatabase, KnowsNullFromEmptyText) {
    const auto database = TestDatabase::empty();
    const auto rows = database.session().rows("select null, '', $1::text", {{"x"}});
    EXPECT_EQ(rows, (std::vector<std::vector<SqlText>>{{std::nullopt, "", "x"}}));
}

}  // namespace
}  // namespace agon::test
