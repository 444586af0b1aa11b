#include <thread>

#include "integration/audit/record.hpp"
#include "support/agon_command.hpp"
#include "support/service_process.hpp"

namespace agon::test {
namespace {

class RunningService : public RecordTest {
  protected:
    Finished agonVerify(std::vector<std::string> more = {}) {
        std::vector<std::string> words{"verify", "audit"};
        words.insert(words.end(), more.begin(), more.end());
        return runAgon(words, {{"AGON_DATABASE_URL", database_.url()}, {"AGON_SERVER_KEY", std::string(64, '7')}});
    }

    void insertOne(SqlSession& session) {
        session.run(
            "insert into audit.act (actor_kind, act, subject_kind, subject)"
            " values ('system', 'moved', 'entry', 'K7QM-2F9X')");
    }

    bool allSealedWithin(std::chrono::milliseconds time) {
        auto session = database_.session();
        return eventually(time, [&] {
            return session.number(
                       "select count(*) from audit.act a where not exists"
                       " (select from audit.sealed_act s where s.act_id = a.id)") == 0;
        });
    }
};

TEST_F(RunningService, SealsEveryActWithinTwoSeconds) {
    const ServiceProcess agon{database_};
    auto session = database_.session();
    const auto until = std::chrono::steady_clock::now() + 4s;
    int acts = 0;
    while (std::chrono::steady_clock::now() < until) {
        insertOne(session);
        session.run("select pg_sleep(0.03)");
        ++acts;
    }
    ASSERT_TRUE(allSealedWithin(5s));
    EXPECT_LT(std::stod(session.value(
                  "select max(extract(epoch from b.sealed_at - a.at)) from audit.act a"
                  " join audit.sealed_act s on s.act_id = a.id join audit.block b on b.number = s.block_number")),
              2.0);
    expectWhole(session.number("select count(*) from audit.act"));
    EXPECT_GE(session.number("select count(*) from audit.act"), acts);
}

TEST_F(RunningService, ServicesThatAreKilledLoseNothingAndSealNothingTwice) {
    const ServiceProcess survivor{database_};
    std::atomic<bool> writing{true};
    std::jthread writer{[&] {
        auto session = database_.session();
        while (writing) {
            insertOne(session);
            session.run("select pg_sleep(0.002)");
        }
    }};
    for (int i = 0; i < 4; ++i) {
        ServiceProcess victim{database_};
        const auto before = database_.session().number("select count(*) from audit.block");
        EXPECT_TRUE(
            eventually(10s, [&] { return database_.session().number("select count(*) from audit.block") > before; }));
        victim.signal(SIGKILL);
        EXPECT_TRUE(victim.waitForExit(10s));
    }
    writing = false;
    writer.join();
    ASSERT_TRUE(allSealedWithin(5s));
    expectWhole(database_.session().number("select count(*) from audit.act"));
}

TEST_F(RunningService, VerifyProvesTheRecordAndShowsItsHead) {
    insertActs(30);
    seal();
    const auto done = agonVerify();
    EXPECT_EQ(done.status.code, 0) << done.errors;
    EXPECT_THAT(done.output, testing::HasSubstr("OK   30 acts in 1 blocks"));
    const auto head = audit::formatHash(verify().last());
    EXPECT_THAT(done.output, testing::HasSubstr("head " + head));
    EXPECT_EQ(agonVerify({"--head", head}).status.code, 0);
}

TEST_F(RunningService, VerifyNamesTheFirstBadRow) {
    insertActs(30);
    seal();
    auto session = database_.session();
    session.run("set session_replication_role = replica; update audit.act set subject = 'x' where id in (11, 20)");
    const auto done = agonVerify();
    EXPECT_EQ(done.status.code, 1);
    EXPECT_THAT(done.output, testing::HasSubstr("BAD  block 1, position 11, row 11"));
}

TEST_F(RunningService, VerifyTellsWhoNotedTheHeadThatTheTailWasCutOff) {
    insertActs(3);
    seal();
    const auto kept = audit::formatHash(verify().last());
    insertActs(3);
    seal();
    const auto noted = audit::formatHash(verify().last());
    auto session = database_.session();
    session.run(
        "set session_replication_role = replica; delete from audit.act where id > 3;"
        "delete from audit.sealed_act where block_number = 2; delete from audit.block where number = 2");
    EXPECT_EQ(agonVerify({"--head", kept}).status.code, 0);
    const auto done = agonVerify({"--head", noted});
    EXPECT_EQ(done.status.code, 1);
    EXPECT_THAT(done.output, testing::HasSubstr("cut or rewritten"));
}

TEST_F(RunningService, VerifyRefusesAHeadThatIsNoHash) {
    const auto done = agonVerify({"--head", "5f1c"});
    EXPECT_EQ(done.status.code, 1);
    EXPECT_THAT(done.errors, testing::HasSubstr("not a hash"));
}

}  // namespace
}  // namespace agon::test
