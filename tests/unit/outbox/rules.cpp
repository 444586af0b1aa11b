#include "outbox/rules.hpp"

#include <gtest/gtest.h>

#include "outbox/texts.hpp"
#include "outbox/wire.hpp"

namespace agon::outbox {
namespace {

TEST(Rules, OnlyWhatWasGivenUpMayBeTriedAgain) {
    for (const auto& [name, state] : kStates)
        EXPECT_EQ(mayRetry(state), state == State::Failed || state == State::Expired) << name;
}

TEST(Rules, EveryStateHasItsName) {
    for (const auto& [name, state] : kStates) {
        EXPECT_EQ(nameOf(state), name);
        EXPECT_EQ(stateNamed(name), state);
    }
    EXPECT_FALSE(stateNamed("lost"));
}

TEST(Rules, AMaskedAddressKeepsItsOutlineOnly) {
    EXPECT_EQ(maskAddress("maria@example.gr"), "m***@e***.gr");
    EXPECT_EQ(maskAddress("m@e.gr"), "***@***.gr") << "one letter would be all of it";
    EXPECT_EQ(maskAddress("maria@localhost"), "m***@l***");
    EXPECT_EQ(maskAddress("μαρία@example.gr"), "μ***@e***.gr");
    EXPECT_EQ(maskAddress("maria"), "***");
    EXPECT_EQ(maskAddress("@"), "***@***");
    EXPECT_EQ(maskAddress(""), "***");
}

TEST(Rules, MailsWithALinkSayThatTheyNeedOne) {
    EXPECT_TRUE(needsLink("staff-invitation"));
    EXPECT_TRUE(needsLink("password-reset"));
    EXPECT_FALSE(needsLink("password-changed"));
    EXPECT_FALSE(needsLink("no-such-mail"));
}

TEST(Rules, AMessageIsShownWithoutItsReaderOrFacts) {
    Queued message;
    message.code = "K7QM-2F9X";
    message.mail = "password-reset";
    message.reader.id = 7;
    message.facts = {{"link", 12}};
    const auto json = toJson(message);
    EXPECT_EQ(json["id"], "K7QM-2F9X");
    EXPECT_TRUE(json["settled_at"].is_null());
    EXPECT_TRUE(json["last_error"].is_null());
    EXPECT_FALSE(json.contains("facts"));
    EXPECT_FALSE(json.contains("reader"));
}

}  // namespace
}  // namespace agon::outbox
