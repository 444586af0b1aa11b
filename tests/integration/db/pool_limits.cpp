#include "integration/db/db_test.hpp"

namespace agon::test {
namespace {

constexpr Sql kOne{"test.one", "select 1 as one"};

class PoolLimits : public DbTest {
  protected:
    DbOptions tight() const {
        auto made = options();
        made.connectionsPerLoop = 1;
        made.poolWait = 200ms;
        return made;
    }

    // Holds a connection until the gate opens.
    auto hold(Gate& gate) {
        return loop_.start([&]() -> Task<bool> {
            auto act = [&](Tx& tx) -> Task<Result<bool>> {
                co_await tx.query(kOne);
                co_await gate;
                co_return true;
            };
            const auto held = co_await db().transact(act);
            co_return held.value();
        });
    }

    void open(Gate& gate) {
        loop_.loop()->queueInLoop([&] { gate.open(); });
    }
    using DbTest::open;

    bool leasesWithin(int count, std::chrono::milliseconds time = 5s) {
        return eventually(time, [&] { return db().stats().leased == count; });
    }
};

TEST_F(PoolLimits, WhoFindsNoFreeConnectionWaitsAsLongAsSaidAndNoLonger) {
    open(tight());
    Gate gate;
    auto held = hold(gate);
    ASSERT_TRUE(leasesWithin(1));
    const auto asked = std::chrono::steady_clock::now();
    EXPECT_THROW(query(kOne), DbUnavailable);
    const auto waited = std::chrono::steady_clock::now() - asked;
    EXPECT_GE(waited, 200ms);
    EXPECT_LT(waited, 2s);
    EXPECT_EQ(db().stats().waiting, 0);
    open(gate);
    EXPECT_TRUE(held.get());
    EXPECT_EQ(query(kOne).front().get<std::int32_t>("one"), 1);
}

TEST_F(PoolLimits, WhoWaitsIsServedInOrder) {
    auto patient = tight();
    patient.poolWait = 20s;
    open(patient);
    Gate gate;
    auto held = hold(gate);
    ASSERT_TRUE(leasesWithin(1));
    std::vector<int> served;
    std::vector<std::future<void>> waiting;
    for (int i = 0; i < 10; ++i) {
        waiting.push_back(loop_.start([&, i]() -> Task<void> {
            co_await db().query(kOne);
            served.push_back(i);
        }));
    }
    ASSERT_TRUE(eventually(5s, [&] { return db().stats().waiting == 10; }));
    open(gate);
    for (auto& one : waiting) one.get();
    EXPECT_THAT(served, testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    EXPECT_TRUE(held.get());
}

TEST_F(PoolLimits, ClosingThePoolAnswersEverybody) {
    auto patient = tight();
    patient.poolWait = 20s;
    open(patient);
    static constexpr Sql kSleep{"test.sleep", "select pg_sleep(30), true as done"};
    auto busy = loop_.start([&]() -> Task<Rows> { return db().query(kSleep); });
    ASSERT_TRUE(leasesWithin(1));
    auto waiting = loop_.start([&]() -> Task<Rows> { return db().query(kOne); });
    ASSERT_TRUE(eventually(5s, [&] { return db().stats().waiting == 1; }));
    db().close();
    EXPECT_THROW(busy.get(), DbUnavailable);
    EXPECT_THROW(waiting.get(), DbUnavailable);
}

TEST_F(PoolLimits, EachLoopHasItsOwnConnections) {
    LoopThread second;
    Db both{options(), {loop_.loop(), second.loop()}};
    EXPECT_TRUE(eventually(5s, [&] { return both.stats().ready == 4; }));
    EXPECT_EQ(both.stats().connections, 4);
    EXPECT_TRUE(second.run([&]() -> Task<bool> { return both.ping(); }));
    EXPECT_TRUE(loop_.run([&]() -> Task<bool> { return both.ping(); }));
}

TEST_F(PoolLimits, AnAddressThatIsNoneIsRefusedWithoutRepeatingIt) {
    auto bad = options();
    bad.conninfo = "postgresql://agon:secret@[";
    EXPECT_THAT([&] { Db(bad, {loop_.loop()}); },
                testing::ThrowsMessage<DbUsageError>(testing::Not(testing::HasSubstr("secret"))));
}

TEST_F(PoolLimits, AServerThatRefusesUsMakesReadinessFalse) {
    auto stranger = options();
    stranger.role = "nobody_knows_me";
    open(stranger);
    EXPECT_FALSE(loop_.run([&]() -> Task<bool> { return db().ping(); }));
    EXPECT_THROW(query(kOne), DbUnavailable);
}

}  // namespace
}  // namespace agon::test
