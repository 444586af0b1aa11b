#include "platform/db/listener.hpp"

#include "integration/db/db_test.hpp"

namespace agon::test {
namespace {

// Reads what is new whenever it is told that there may be something, as a receiver of hints should.
class Reader {
  public:
    Reader(Db& db, trantor::EventLoop* loop) : db_{db}, loop_{loop} {}

    void hint() {
        ++hints_;
        again_ = true;
        if (!reading_.exchange(true)) read();
    }

    [[nodiscard]] int hints() const { return hints_; }
    [[nodiscard]] std::int64_t seen() const { return seen_; }
    [[nodiscard]] bool inOrder() const { return inOrder_; }
    [[nodiscard]] bool idle() const { return !reading_; }

  private:
    drogon::AsyncTask read() {
        static constexpr Sql kNew{"test.new", "select id from event where id > $1 order by id"};
        while (std::exchange(again_, false)) {
            bool failed = false;
            try {
                const auto rows = co_await db_.query(kNew, params(seen_.load()));
                for (const auto row : rows) {
                    const auto id = row.get<std::int64_t>("id");
                    inOrder_ = inOrder_ && id == seen_ + 1;
                    seen_ = id;
                }
            } catch (const DbError&) {
                failed = true;
            }
            if (!failed) continue;
            co_await drogon::sleepCoro(loop_, 10ms);
            again_ = true;
        }
        reading_ = false;
    }

    Db& db_;
    trantor::EventLoop* loop_;
    std::atomic<int> hints_{0};
    std::atomic<std::int64_t> seen_{0};
    std::atomic<bool> inOrder_{true};
    std::atomic<bool> reading_{false};
    bool again_ = false;
};

class Listening : public DbTest {
  protected:
    Listening() {
        // One writer, so that the numbers become visible in their order.
        database_.session().run(
            "create table event (id bigint generated always as identity); grant all on event to agon");
    }

    Listener::Options listenTo(std::vector<std::string> channels, std::chrono::milliseconds catchUpEvery) const {
        Listener::Options made;
        made.db = options();
        made.db.applicationName = "agon-listener";
        made.channels = std::move(channels);
        made.catchUpEvery = catchUpEvery;
        return made;
    }

    TestDatabase& database() { return database_; }
};

TEST_F(Listening, ANotificationIsAHint) {
    Reader reader{db(), loop_.loop()};
    Listener listener{loop_.loop(), listenTo({"news", "other_news"}, 1h), [&] {
                          reader.hint();
                      }};
    ASSERT_TRUE(eventually(5s, [&] { return listener.listening() && reader.hints() == 1; }));  // the first is its start
    auto writer = database().session();
    writer.run("insert into event default values; notify news");
    EXPECT_TRUE(eventually(5s, [&] { return reader.seen() == 1; }));
    writer.run("insert into event default values; notify other_news");
    EXPECT_TRUE(eventually(5s, [&] { return reader.seen() == 2; }));
    EXPECT_TRUE(eventually(5s, [&] { return reader.idle(); }));
}

// Without the periodic hint: what is said while nobody listens has to be found on coming back.
TEST_F(Listening, NothingIsMissedAcrossTerminatedConnections) {
    Reader reader{db(), loop_.loop()};
    Listener listener{loop_.loop(), listenTo({"news"}, 1h), [&] {
                          reader.hint();
                      }};
    ASSERT_TRUE(eventually(5s, [&] { return listener.listening(); }));
    auto writer = database().session();
    auto admin = database().session();
    constexpr int kRounds = 15;
    for (int i = 1; i <= kRounds; ++i) {
        admin.run(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'agon-listener'"
            " and datname = current_database()");
        for (int j = 0; j < 10; ++j) writer.run("begin; insert into event default values; notify news; commit");
        if (i % 3 == 0) ASSERT_TRUE(eventually(5s, [&] { return listener.listening(); }));
    }
    EXPECT_TRUE(eventually(10s, [&] { return reader.seen() == 10 * kRounds; })) << reader.seen();
    EXPECT_TRUE(reader.inOrder());
    EXPECT_TRUE(eventually(5s, [&] { return reader.idle() && listener.listening(); }));
}

TEST_F(Listening, WithoutNotificationsTheNewIsFoundAllTheSame) {
    Reader reader{db(), loop_.loop()};
    Listener listener{loop_.loop(), listenTo({"news"}, 100ms), [&] {
                          reader.hint();
                      }};
    database().session().run("insert into event default values");
    EXPECT_TRUE(eventually(5s, [&] { return reader.seen() == 1; }));
    const int before = reader.hints();
    EXPECT_TRUE(eventually(5s, [&] { return reader.hints() >= before + 3; }));
    listener.close();
    EXPECT_TRUE(eventually(5s, [&] { return reader.idle(); }));
}

TEST_F(Listening, AHintThatThrowsIsNotTheLast) {
    std::atomic<int> hints{0};
    Listener listener{loop_.loop(), listenTo({"news"}, 1h), [&] {
                          ++hints;
                          throw std::runtime_error("not now");
                      }};
    ASSERT_TRUE(eventually(5s, [&] { return hints == 1; }));
    auto writer = database().session();
    writer.run("notify news");
    ASSERT_TRUE(eventually(5s, [&] { return hints == 2; }));
    writer.run("notify news");
    EXPECT_TRUE(eventually(5s, [&] { return hints == 3; }));
}

TEST_F(Listening, AfterCloseNoHintComes) {
    std::atomic<int> hints{0};
    Listener listener{loop_.loop(), listenTo({"news"}, 50ms), [&] {
                          ++hints;
                      }};
    ASSERT_TRUE(eventually(5s, [&] { return hints > 2; }));
    listener.close();
    const int after = hints;
    database().session().run("notify news");
    // Whatever was under way on the loop is over when the loop has done something else.
    loop_.run([&]() -> Task<void> { co_await drogon::sleepCoro(loop_.loop(), 150ms); });
    EXPECT_EQ(hints, after);
    EXPECT_FALSE(listener.listening());
}

TEST_F(Listening, AChannelIsAPlainName) {
    EXPECT_THROW((Listener{loop_.loop(), listenTo({"a\"; drop table event; --"}, 1h),
                           [] {
                           }}),
                 DbUsageError);
    EXPECT_THROW((Listener{loop_.loop(), listenTo({""}, 1h),
                           [] {
                           }}),
                 DbUsageError);
}

}  // namespace
}  // namespace agon::test
