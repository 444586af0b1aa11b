#include "integration/db/db_test.hpp"
#include "integration/db/faulty_wire.hpp"
#include "platform/db/connection.hpp"

namespace agon::test {
namespace {

constexpr Sql kInsert{"test.insert", "insert into note (n) values (1)"};

class CommitOutcome : public DbTest {
  protected:
    CommitOutcome() { database_.session().run("create table note (n int); grant all on note to agon"); }

    auto start() {
        return loop_.start([&]() -> Task<bool> {
            auto act = [](Tx& tx) -> Task<Result<bool>> {
                co_await tx.execute(kInsert);
                co_return true;
            };
            const auto done = co_await db().transact(act);
            co_return done.value();
        });
    }

    // Makes a commit wait until the lock that `holder` takes here is gone.
    static void holdCommits(SqlSession& holder) {
        holder.run(
            "create function wait_for_the_lock() returns trigger language plpgsql as"
            " $$ begin perform pg_advisory_xact_lock(4711); return null; end $$;"
            "create constraint trigger note_waits after insert on note deferrable initially deferred"
            " for each row execute function wait_for_the_lock();"
            "select pg_advisory_lock(4711)");
    }

    static bool commitIsHeld(SqlSession& admin) {
        return eventually(10s, [&] {
            return admin.number(
                       "select count(*) from pg_stat_activity where application_name = 'agon-test'"
                       " and query = 'commit' and state = 'active' and datname = current_database()") == 1;
        });
    }

    long long notes() { return database_.session().number("select count(*) from note"); }
};

TEST_F(CommitOutcome, WhenTheAnswerIsLostTheActMayHaveHappened) {
    FaultyWire wire{database_};
    auto throughWire = options();
    throughWire.conninfo = wire.url();
    throughWire.connectionsPerLoop = 1;
    open(throughWire);
    ASSERT_TRUE(pingsWithin(5s));
    wire.loseAnswerTo(std::string_view{"\0commit\0", 8});
    EXPECT_THROW(start().get(), DbOutcomeUnknown);
    EXPECT_TRUE(wire.lostIt());
    EXPECT_EQ(notes(), 1);  // here it has
    EXPECT_TRUE(wholeWithin(5s));
    EXPECT_TRUE(start().get());
    db().close();
}

TEST_F(CommitOutcome, WhenTheSessionEndsDuringTheCommitTheActMayNotHaveHappened) {
    auto holder = database_.session();
    holdCommits(holder);
    auto answer = start();
    auto admin = database_.session();
    ASSERT_TRUE(commitIsHeld(admin));
    admin.run(
        "select pg_terminate_backend(pid) from pg_stat_activity where query = 'commit'"
        " and datname = current_database() and pid <> pg_backend_pid()");
    EXPECT_THROW(answer.get(), DbOutcomeUnknown);
    EXPECT_EQ(notes(), 0);  // here it has not
}

TEST_F(CommitOutcome, WhenTheDeadlinePassesDuringTheCommitNothingIsCancelledAndTheOutcomeIsUnknown) {
    auto hurried = options();
    hurried.clientDeadline = 300ms;
    hurried.statementTimeout = 60s;
    hurried.lockTimeout = 60s;
    open(hurried);
    auto holder = database_.session();
    holdCommits(holder);
    auto answer = start();
    EXPECT_THROW(answer.get(), DbOutcomeUnknown);
    EXPECT_EQ(notes(), 0);
    holder.run("select pg_advisory_unlock(4711)");
    EXPECT_TRUE(eventually(5s, [&] { return notes() == 1; }));  // and then it happened after all
    EXPECT_TRUE(wholeWithin(5s));
}

// The server says COMMIT, and warns that the standby has not confirmed it.
TEST_F(CommitOutcome, ACommitThatNoStandbyConfirmedIsUnknown) {
    TestCluster cluster;
    const auto database = TestDatabase::empty(cluster);
    database.session().run("create table note (n int); grant all on note to agon");
    SqlSession admin{database.adminUrl()};
    auto there = options();
    there.conninfo = database.url();
    open(there);
    ASSERT_TRUE(pingsWithin(5s));
    // Until the end only: dropping the database would wait for the standby too.
    const auto waitFor = [&](const std::string& standby) {
        admin.run("alter system set synchronous_standby_names = '" + standby + "'");
        admin.run("select pg_reload_conf()");
        return eventually(5s, [&] { return admin.value("show synchronous_standby_names") == standby; });
    };
    ASSERT_TRUE(waitFor("nobody"));
    auto answer = start();
    EXPECT_TRUE(commitIsHeld(admin));
    admin.run("select pg_cancel_backend(pid) from pg_stat_activity where query = 'commit' and state = 'active'");
    EXPECT_THAT([&] { answer.get(); }, testing::ThrowsMessage<DbOutcomeUnknown>(testing::HasSubstr("standby")));
    db().close();
    EXPECT_TRUE(waitFor(""));
}

// Awaits one exchange on a connection of its own.
class Caller final : public pq::Connection::Owner {
  public:
    Caller(trantor::EventLoop* loop, const DbOptions& options)
        : workers_{1},
          connection_{std::make_shared<pq::Connection>(loop, workers_, pq::Connection::Limits{5s, 5s}, *this)} {
        loop->queueInLoop([this, options] { connection_->open(std::make_shared<const pq::Address>(options)); });
    }
    void onReady(pq::Connection&) override { ready_ = true; }
    void onClosed(pq::Connection&, const std::string&) override { ready_ = false; }
    [[nodiscard]] bool ready() const { return ready_; }
    [[nodiscard]] pq::Connection& connection() const { return *connection_; }

    Task<std::vector<Rows>> exchange(Sql sql, pq::Purpose purpose) {
        std::vector<pq::Command> commands;
        commands.push_back({sql.name, sql.text.data(), {}});
        pq::Exchange exchange{*connection_, std::move(commands), purpose};
        auto results = co_await exchange;
        co_return results;
    }

  private:
    pq::Workers workers_;
    std::shared_ptr<pq::Connection> connection_;
    std::atomic<bool> ready_{false};
};

TEST_F(CommitOutcome, ACommitThatIsAnsweredByARollbackIsAFailure) {
    static constexpr Sql kBegin{"test.begin", "begin read write"};
    static constexpr Sql kCommit{"test.commit", "commit"};
    static constexpr Sql kWrong{"test.wrong", "select 1 / 0"};
    Caller caller{loop_.loop(), options()};
    ASSERT_TRUE(eventually(5s, [&] { return caller.ready(); }));
    const auto run = [&](Sql sql, pq::Purpose purpose) {
        return loop_.run([&]() -> Task<std::vector<Rows>> { return caller.exchange(sql, purpose); });
    };
    run(kBegin, pq::Purpose::Statements);
    EXPECT_THROW(run(kWrong, pq::Purpose::Statements), DbError);
    EXPECT_THAT([&] { run(kCommit, pq::Purpose::Commit); },
                testing::Throws<DbError>(testing::Property(&DbError::sqlState, "40000")));
    loop_.run([&]() -> Task<bool> {
        caller.connection().close("the test is over");
        co_return true;
    });
}

}  // namespace
}  // namespace agon::test
