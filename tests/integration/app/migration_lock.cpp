#include <gmock/gmock.h>

#include <algorithm>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

constexpr auto kTakeLock = "select pg_advisory_lock(7236111)";
constexpr auto kGiveLock = "select pg_advisory_unlock(7236111)";

std::size_t countOf(const std::string& words, const std::string& text) {
    std::size_t count = 0;
    for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++count;
    return count;
}

long long filesOfMigrations() {
    return std::ranges::count_if(std::filesystem::directory_iterator{AGON_SOURCE_DIR "/migrations"},
                                 [](const auto& entry) { return entry.path().extension() == ".sql"; });
}

TEST(MigrationLock, TwoServicesThatStartTogetherMigrateOnce) {
    const auto database = TestDatabase::empty();
    auto gate = database.session();
    gate.run(kTakeLock);  // both arrive before either may go on
    ServiceProcess first{database, {}, ServiceProcess::Until::Started};
    ServiceProcess second{database, {}, ServiceProcess::Until::Started};
    ASSERT_TRUE(eventually(20s, [&] {
        return says(first, "another process is migrating") && says(second, "another process is migrating");
    })) << first.stderrText();
    EXPECT_EQ(database.session().number("select count(*) from pg_namespace where nspname = 'core'"), 0);
    gate.run(kGiveLock);

    first.waitUntil(ServiceProcess::Until::Ready);
    second.waitUntil(ServiceProcess::Until::Ready);
    const auto wrote = first.stdoutText() + first.stderrText() + second.stdoutText() + second.stderrText();
    EXPECT_EQ(countOf("migrated to ", wrote), static_cast<std::size_t>(filesOfMigrations()));
    EXPECT_EQ(database.session().number("select count(*) from ops.migration"), filesOfMigrations());
    endGracefully(first);
    endGracefully(second);
}

TEST(MigrationLock, AServiceThatWaitsForAnotherMigratorStopsWhenItIsTold) {
    const auto database = TestDatabase::empty();
    auto gate = database.session();
    gate.run(kTakeLock);
    ServiceProcess service{database, {}, ServiceProcess::Until::Started};
    ASSERT_TRUE(eventually(20s, [&] { return says(service, "another process is migrating"); }));
    service.signal(SIGTERM);
    EXPECT_EQ(service.waitForExit(10s), ExitStatus{}) << service.stderrText();
    EXPECT_EQ(database.session().number("select count(*) from pg_namespace where nspname = 'core'"), 0);
}

TEST(MigrationLock, AMigratorKilledInTheMiddleLeavesADatabaseThatTheNextMigrates) {
    const auto database = TestDatabase::empty();
    auto obstacle = database.session();
    obstacle.run("begin; create schema core");  // the first migration has to wait for this to be decided
    ServiceProcess killed{database, {}, ServiceProcess::Until::Started};
    constexpr auto kWaiting =
        "select count(*) from pg_stat_activity where datname = current_database() "
        "and wait_event_type = 'Lock' and usename = 'agon'";
    auto watch = database.session();
    ASSERT_TRUE(eventually(20s, [&] { return watch.number(kWaiting) == 1; })) << killed.stderrText();
    kill9(killed);
    obstacle.run("rollback");

    const auto next = runAgon({"migrate"}, {{"AGON_DATABASE_URL", database.url()}});
    EXPECT_EQ(next.status, ExitStatus{}) << next.errors;
    EXPECT_EQ(database.session().number("select count(*) from ops.migration"), filesOfMigrations());
    EXPECT_EQ(runAgon({"migrate", "--check"}, {{"AGON_DATABASE_URL", database.url()}}).status, ExitStatus{});
}

}  // namespace
}  // namespace agon::test
