#include "integration/db/db_test.hpp"

namespace agon::test {
namespace {

constexpr Sql kLock{"test.lock", "update note set n = n + 1 where id = $1"};
constexpr Sql kConflict{"test.conflict", "select conflict_until($1)"};

class Conflicts : public DbTest {
  protected:
    Conflicts() {
        auto admin = database_.session();
        admin.run(
            "create table note (id int primary key, n int not null default 0);"
            "insert into note values (1), (2); grant all on note to agon;"
            "create sequence attempts; grant all on attempts to agon;"
            "create function conflict_until(int) returns bool language plpgsql as $$ begin"
            "  if nextval('attempts') < $1 then raise exception using errcode = '40001'; end if;"
            "  return true; end $$");
        admin.run("alter database " + database_.name() + " set deadlock_timeout = '50ms'");
    }

    long long attempts() { return database_.session().number("select last_value from attempts"); }

    auto conflictUntil(int attempt, Repeat repeat) {
        return loop_.run([&, attempt, repeat]() -> Task<bool> {
            auto act = [&](Tx& tx) -> Task<Result<bool>> {
                co_await tx.execute(kLock, params(1));
                co_await tx.query(kConflict, params(attempt));
                co_return true;
            };
            const auto done = co_await db().transact(act, repeat);
            co_return done.value();
        });
    }
};

TEST_F(Conflicts, ASerializationFailureIsTriedAgainFromTheStart) {
    EXPECT_TRUE(conflictUntil(3, Repeat::OnConflict));
    EXPECT_EQ(attempts(), 3);
    EXPECT_EQ(database_.session().number("select n from note where id = 1"), 1);  // by the last attempt only
}

TEST_F(Conflicts, AFewTimesAndNotForEver) {
    EXPECT_THAT([&] { conflictUntil(1000, Repeat::OnConflict); },
                testing::Throws<DbError>(testing::Property(&DbError::sqlState, "40001")));
    EXPECT_EQ(attempts(), 4);
    EXPECT_EQ(database_.session().number("select n from note where id = 1"), 0);
}

TEST_F(Conflicts, AnActThatDoesNotAllowItIsDoneOnce) {
    EXPECT_THROW(conflictUntil(2, Repeat::No), DbError);
    EXPECT_EQ(attempts(), 1);
}

TEST_F(Conflicts, TwoClientsInADeadlockBothSucceed) {
    Gate bothHaveOne;
    int arrived = 0;
    int runs = 0;
    const auto lockBoth = [&](int first, int then) {
        return loop_.start([&, first, then]() -> Task<bool> {
            auto act = [&](Tx& tx) -> Task<Result<bool>> {
                ++runs;
                co_await tx.execute(kLock, params(first));
                if (++arrived == 2) bothHaveOne.open();
                co_await bothHaveOne;
                co_await tx.execute(kLock, params(then));
                co_return true;
            };
            const auto done = co_await db().transact(act, Repeat::OnConflict);
            co_return done.value();
        });
    };
    auto up = lockBoth(1, 2);
    auto down = lockBoth(2, 1);
    EXPECT_TRUE(up.get());
    EXPECT_TRUE(down.get());
    EXPECT_GE(runs, 3) << "they did not meet";
    EXPECT_EQ(database_.session().number("select sum(n) from note"), 4);
}

TEST_F(Conflicts, WithoutRepeatingOneOfTwoInADeadlockIsTold) {
    Gate bothHaveOne;
    int arrived = 0;
    const auto lockBoth = [&](int first, int then) {
        return loop_.start([&, first, then]() -> Task<bool> {
            auto act = [&](Tx& tx) -> Task<Result<bool>> {
                co_await tx.execute(kLock, params(first));
                if (++arrived == 2) bothHaveOne.open();
                co_await bothHaveOne;
                co_await tx.execute(kLock, params(then));
                co_return true;
            };
            try {
                co_await db().transact(act);
                co_return true;
            } catch (const DbError& error) {
                EXPECT_EQ(error.sqlState(), "40P01");
                EXPECT_TRUE(error.isConflict());
                co_return false;
            }
        });
    };
    auto up = lockBoth(1, 2);
    auto down = lockBoth(2, 1);
    EXPECT_NE(up.get(), down.get());
    EXPECT_EQ(database_.session().number("select sum(n) from note"), 2);
}

}  // namespace
}  // namespace agon::test
