#include "integration/outbox/post.hpp"

namespace agon::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Sending : public PostTest {};

TEST_F(Sending, AMessageLeavesWithEverythingAReceiverWants) {
    enqueue(resetLink(1, 12));
    start();
    ASSERT_TRUE(becomes("state = 'sent' and attempts = 1 and settled_at is not null and last_error is null"));
    ASSERT_EQ(mail_.mails().size(), 1U);
    const auto mail = mail_.mails()[0];
    EXPECT_EQ(mail.from, "agon@example.org");
    EXPECT_THAT(mail.to, ElementsAre("reader1@example.org"));
    EXPECT_EQ(mail.header("From"), "\"Agon\" <agon@example.org>");
    EXPECT_EQ(mail.header("To"), "reader1@example.org");
    EXPECT_EQ(mail.header("Subject"), "Choose a new password");
    EXPECT_EQ(mail.header("Message-ID"), "<" + value("message_id") + "@example.org>");
    EXPECT_EQ(mail.header("Content-Language"), "en");
    EXPECT_THAT(mail.header("Date"), testing::MatchesRegex("[A-Z][a-z]{2}, [0-9]{2} .* \\+0000"));
    EXPECT_THAT(mail.text(), HasSubstr("https://agon.example.org/admin#/reset/secret-12"));
}

TEST_F(Sending, TheDatabaseHoldsNeitherAddressNorTokenNorText) {
    enqueue(resetLink(1, 12));
    start();
    ASSERT_TRUE(becomes("state = 'sent'"));
    const auto row = database_.session().value("select to_jsonb(o)::text from ops.outbox o");
    EXPECT_THAT(row, Not(HasSubstr("reader1")));
    EXPECT_THAT(row, Not(HasSubstr("secret")));
    EXPECT_THAT(row, Not(HasSubstr("Choose")));
}

TEST_F(Sending, GreekIsEncodedInTheSubjectAndWholeInTheBody) {
    readers_.give(2, {"maria@example.gr", Language::Greek});
    enqueue(changedPassword(2));
    start();
    ASSERT_TRUE(becomes("state = 'sent'"));
    const auto mail = mail_.mails()[0];
    EXPECT_THAT(mail.header("Subject"), StartsWith("=?UTF-8?B?"));
    EXPECT_THAT(mail.text(), HasSubstr("ο κωδικός του λογαριασμού σας άλλαξε"));
    EXPECT_EQ(mail.header("Content-Language"), "el");
    for (const char c : mail.data) ASSERT_LT(static_cast<unsigned char>(c), 0x80);
}

TEST_F(Sending, AnActThatIsRolledBackSendsNothing) {
    loop_.run([&]() -> Task<void> {
        const auto act = [&](Tx& tx) -> Task<Result<bool>> {
            const auto id = co_await outbox::enqueue(tx, changedPassword(1));
            static_cast<void>(id);
            co_return problem(ProblemCode::Conflict);
        };
        const auto refused = co_await db().transact(act);
        EXPECT_FALSE(refused);
    });
    enqueue(changedPassword(2));
    start();
    ASSERT_TRUE(becomes("state = 'sent'"));
    EXPECT_EQ(mail_.mails().size(), 1U);
    EXPECT_EQ(count("true"), 1);
}

TEST_F(Sending, WhoIsGoneOrRefusedGetsNothing) {
    enqueue(changedPassword(77));
    enqueue(changedPassword(3));
    readers_.forget(3);  // after the act, before the sending
    start();
    ASSERT_TRUE(becomes("state = 'refused' and last_error = 'no-mailbox'", 2));
    EXPECT_EQ(mail_.connections(), 0);
}

TEST_F(Sending, ALinkThatWasUsedIsNotSent) {
    enqueue(resetLink(1, Readers::kUsedLink));
    start();
    ASSERT_TRUE(becomes("state = 'expired' and last_error = 'link-gone'"));
    EXPECT_EQ(mail_.connections(), 0);
}

TEST_F(Sending, AMailThatDoesNotExistFailsAndIsNotTriedAgain) {
    auto message = changedPassword(1);
    message.mail = "no-such-mail";
    enqueue(message);
    start();
    ASSERT_TRUE(becomes("state = 'failed' and last_error = 'no-text'"));
}

TEST_F(Sending, ADryRunSendsNothingAndKeepsNoText) {
    enqueue(resetLink(1, 12));
    enqueue(changedPassword(77));
    auto options = working();
    options.mode = outbox::Mode::DryRun;
    start(options);
    ASSERT_TRUE(becomes("state = 'shown'"));
    ASSERT_TRUE(becomes("state = 'refused'"));
    EXPECT_EQ(mail_.connections(), 0);
    EXPECT_THAT(database_.session().value("select string_agg(to_jsonb(o)::text, '') from ops.outbox o"),
                Not(HasSubstr("secret-12")));
}

TEST_F(Sending, NoAddressCanAddAHeaderOrARecipient) {
    std::int64_t reader = 100;
    for (const std::string address : {"a@example.org\r\nBcc: b@example.org", "a@example.org>\r\nRCPT TO:<b@example.org",
                                      "a@example.org, b@example.org", "a@example.org\n\nbody", "<a@example.org>",
                                      "a b@example.org", "@example.org", "a@", "a", "a@b@c"}) {
        readers_.give(++reader, {address, Language::English});
        enqueue(changedPassword(reader));
    }
    start();
    ASSERT_TRUE(becomes("state = 'failed' and last_error = 'bad-address'", 10));
    EXPECT_EQ(mail_.connections(), 0);
}

TEST_F(Sending, NoFactCanAddAHeader) {
    auto message = resetLink(1, 12);
    message.facts["until"] = "now\r\nBcc: b@example.org\r\n.\r\nMAIL FROM:<x@example.org>";
    enqueue(message);
    start();
    ASSERT_TRUE(becomes("state = 'sent'"));
    ASSERT_EQ(mail_.mails().size(), 1U);
    EXPECT_THAT(mail_.mails()[0].headerNames(), Not(Contains("Bcc")));
    EXPECT_THAT(mail_.mails()[0].to, ElementsAre("reader1@example.org"));
}

TEST_F(Sending, AReaderGetsMessagesInTheirOrder) {
    mail_.behave(SmtpServer::Manner::RefuseForNow);
    enqueue(resetLink(1, 1));
    start();
    ASSERT_TRUE(becomes("last_error = 'smtp-451'"));
    mail_.behave(SmtpServer::Manner::Accept);
    for (int link = 2; link <= 6; ++link) enqueue(resetLink(1, link));
    enqueue(changedPassword(2));
    ASSERT_TRUE(becomes("state = 'sent'"));  // the other reader's alone
    EXPECT_EQ(count("state = 'waiting'"), 6) << "nothing overtakes the first";
    database_.session().run("update ops.outbox set next_attempt_at = now() where id = 1");
    ASSERT_TRUE(becomes("state = 'sent'", 7));
    const auto mails = mail_.mails();
    for (int link = 1; link <= 6; ++link)
        EXPECT_THAT(mails[static_cast<std::size_t>(link)].text(), HasSubstr("secret-" + std::to_string(link)));
}

TEST_F(Sending, WhatIsNotWorthSendingAnyMoreExpires) {
    auto message = changedPassword(1);
    message.expiresAt = Instant{std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()) - 1s};
    enqueue(message);
    start();
    ASSERT_TRUE(becomes("state = 'expired' and last_error = 'too-late' and attempts = 0"));
    EXPECT_EQ(mail_.connections(), 0);
}

}  // namespace
}  // namespace agon::test
