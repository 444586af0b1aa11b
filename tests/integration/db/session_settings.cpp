#include "integration/db/db_test.hpp"
#include "platform/metrics/metrics.hpp"

namespace agon::test {
namespace {

class SessionSettings : public DbTest {
  protected:
    std::string setting(std::string_view name) {
        static constexpr Sql kSetting{"test.setting", "select current_setting($1) as v"};
        return query(kSetting, params(name)).front().get<std::string>("v");
    }
};

TEST_F(SessionSettings, TimeoutsHoldFromTheFirstStatement) {
    auto chosen = options();
    chosen.statementTimeout = 1234ms;
    chosen.lockTimeout = 567ms;
    chosen.idleInTransactionTimeout = 8901ms;
    open(chosen);
    EXPECT_EQ(setting("statement_timeout"), "1234ms");
    EXPECT_EQ(setting("lock_timeout"), "567ms");
    EXPECT_EQ(setting("idle_in_transaction_session_timeout"), "8901ms");
}

TEST_F(SessionSettings, EverySessionIsUtf8InUtcAndReadOnlyUnlessItSaysOtherwise) {
    EXPECT_EQ(setting("client_encoding"), "UTF8");
    EXPECT_EQ(setting("TimeZone"), "UTC");
    EXPECT_EQ(setting("default_transaction_read_only"), "on");
    EXPECT_EQ(setting("application_name"), "agon-test");
    EXPECT_EQ(setting("synchronous_commit"), "on");
}

TEST_F(SessionSettings, TheRoleIsTakenFromTheStart) {
    auto admin = database_.session();
    const auto role = "role of " + database_.name();  // with blanks, which have to be escaped
    admin.run("create role \"" + role + "\"; grant \"" + role + "\" to agon");
    auto chosen = options();
    chosen.role = role;
    open(chosen);
    static constexpr Sql kUser{"test.user", "select current_user as now, session_user as login"};
    const auto rows = query(kUser);
    EXPECT_EQ(rows.front().get<std::string>("now"), role);
    EXPECT_EQ(rows.front().get<std::string>("login"), "agon");
    db().close();
    admin.run("drop role \"" + role + "\"");
}

TEST_F(SessionSettings, OptionsOfTheAddressAreKept) {
    auto chosen = options();
    chosen.conninfo += "&options=-c%20work_mem%3D7MB";
    open(chosen);
    EXPECT_EQ(setting("work_mem"), "7MB");
    EXPECT_EQ(setting("TimeZone"), "UTC");
}

TEST_F(SessionSettings, ATransactionIsReadCommittedAndMayWrite) {
    static constexpr Sql kBoth{
        "test.both",
        "select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as ro"};
    const auto seen = loop_.run([&]() -> Task<std::pair<std::string, std::string>> {
        auto act = [](Tx& tx) -> Task<Result<std::pair<std::string, std::string>>> {
            const auto rows = co_await tx.query(kBoth);
            co_return std::pair{rows.front().get<std::string>("isolation"), rows.front().get<std::string>("ro")};
        };
        const auto read = co_await db().transact(act);
        co_return read.value();
    });
    EXPECT_EQ(seen.first, "read committed");
    EXPECT_EQ(seen.second, "off");
}

TEST_F(SessionSettings, StatementsAreCountedByName) {
    static constexpr Sql kCounted{"test.counted_by_name", "select 1 as one"};
    static constexpr Sql kFailing{"test.failing_by_name", "select 1 / $1 as one"};
    for (int i = 0; i < 3; ++i) query(kCounted);
    EXPECT_THROW(query(kFailing, params(0)), DbError);
    const auto text = renderMetrics();
    EXPECT_THAT(text, testing::HasSubstr("agon_db_statement_seconds_count{statement=\"test.counted_by_name\"} 3\n"));
    EXPECT_THAT(text, testing::HasSubstr("agon_db_statement_errors_total{statement=\"test.failing_by_name\"} 1\n"));
    EXPECT_THAT(text, testing::HasSubstr("agon_db_connections_ready{pool=\"agon-test\"}"));
}

}  // namespace
}  // namespace agon::test
