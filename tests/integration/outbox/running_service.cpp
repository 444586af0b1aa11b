#include <set>

#include "integration/outbox/post.hpp"
#include "support/role_holder.hpp"
#include "support/service_process.hpp"

namespace agon::test {
namespace {

// The real service with a mail server.
class RunningService : public PostTest {
  protected:
    Environment settings() const {
        return {{"AGON_SMTP_URL", mail_.url()},
                {"AGON_SMTP_TLS", "false"},
                {"AGON_MAIL_FROM", "Αγών <agon@example.org>"},
                {"AGON_PUBLIC_URL", "https://agon.example.org"}};
    }

    std::set<std::string> messageIds() const {
        std::set<std::string> ids;
        for (const auto& mail : mail_.mails()) ids.insert(mail.header("Message-ID"));
        return ids;
    }

    RoleHolder reader_ = addRoleHolder(database_, "desk");
};

TEST_F(RunningService, SendsWithinSeconds) {
    const ServiceProcess agon{database_, settings()};
    enqueue(changedPassword(reader_.id));
    ASSERT_TRUE(becomes("state = 'sent'", 1, 5s));
    EXPECT_THAT(mail_.mails()[0].to, testing::ElementsAre(reader_.email));
}

TEST_F(RunningService, ADryRunSendsNothingThoughThereIsAServer) {
    auto environment = settings();
    environment["AGON_MAIL_DRY_RUN"] = "true";
    const ServiceProcess agon{database_, environment};
    enqueue(changedPassword(reader_.id));
    ASSERT_TRUE(becomes("state = 'shown'"));
    EXPECT_EQ(mail_.connections(), 0);
}

TEST_F(RunningService, KilledBetweenSendingAndNotingItSendsAgainUnderTheSameId) {
    mail_.behave(SmtpServer::Manner::SaysNothing);
    enqueue(changedPassword(reader_.id));
    {
        ServiceProcess victim{database_, settings()};
        ASSERT_TRUE(eventually(10s, [&] { return mail_.mails().size() == 1; }));
        victim.signal(SIGKILL);
        ASSERT_TRUE(victim.waitForExit(10s));
    }
    EXPECT_EQ(count("state = 'waiting' and attempts = 1"), 1);
    mail_.behave(SmtpServer::Manner::Accept);
    hurry();
    const ServiceProcess agon{database_, settings()};
    ASSERT_TRUE(becomes("state = 'sent' and attempts = 2"));
    EXPECT_EQ(mail_.mails().size(), 2U);
    EXPECT_EQ(messageIds().size(), 1U);
    EXPECT_EQ(count("true"), 1);
}

TEST_F(RunningService, TwoOnOneDatabaseSendEachMessageOnce) {
    const ServiceProcess one{database_, settings()};
    const ServiceProcess two{database_, settings()};
    constexpr int kReaders = 12;
    for (int i = 0; i < kReaders; ++i) {
        const auto reader = addRoleHolder(database_, "desk");
        for (int j = 0; j < 3; ++j) enqueue(changedPassword(reader.id));
    }
    ASSERT_TRUE(becomes("state = 'sent'", 3 * kReaders, 30s));
    EXPECT_EQ(mail_.mails().size(), 3U * kReaders);
    EXPECT_EQ(messageIds().size(), 3U * kReaders);
}

TEST_F(RunningService, StopsInGoodOrderWhileTheMailServerHangs) {
    mail_.behave(SmtpServer::Manner::SaysNothing);
    ServiceProcess agon{database_, settings()};
    enqueue(changedPassword(reader_.id));
    ASSERT_TRUE(eventually(10s, [&] { return mail_.mails().size() == 1; }));
    agon.signal(SIGTERM);
    const auto ended = agon.waitForExit(20s);
    ASSERT_TRUE(ended);
    EXPECT_EQ(ended->code, 0) << agon.stderrText();
    EXPECT_EQ(count("state = 'waiting' and last_error = 'stopped'"), 1);
}

TEST_F(RunningService, AddressesAndPasswordsAreNotInTheLog) {
    mail_.behave(SmtpServer::Manner::RefuseForGood);  // and quotes the address
    auto environment = settings();
    environment["AGON_SMTP_USER"] = "agon";
    environment["AGON_SMTP_PASSWORD"] = "not-for-logs";
    environment["AGON_LOG_LEVEL"] = "debug";
    const ServiceProcess agon{database_, environment};
    enqueue(changedPassword(reader_.id));
    ASSERT_TRUE(becomes("state = 'failed' and last_error = 'smtp-550'"));
    const auto log = agon.stdoutText() + agon.stderrText();
    EXPECT_THAT(log, testing::HasSubstr("outbox.not_sent"));
    EXPECT_THAT(log, testing::Not(testing::HasSubstr(reader_.email)));
    EXPECT_THAT(log, testing::Not(testing::HasSubstr("not-for-logs")));
}

}  // namespace
}  // namespace agon::test
