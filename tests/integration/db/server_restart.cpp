#include "integration/db/load.hpp"

namespace agon::test {
namespace {

// A server of its own, which may be stopped.
class ServerRestart : public testing::Test {
  protected:
    ServerRestart() { setLogLevel(LogLevel::Off); }
    ~ServerRestart() override { setLogLevel(LogLevel::Info); }

    DbOptions options() const {
        DbOptions made;
        made.conninfo = database_.url();
        made.applicationName = "agon-test";
        made.connectionsPerLoop = 3;
        return made;
    }

    TestCluster cluster_{TestCluster::Durability::On};
    TestDatabase database_{TestDatabase::empty(cluster_)};
    LoopThread first_;
    LoopThread second_;
};

TEST_F(ServerRestart, UnderLoadThePoolIsWholeAgainWithinSeconds) {
    database_.session().run(Load::kTable);
    Db db{options(), {first_.loop(), second_.loop()}};
    {
        Load load{db, {first_.loop(), second_.loop()}, 12};
        for (const auto how : {TestCluster::Stop::Immediate, TestCluster::Stop::Fast, TestCluster::Stop::Immediate}) {
            ASSERT_TRUE(load.acknowledges(100));
            const int refused = load.refused();
            cluster_.restart(how);
            EXPECT_TRUE(eventually(5s, [&] { return db.stats().ready == 6; })) << db.stats().ready << " of 6";
            EXPECT_TRUE(load.acknowledges(100, 5s));
            EXPECT_GT(load.refused(), refused) << "the restart hit nobody, so this test shows nothing";
        }
        load.check(database_.session());
    }
    EXPECT_EQ(db.stats().leased, 0);
    EXPECT_EQ(db.stats().waiting, 0);
}

TEST_F(ServerRestart, WhileTheServerIsAwayRequestsFailAtOnceAndReadinessIsFalse) {
    auto patient = options();
    patient.poolWait = 20s;
    Db db{patient, {first_.loop()}};
    const auto ping = [&] {
        return first_.run([&]() -> Task<bool> { return db.ping(); });
    };
    ASSERT_TRUE(ping());
    cluster_.stop(TestCluster::Stop::Fast);
    ASSERT_TRUE(eventually(5s, [&] { return !ping(); }));

    static constexpr Sql kOne{"test.one", "select 1 as one"};
    for (int i = 0; i < 20; ++i) {
        const auto asked = std::chrono::steady_clock::now();
        EXPECT_THROW(first_.run([&]() -> Task<Rows> { return db.query(kOne); }), DbUnavailable);
        EXPECT_LT(std::chrono::steady_clock::now() - asked, 1s);
    }
    cluster_.start();
    EXPECT_TRUE(eventually(5s, [&] { return ping() && db.stats().ready == 3; }));
}

TEST_F(ServerRestart, WhoWaitsForAConnectionWhenTheServerGoesIsToldAtOnce) {
    static constexpr Sql kSleep{"test.sleep", "select pg_sleep(30), true as done"};
    auto patient = options();
    patient.connectionsPerLoop = 1;
    patient.poolWait = 20s;
    Db db{patient, {first_.loop()}};
    auto busy = first_.start([&]() -> Task<Rows> { return db.query(kSleep); });
    auto waiting = first_.start([&]() -> Task<Rows> { return db.query(kSleep); });
    ASSERT_TRUE(eventually(5s, [&] { return db.stats().leased == 1 && db.stats().waiting == 1; }));
    cluster_.stop(TestCluster::Stop::Immediate);
    ASSERT_EQ(waiting.wait_for(3s), std::future_status::ready);
    EXPECT_THROW(waiting.get(), DbUnavailable);
    EXPECT_THROW(busy.get(), DbUnavailable);
    cluster_.start();
}

TEST_F(ServerRestart, APoolThatIsOpenedBeforeItsServerComesUpByItself) {
    cluster_.stop(TestCluster::Stop::Fast);
    Db db{options(), {first_.loop()}};
    EXPECT_FALSE(first_.run([&]() -> Task<bool> { return db.ping(); }));
    cluster_.start();
    EXPECT_TRUE(eventually(5s, [&] { return db.stats().ready == 3; }));
    EXPECT_TRUE(first_.run([&]() -> Task<bool> { return db.ping(); }));
}

}  // namespace
}  // namespace agon::test
