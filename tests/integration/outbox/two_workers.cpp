#include <set>

#include "integration/outbox/post.hpp"

namespace agon::test {
namespace {

class TwoWorkers : public PostTest {};

TEST_F(TwoWorkers, SendEachMessageOnce) {
    constexpr int kMessages = 120;
    for (int i = 0; i < kMessages; ++i) {
        readers_.give(1000 + i, {"reader" + std::to_string(i) + "@example.org", Language::English});
        enqueue(changedPassword(1000 + i % 60));
    }
    LoopThread otherLoop;
    Db otherDb{options(), std::vector{otherLoop.loop()}};
    outbox::Worker other{otherDb, otherLoop.loop(), readers_.lookups(), working()};
    other.start();
    start();
    EXPECT_TRUE(becomes("state = 'sent'", kMessages, 30s));
    other.stop();
    otherDb.close();
    std::set<std::string> ids;
    for (const auto& mail : mail_.mails()) ids.insert(mail.header("Message-ID"));
    EXPECT_EQ(mail_.mails().size(), static_cast<std::size_t>(kMessages));
    EXPECT_EQ(ids.size(), static_cast<std::size_t>(kMessages));
    EXPECT_EQ(count("attempts = 1"), kMessages);
}

// The connection dies with the worker, so the row stays as it was claimed.
TEST_F(TwoWorkers, OneThatDiesBetweenSendingAndNotingMakesForASecondCopyUnderTheSameId) {
    enqueue(changedPassword(1));
    LoopThread dyingLoop;
    Db dyingDb{options(), std::vector{dyingLoop.loop()}};
    std::atomic<bool> died{false};
    mail_.onMessage([&](const ReceivedMail&) {
        if (!died.exchange(true)) dyingDb.close();  // before the server says that it has the message
    });
    outbox::Worker dying{dyingDb, dyingLoop.loop(), readers_.lookups(), working()};
    dying.start();
    ASSERT_TRUE(eventually(10s, [&] { return mail_.mails().size() == 1; }));
    dying.stop();
    EXPECT_EQ(count("state = 'waiting' and attempts = 1 and next_attempt_at > now() + interval '1 minute'"), 1);

    start();
    loop_.run([&]() -> Task<void> { co_await drogon::sleepCoro(loop_.loop(), 200ms); });
    EXPECT_EQ(mail_.mails().size(), 1U) << "not while the dead one might still report back";
    hurry();
    ASSERT_TRUE(becomes("state = 'sent' and attempts = 2"));
    const auto mails = mail_.mails();
    ASSERT_EQ(mails.size(), 2U);
    EXPECT_EQ(mails[0].header("Message-ID"), mails[1].header("Message-ID"));
    EXPECT_EQ(count("true"), 1);
}

TEST_F(TwoWorkers, OneThatReportsTooLateChangesNothing) {
    enqueue(changedPassword(1));
    mail_.behave(SmtpServer::Manner::SaysNothing);
    auto slow = working();
    slow.smtp.timeout = 3s;
    start(slow);
    ASSERT_TRUE(eventually(5s, [&] { return mail_.mails().size() == 1; }));

    mail_.behave(SmtpServer::Manner::Accept);
    hurry();  // its claim runs out while it still waits
    LoopThread otherLoop;
    Db otherDb{options(), std::vector{otherLoop.loop()}};
    outbox::Worker other{otherDb, otherLoop.loop(), readers_.lookups(), working()};
    other.start();
    ASSERT_TRUE(becomes("state = 'sent'"));
    const auto settled = value("settled_at");
    other.stop();
    otherDb.close();
    stop();  // the slow one has come to its end
    EXPECT_EQ(value("settled_at"), settled);
    EXPECT_EQ(value("state"), "sent");
}

TEST_F(TwoWorkers, LoseNothingWhileTheirConnectionsAreCut) {
    constexpr int kMessages = 60;
    for (int i = 0; i < kMessages; ++i) {
        readers_.give(1000 + i, {"reader" + std::to_string(i) + "@example.org", Language::English});
        enqueue(changedPassword(1000 + i));
    }
    auto options_ = working();
    options_.lease = 1s;
    start(options_);
    auto admin = database_.session();
    EXPECT_TRUE(eventually(60s, [&] {
        admin.run(
            "select pg_terminate_backend(pid), pg_sleep(0.1) from pg_stat_activity"
            " where application_name = 'agon-test' and datname = current_database() order by random() limit 1");
        return count("state = 'sent'") == kMessages;
    }));
    std::set<std::string> ids;
    for (const auto& mail : mail_.mails()) ids.insert(mail.header("Message-ID"));
    EXPECT_EQ(ids.size(), static_cast<std::size_t>(kMessages));
    EXPECT_GE(mail_.mails().size(), ids.size());
}

}  // namespace
}  // namespace agon::test
