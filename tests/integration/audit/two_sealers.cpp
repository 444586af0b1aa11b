#include <random>
#include <thread>

#include "audit/sealer.hpp"
#include "integration/audit/record.hpp"

namespace agon::test {
namespace {

class TwoSealers : public RecordTest {
  protected:
    // Acts in transactions of random length, some of which come to nothing; how many were committed.
    static int write(const TestDatabase& database, unsigned seed, int acts) {
        std::mt19937 random{seed};
        auto session = database.session();
        int committed = 0;
        for (int i = 0; i < acts; ++i) {
            session.run(
                "begin; insert into audit.act (actor_kind, act, subject_kind, subject)"
                " values ('system', 'moved', 'entry', 'K7QM-2F9X')");
            session.rows("select pg_sleep($1::float8)", {std::to_string(static_cast<double>(random() % 10) / 1000)});
            const bool commits = random() % 5 != 0;
            session.run(commits ? "commit" : "rollback");
            committed += commits ? 1 : 0;
        }
        return committed;
    }

    long long unsealed() {
        return database_.session().number(
            "select count(*) from audit.act a where not exists"
            " (select from audit.sealed_act s where s.act_id = a.id)");
    }
};

TEST_F(TwoSealers, SealEveryActOnceWhileTheirConnectionsAreCut) {
    LoopThread otherLoop;
    Db otherDb{options(), std::vector{otherLoop.loop()}};
    audit::Sealer one{db(), loop_.loop(), 3ms};
    audit::Sealer other{otherDb, otherLoop.loop(), 3ms};
    one.start();
    other.start();

    std::atomic<int> committed{0};
    std::atomic<bool> writing{true};
    std::jthread killer{[&] {
        auto admin = database_.session();
        while (writing) {
            admin.run(
                "select pg_terminate_backend(pid), pg_sleep(0.02) from pg_stat_activity"
                " where application_name = 'agon-test' and datname = current_database() order by random() limit 1");
        }
    }};
    {
        std::vector<std::jthread> writers;
        for (unsigned seed = 1; seed <= 4; ++seed)
            writers.emplace_back([&, seed] { committed += write(database_, seed, 150); });
    }
    writing = false;
    killer.join();

    EXPECT_TRUE(eventually(20s, [&] { return unsealed() == 0; }));
    one.stop();
    other.stop();
    otherDb.close();
    ASSERT_GT(committed, 300);
    expectWhole(committed);
    EXPECT_GT(verify().blocks(), 10);
}

TEST_F(TwoSealers, NothingIsSealedAfterStop) {
    audit::Sealer sealer{db(), loop_.loop(), 2ms};
    sealer.start();
    record("K7QM-2F9X");
    EXPECT_TRUE(eventually(5s, [&] { return unsealed() == 0; }));
    sealer.stop();
    record("K7QM-2F9X");
    loop_.run([&]() -> Task<void> { co_await drogon::sleepCoro(loop_.loop(), 100ms); });
    EXPECT_EQ(unsealed(), 1);
}

}  // namespace
}  // namespace agon::test
