#include <gmock/gmock.h>

#include <sstream>

#include "platform/mail/smtp.hpp"

namespace agon::mail {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

Message greeting() {
    Message message;
    message.messageId = "abc@example.org";
    message.date = *parseInstant("2015-05-20T23:59:59.999999+03:00");
    message.to = "maria@example.gr";
    message.subject = "Hello";
    message.text = "one\ntwo\n";
    message.language = "en";
    return message;
}

SmtpOptions from(const std::string& mailbox) {
    SmtpOptions options;
    options.from = mailbox;
    return options;
}

TEST(MessageForm, HasTheHeadersOfAPlainMail) {
    const auto text = write(from("agon@example.org"), greeting());
    EXPECT_THAT(text, HasSubstr("Date: Wed, 20 May 2015 20:59:59 +0000\r\n"));
    EXPECT_THAT(text, HasSubstr("From: agon@example.org\r\n"));
    EXPECT_THAT(text, HasSubstr("To: maria@example.gr\r\n"));
    EXPECT_THAT(text, HasSubstr("Message-ID: <abc@example.org>\r\n"));
    EXPECT_THAT(text, HasSubstr("Content-Type: text/plain; charset=utf-8\r\n"));
    EXPECT_THAT(text, EndsWith("\r\n\r\nb25lDQp0d28NCg==\r\n")) << "lines of the text end as mail's do";
}

TEST(MessageForm, NoLineIsTooLongOrBare) {
    auto message = greeting();
    for (int i = 0; i < 100; ++i) message.text += "Ένα μεγάλο κείμενο χωρίς τέλος. ";
    const auto text = write(from("agon@example.org"), message);
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
        EXPECT_TRUE(line.ends_with('\r'));
        EXPECT_LE(line.size(), 78U);
    }
}

TEST(MessageForm, NothingInItCanAddAHeader) {
    auto message = greeting();
    message.subject = "Hello\r\nBcc: a@example.org";
    message.language = "en\r\nBcc: a@example.org";
    message.messageId = "x>\r\nBcc: a@example.org";
    message.to = "b@example.org\r\nBcc: a@example.org";
    EXPECT_THAT(write(from("Agon\r\nBcc: a@example.org <agon@example.org>"), message), Not(HasSubstr("\nBcc")));
}

TEST(MessageForm, ASendersNameIsQuotedOrEncoded) {
    EXPECT_THAT(write(from("Agon, \"the\" game <agon@example.org>"), greeting()),
                HasSubstr("From: \"Agon, \\\"the\\\" game\" <agon@example.org>\r\n"));
    EXPECT_THAT(write(from("Αγών <agon@example.org>"), greeting()),
                HasSubstr("From: =?UTF-8?B?zpHOs8+Ozr0=?= <agon@example.org>\r\n"));
}

TEST(MessageForm, TellsAnAddressFromWhatOnlyContainsOne) {
    for (const auto* good : {"maria@example.gr", "o'neill+x@sub.example.org", "a@b"}) EXPECT_TRUE(isPlainAddress(good));
    for (const auto* bad : {"", "a", "a@", "@b", "a@b@c", "a b@c", "<a@b>", "a@b,c@d", "a@b\r\nx", "α@b", "\"a\"@b"})
        EXPECT_FALSE(isPlainAddress(bad)) << bad;
    EXPECT_FALSE(isPlainAddress(std::string(250, 'a') + "@b.org"));
}

TEST(MessageForm, FindsTheDomainOfAMailbox) {
    EXPECT_EQ(domainOf("Agon <agon@example.org>"), "example.org");
    EXPECT_EQ(domainOf("agon@example.org"), "example.org");
    EXPECT_EQ(domainOf(""), "");
}

}  // namespace
}  // namespace agon::mail
