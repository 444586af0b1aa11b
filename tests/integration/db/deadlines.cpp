#include "integration/db/db_test.hpp"
#include "integration/db/faulty_wire.hpp"

namespace agon::test {
namespace {

constexpr Sql kSleep{"test.sleep", "select pg_sleep(30), true as done"};
constexpr Sql kSleepFor{"test.sleep_for", "select pg_sleep($1), true as done"};
constexpr Sql kEcho{"test.echo", "select $1 as v"};
constexpr Sql kInsert{"test.insert", "insert into note (n) values ($1)"};
constexpr Sql kOne{"test.one", "select 1 as one"};

class Deadlines : public DbTest {
  protected:
    Deadlines() { database_.session().run("create table note (n int primary key); grant all on note to agon"); }

    DbOptions hurried() const {
        auto made = options();
        made.connectionsPerLoop = 1;
        made.clientDeadline = 200ms;
        made.statementTimeout = 60s;
        made.lockTimeout = 60s;
        return made;
    }

    static auto elapsed(std::chrono::steady_clock::time_point since) {
        return std::chrono::steady_clock::now() - since;
    }
};

TEST_F(Deadlines, AStatementThatTakesTooLongIsEndedOnTheServerAndTheConnectionLivesOn) {
    open(hurried());
    const int pid = backendPid();
    const auto asked = std::chrono::steady_clock::now();
    EXPECT_THAT([&] { query(kSleep); },
                testing::Throws<DbTimeout>(testing::Property(&DbError::statement, "test.sleep")));
    EXPECT_LT(elapsed(asked), 3s);
    EXPECT_EQ(database_.session().number("select count(*) from pg_stat_activity where query like 'select pg_sleep(30)%'"
                                         " and state = 'active'"),
              0);
    EXPECT_EQ(backendPid(), pid);
    EXPECT_EQ(query(kOne).front().get<std::int32_t>("one"), 1);
}

TEST_F(Deadlines, InsideAnActTheActIsRolledBack) {
    open(hurried());
    const int pid = backendPid();
    auto act = [](Tx& tx) -> Task<Result<int>> {
        co_await tx.execute(kInsert, params(1));
        co_await tx.query(kSleep);
        co_return 1;
    };
    EXPECT_THROW((void)loop_.run([&] { return db().transact(act); }), DbTimeout);
    EXPECT_EQ(database_.session().number("select count(*) from note"), 0);
    EXPECT_EQ(backendPid(), pid);
    EXPECT_EQ(execute(kInsert, params(1)), 1);
}

// The statements end around the time their deadline does, so cancel requests come sooner or later than the answer.
TEST_F(Deadlines, AroundTheDeadlineEveryStatementGetsItsOwnAnswer) {
    open(hurried());
    int inTime = 0;
    int late = 0;
    for (int i = 0; i < 24; ++i) {
        const double seconds = 0.13 + 0.01 * (i % 12);
        try {
            query(kSleepFor, params(seconds));
            ++inTime;
        } catch (const DbTimeout&) {
            ++late;
        }
        ASSERT_EQ(query(kEcho, params(i)).front().get<std::int32_t>("v"), i);
    }
    EXPECT_GT(inTime, 0);
    EXPECT_GT(late, 0);
}

// The request to cancel the first statement arrives when that is over. It must not meet the second.
TEST_F(Deadlines, ACancelThatComesLateDoesNotHitTheNextStatement) {
    FaultyWire wire{database_};
    auto throughWire = hurried();
    throughWire.conninfo = wire.url();
    throughWire.clientDeadline = 300ms;
    open(throughWire);
    ASSERT_TRUE(pingsWithin(5s));
    wire.holdNewConnections();
    auto both = loop_.start([&]() -> Task<bool> {
        co_await db().query(kSleepFor, params(0.6));
        co_await db().query(kSleepFor, params(0.2));
        co_return true;
    });
    ASSERT_TRUE(eventually(5s, [&] { return wire.held() == 1; }));  // the cancel request
    auto admin = database_.session();
    ASSERT_TRUE(eventually(5s, [&] {
        return admin.number(
                   "select count(*) from pg_stat_activity where application_name = 'agon-test' and"
                   " datname = current_database() and (state = 'idle' or query_start - backend_start > '0.6 s')") == 1;
    }));
    wire.releaseConnections();
    EXPECT_TRUE(both.get());
    db().close();
}

TEST_F(Deadlines, TheServersStatementTimeout) {
    auto strict = options();
    strict.statementTimeout = 100ms;
    open(strict);
    EXPECT_THAT([&] { query(kSleep); }, testing::Throws<DbTimeout>(testing::Property(&DbError::sqlState, "57014")));
    EXPECT_EQ(query(kOne).front().get<std::int32_t>("one"), 1);
}

TEST_F(Deadlines, TheServersLockTimeout) {
    auto strict = options();
    strict.lockTimeout = 100ms;
    open(strict);
    auto holder = database_.session();
    holder.run("begin; lock table note");
    EXPECT_THAT([&] { execute(kInsert, params(1)); },
                testing::Throws<DbTimeout>(testing::Property(&DbError::sqlState, "55P03")));
    holder.run("rollback");
    EXPECT_EQ(execute(kInsert, params(1)), 1);
}

TEST_F(Deadlines, AnActThatDawdlesIsEndedByTheServer) {
    auto strict = options();
    strict.idleInTransactionTimeout = 100ms;
    open(strict);
    auto act = [&](Tx& tx) -> Task<Result<int>> {
        co_await tx.execute(kInsert, params(1));
        co_await drogon::sleepCoro(loop_.loop(), 500ms);
        co_await tx.execute(kInsert, params(2));
        co_return 1;
    };
    EXPECT_THROW((void)loop_.run([&] { return db().transact(act); }), DbError);
    EXPECT_EQ(database_.session().number("select count(*) from note"), 0);
    EXPECT_TRUE(wholeWithin(5s));
    EXPECT_EQ(execute(kInsert, params(1)), 1);
}

// Neither an answer nor an effect of the cancel request: the connection is given up, and so is the one that cancels.
TEST_F(Deadlines, AServerThatFallsSilentCostsTheConnectionAndNothingElse) {
    FaultyWire wire{database_};
    auto throughWire = hurried();
    throughWire.conninfo = wire.url();
    throughWire.connectTimeout = 300ms;
    open(throughWire);
    ASSERT_TRUE(pingsWithin(5s));
    wire.freeze();
    const auto asked = std::chrono::steady_clock::now();
    EXPECT_THROW(query(kOne), DbTimeout);
    EXPECT_LT(elapsed(asked), 6s);
    wire.thaw();
    EXPECT_TRUE(pingsWithin(5s));
    EXPECT_TRUE(wholeWithin(5s));
    db().close();
}

TEST_F(Deadlines, AServerThatDoesNotFinishConnectingIsNotWaitedForLongerThanSaid) {
    FaultyWire wire{database_};
    wire.freeze();
    auto throughWire = hurried();
    throughWire.conninfo = wire.url();
    throughWire.connectTimeout = 200ms;
    throughWire.poolWait = 20s;
    open(throughWire);
    const auto asked = std::chrono::steady_clock::now();
    EXPECT_THROW(query(kOne), DbUnavailable);
    EXPECT_LT(elapsed(asked), 3s);
    wire.thaw();
    EXPECT_TRUE(pingsWithin(10s));
    db().close();
}

}  // namespace
}  // namespace agon::test
