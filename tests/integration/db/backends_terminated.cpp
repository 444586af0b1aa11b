#include "integration/db/load.hpp"

namespace agon::test {
namespace {

class BackendsTerminated : public DbTest {
  protected:
    BackendsTerminated() { database_.session().run(Load::kTable); }

    // Ends one of the pool's sessions, whatever it is doing.
    static bool terminateOne(SqlSession& admin) {
        return !admin
                    .rows(
                        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'agon-test'"
                        " and datname = current_database() order by random() limit 1")
                    .empty();
    }

    static long long sessions(SqlSession& admin) {
        return admin.number(
            "select count(*) from pg_stat_activity where application_name = 'agon-test' and datname = "
            "current_database()");
    }
};

TEST_F(BackendsTerminated, UnderLoadNoAnswerIsWrongAndNoSlotIsLost) {
    LoopThread second;
    auto wanted = options();
    wanted.connectionsPerLoop = 3;
    Db db{wanted, {loop_.loop(), second.loop()}};
    auto admin = database_.session();
    {
        Load load{db, {loop_.loop(), second.loop()}, 12};
        for (int i = 0; i < 60; ++i) {
            ASSERT_TRUE(load.acknowledges(10)) << "after " << i << " sessions were terminated";
            terminateOne(admin);
        }
        ASSERT_TRUE(eventually(5s, [&] { return db.stats().ready == 6; }));
        ASSERT_TRUE(load.acknowledges(200));
        EXPECT_GT(load.refused(), 0) << "the terminations hit nobody, so this test shows nothing";
        load.check(database_.session());
    }
    EXPECT_EQ(db.stats().leased, 0);
    EXPECT_EQ(db.stats().waiting, 0);
    EXPECT_TRUE(eventually(5s, [&] { return db.stats().ready == 6 && sessions(admin) == 6; }));
    db.close();
    EXPECT_TRUE(eventually(5s, [&] { return sessions(admin) == 0; }));
}

TEST_F(BackendsTerminated, AllAtOnceUnderLoad) {
    open();
    auto admin = database_.session();
    Load load{db(), {loop_.loop()}, 8};
    for (int i = 0; i < 10; ++i) {
        ASSERT_TRUE(load.acknowledges(50)) << "after all sessions were terminated " << i << " times";
        admin.run(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'agon-test'"
            " and datname = current_database()");
    }
    ASSERT_TRUE(load.acknowledges(50));
    load.check(database_.session());
    EXPECT_TRUE(wholeWithin(5s));
}

TEST_F(BackendsTerminated, AnIdleConnectionIsReplacedBeforeSomebodyNeedsIt) {
    auto single = options();
    single.connectionsPerLoop = 1;
    open(single);
    auto admin = database_.session();
    const int before = backendPid();
    ASSERT_TRUE(terminateOne(admin));
    ASSERT_TRUE(eventually(5s, [&] {
        return sessions(admin) == 1 && db().stats().ready == 1 &&
               admin.number("select count(*) from pg_stat_activity where pid = $1", {std::to_string(before)}) == 0;
    }));
    EXPECT_NE(backendPid(), before);
}

TEST_F(BackendsTerminated, AStatementUnderWayFailsOnceAndSaysWhy) {
    static constexpr Sql kSleep{"test.sleep", "select pg_sleep(30), true as done"};
    open();
    auto answer = loop_.start([&]() -> Task<Rows> { return db().query(kSleep); });
    auto admin = database_.session();
    ASSERT_TRUE(eventually(10s, [&] {
        return admin.number(
                   "select count(*) from pg_stat_activity where query = 'select pg_sleep(30), true as done'"
                   " and state = 'active' and pid <> pg_backend_pid()") == 1;
    }));
    admin.run(
        "select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(30), true as done'"
        " and pid <> pg_backend_pid()");
    ASSERT_EQ(answer.wait_for(10s), std::future_status::ready);
    EXPECT_THAT([&] { answer.get(); },
                testing::Throws<DbUnavailable>(testing::AllOf(testing::Property(&DbError::sqlState, "57P01"),
                                                              testing::Property(&DbError::statement, "test.sleep"))));
    EXPECT_TRUE(wholeWithin(5s));
}

TEST_F(BackendsTerminated, BetweenTwoStatementsOfAnActTheActFailsAndWritesNothing) {
    static constexpr Sql kInsert{"test.insert", "insert into ledger (n) values (1)"};
    static constexpr Sql kPid{"test.pid", "select pg_backend_pid() as pid"};
    auto admin = database_.session();
    auto act = [&](Tx& tx) -> Task<Result<int>> {
        co_await tx.execute(kInsert);
        const auto rows = co_await tx.query(kPid);
        const auto pid = std::to_string(rows.front().get<std::int32_t>("pid"));
        admin.value("select pg_terminate_backend($1)", {pid});
        co_await tx.execute(kInsert);
        co_return 1;
    };
    EXPECT_THROW((void)loop_.run([&] { return db().transact(act); }), DbUnavailable);
    EXPECT_EQ(admin.number("select count(*) from ledger"), 0);
    EXPECT_TRUE(wholeWithin(5s));
}

}  // namespace
}  // namespace agon::test
