#include <gmock/gmock.h>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const ExitStatus kRefused{.code = 1, .signal = 0};

// `agon migrate <words>` on a database.
Finished migrate(const TestDatabase& database, std::vector<std::string> words = {}) {
    words.insert(words.begin(), "migrate");
    return runAgon(words, {{"AGON_DATABASE_URL", database.url()}});
}

std::string ledgerOf(const TestDatabase& database) {
    return database.session().value(
        "select coalesce(string_agg(m::text, ';' order by number), '') from ops.migration m");
}

long long tablesIn(const TestDatabase& database) {
    return database.session().number("select count(*) from pg_class where relnamespace >= 16384");
}

TEST(MigrateCommand, ListsWhatIsPendingAndAppliesNothingWhenOnlyAsked) {
    const auto database = TestDatabase::empty();
    const auto status = migrate(database, {"status"});
    EXPECT_EQ(status.status, ExitStatus{});
    EXPECT_THAT(status.output, AllOf(HasSubstr("0001_foundation  pending\n"), Not(HasSubstr("applied"))));
    const auto check = migrate(database, {"--check"});
    EXPECT_EQ(check.status, kRefused);
    EXPECT_THAT(check.output, HasSubstr("to apply, the first is 0001_foundation"));
    EXPECT_EQ(tablesIn(database), 0);
}

TEST(MigrateCommand, AppliesWhatIsPendingAndThenHasNothingToDo) {
    const auto database = TestDatabase::empty();
    const auto first = migrate(database);
    EXPECT_EQ(first.status, ExitStatus{}) << first.errors;
    EXPECT_THAT(first.output, HasSubstr("migrated to 0001_foundation in "));
    const auto ledger = ledgerOf(database);
    const auto second = migrate(database);
    EXPECT_EQ(second.status, ExitStatus{});
    EXPECT_THAT(second.output, HasSubstr("nothing to do"));
    EXPECT_EQ(ledgerOf(database), ledger);
    EXPECT_EQ(migrate(database, {"--check"}).status, ExitStatus{});
    EXPECT_THAT(migrate(database, {"status"}).output,
                AllOf(HasSubstr("0001_foundation  applied 20"), HasSubstr(" UTC\n"), Not(HasSubstr("pending"))));
}

struct Misfit {
    std::string change;  // what was done to the ledger
    std::string what;
    std::string advice;
};

TEST(MigrateCommand, RefusesADatabaseThatDoesNotFitAndLeavesItAsItIs) {
    const std::vector<Misfit> misfits{
        {"update ops.migration set checksum = repeat('0', 64) where number = 1",
         "migration 0001_foundation was edited after this database applied it on 20",
         "make the change in a new migration"},
        {"insert into ops.migration select 9999, 'from_the_future', repeat('0', 64), now(), '0'",
         "the database has no record of migration", "Restore it from a backup"},
        {"insert into ops.migration select max(number) + 1, 'next_year', repeat('0', 64), now(), '0' from "
         "ops.migration",
         "the database is newer than this binary: it has migration", "the version of agon that migrated it"},
        {"delete from ops.migration where number = 1", "the database has no record of migration 0001",
         "Restore it from a backup"}};
    for (const auto& misfit : misfits) {
        const TestDatabase database;
        database.session().run(misfit.change);
        const auto ledger = ledgerOf(database);
        for (const auto& words : std::vector<std::vector<std::string>>{
                 {"migrate"}, {"migrate", "status"}, {"migrate", "--check"}, {"serve"}}) {
            const auto refused = runAgon(words, {{"AGON_DATABASE_URL", database.url()},
                                                 {"AGON_LISTEN", "127.0.0.1:0"},
                                                 {"AGON_SERVER_KEY", std::string(64, 'a')}});
            EXPECT_EQ(refused.status, kRefused) << words.front();
            EXPECT_THAT(refused.errors,
                        AllOf(HasSubstr(misfit.what), HasSubstr(misfit.advice), Not(HasSubstr("unexpected"))));
        }
        EXPECT_EQ(ledgerOf(database), ledger);
    }
}

}  // namespace
}  // namespace agon::test
