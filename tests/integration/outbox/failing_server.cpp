#include "integration/outbox/post.hpp"

namespace agon::test {
namespace {

class FailingServer : public PostTest {
  protected:
    // Seconds from now until the next try.
    double wait() {
        return std::stod(database_.session().value(
            "select extract(epoch from next_attempt_at - clock_timestamp()) from ops.outbox"));
    }
};

TEST_F(FailingServer, MailThatWaitedForADownServerLeavesWhenItIsBack) {
    mail_.goDown();
    for (std::int64_t reader = 1; reader <= 9; ++reader) enqueue(changedPassword(reader));
    start();
    ASSERT_TRUE(becomes("state = 'waiting' and attempts = 1 and last_error = 'connection-failed'", 9));
    mail_.goUp();
    hurry();
    ASSERT_TRUE(becomes("state = 'sent' and attempts = 2", 9));
    EXPECT_EQ(mail_.mails().size(), 9U);
}

TEST_F(FailingServer, TriesComeAtGrowingDistances) {
    mail_.behave(SmtpServer::Manner::RefuseForNow);
    enqueue(changedPassword(1));
    start();
    ASSERT_TRUE(becomes("attempts = 1 and last_error = 'smtp-451'"));
    EXPECT_GT(wait(), 20);
    EXPECT_LT(wait(), 37);
    const auto connections = mail_.connections();
    loop_.run([&]() -> Task<void> { co_await drogon::sleepCoro(loop_.loop(), 300ms); });
    EXPECT_EQ(mail_.connections(), connections) << "many passes later it is not tried before its time";

    hurry();
    ASSERT_TRUE(becomes("attempts = 2 and next_attempt_at > now() + interval '50 seconds' and version = 5"));
    EXPECT_LT(wait(), 73);
    hurry();
    ASSERT_TRUE(becomes("attempts = 3 and version = 7"));
    EXPECT_GT(wait(), 110);
}

TEST_F(FailingServer, WhenTriesRunOutItFails) {
    mail_.behave(SmtpServer::Manner::RefuseForNow);
    enqueue(changedPassword(1));
    database_.session().run("update ops.outbox set attempts = 19");
    start();
    ASSERT_TRUE(becomes("state = 'failed' and attempts = 20 and last_error = 'smtp-451'"));
}

TEST_F(FailingServer, APermanentRefusalIsNotTriedAgain) {
    mail_.behave(SmtpServer::Manner::RefuseForGood);
    enqueue(changedPassword(1));
    start();
    ASSERT_TRUE(becomes("state = 'failed' and attempts = 1 and last_error = 'smtp-550'"));
    mail_.behave(SmtpServer::Manner::RefuseData);
    enqueue(changedPassword(2));
    ASSERT_TRUE(becomes("state = 'failed' and last_error = 'smtp-554'"));
}

// The reader is not to suffer for our password.
TEST_F(FailingServer, ARefusalOfUsIsTriedAgain) {
    mail_.behave(SmtpServer::Manner::NotHere);
    enqueue(changedPassword(1));
    start();
    ASSERT_TRUE(becomes("state = 'waiting' and last_error = 'smtp-554'"));
    stop();
    mail_.behave(SmtpServer::Manner::DenyLogin);
    enqueue(changedPassword(2));
    auto options = working();
    options.smtp.user = "agon";
    options.smtp.password = "wrong";
    start(options);
    ASSERT_TRUE(becomes("state = 'waiting' and last_error = 'smtp-535'"));
}

TEST_F(FailingServer, WithoutTlsNothingIsSaidToAServerThatHasNone) {
    auto options = working();
    options.smtp.requireTls = true;
    enqueue(changedPassword(1));
    start(options);
    ASSERT_TRUE(becomes("state = 'waiting' and last_error = 'tls-failed'"));
    EXPECT_TRUE(mail_.mails().empty());
}

TEST_F(FailingServer, AServerThatSaysNothingHoldsUpNobodyElsesMessageForLong) {
    mail_.behave(SmtpServer::Manner::SaysNothing);
    auto options = working();
    options.smtp.timeout = 500ms;
    for (std::int64_t reader = 1; reader <= 8; ++reader) enqueue(changedPassword(reader));
    start(options);
    ASSERT_TRUE(becomes("state = 'waiting' and last_error = 'timeout'", 8));
    mail_.behave(SmtpServer::Manner::Accept);
    hurry();
    ASSERT_TRUE(becomes("state = 'sent'", 8));
}

TEST_F(FailingServer, AMessageIsSettledAtItsLastMomentThoughItsNextTryWouldBeLater) {
    mail_.behave(SmtpServer::Manner::RefuseForNow);
    auto message = changedPassword(1);
    message.expiresAt = Instant{std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()) + 2s};
    enqueue(message);
    enqueue(changedPassword(1));
    start();
    ASSERT_TRUE(becomes("last_error = 'smtp-451'"));
    mail_.behave(SmtpServer::Manner::Accept);
    ASSERT_TRUE(becomes("state = 'expired'"));
    ASSERT_TRUE(becomes("state = 'sent'")) << "and no longer holds up the next";
}

TEST_F(FailingServer, StoppingBreaksOffWhatHangsAndLeavesItForTheNextToStart) {
    mail_.behave(SmtpServer::Manner::SaysNothing);
    auto options = working();
    options.smtp.timeout = 60s;
    options.patience = 200ms;
    enqueue(changedPassword(1));
    start(options);
    ASSERT_TRUE(eventually(5s, [&] { return mail_.mails().size() == 1; }));
    const auto before = std::chrono::steady_clock::now();
    stop();
    EXPECT_LT(std::chrono::steady_clock::now() - before, 10s);
    EXPECT_EQ(count("state = 'waiting' and next_attempt_at <= now() and last_error = 'stopped'"), 1);
    mail_.behave(SmtpServer::Manner::Accept);
    start();
    ASSERT_TRUE(becomes("state = 'sent'"));
    const auto mails = mail_.mails();
    ASSERT_EQ(mails.size(), 2U);
    EXPECT_EQ(mails[0].header("Message-ID"), mails[1].header("Message-ID"));
}

}  // namespace
}  // namespace agon::test
