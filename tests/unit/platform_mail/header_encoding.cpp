#include <gmock/gmock.h>

#include <sstream>

#include "platform/mail/smtp.hpp"

namespace agon::mail {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(HeaderEncoding, LeavesPlainTextAsItIs) {
    EXPECT_EQ(encodeHeader("Choose a new password"), "Choose a new password");
}

TEST(HeaderEncoding, EncodesGreek) {
    EXPECT_EQ(encodeHeader("Ωδή"), "=?UTF-8?B?zqnOtM6u?=");
}

TEST(HeaderEncoding, EncodesWhatLooksEncodedAlready) {
    EXPECT_THAT(encodeHeader("=?UTF-8?B?eA==?="), Not(HasSubstr("eA==?=")));
}

TEST(HeaderEncoding, LetsNoTextStartAHeaderOfItsOwn) {
    const auto encoded = encodeHeader("Hello\r\nBcc: somebody@example.org");
    EXPECT_EQ(encoded, "Hello  Bcc: somebody@example.org");
}

TEST(HeaderEncoding, FoldsLongTextIntoWordsOfAtMost75Characters) {
    std::string text;
    for (int i = 0; i < 60; ++i) text += "Ψ";
    std::istringstream lines{encodeHeader(text)};
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        if (line.ends_with('\r')) line.pop_back();
        if (line.starts_with(' ')) line.erase(0, 1);
        EXPECT_LE(line.size(), 75U);
        EXPECT_TRUE(line.starts_with("=?UTF-8?B?")) << line;
        // Whole letters only: 44 bytes of two-byte letters make 60 characters of base64 without padding splits.
        EXPECT_TRUE(line.ends_with("?=")) << line;
    }
    EXPECT_EQ(count, 3);
}

TEST(HeaderEncoding, FindsTheAddressInAMailbox) {
    EXPECT_EQ(addressOf("Agon <agon@example.org>"), "agon@example.org");
    EXPECT_EQ(addressOf("agon@example.org"), "agon@example.org");
    EXPECT_EQ(addressOf("> odd <"), "> odd <");
}

}  // namespace
}  // namespace agon::mail
