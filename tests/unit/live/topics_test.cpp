#include "live/topics.hpp"

#include <gmock/gmock.h>

namespace agon::live {
namespace {

using auth::Grant;
using auth::Role;

constexpr std::array kAllTopics{Topic::Accounts, Topic::Audit, Topic::Outbox, Topic::Me, Topic::Sessions};

std::vector<Grant> everywhere(Role role) {
    Grant grant;
    grant.role = role;
    return {grant};
}

TEST(Topics, AreHeardByWhoMayReadThemEverywhere) {
    for (const auto role : auth::kAllRoles) {
        const auto held = everywhere(role);
        EXPECT_EQ(mayHear(held, Topic::Accounts), auth::gives(role, auth::Right::AccountRead)) << nameOf(role);
        EXPECT_EQ(mayHear(held, Topic::Audit), auth::gives(role, auth::Right::AuditRead)) << nameOf(role);
        EXPECT_EQ(mayHear(held, Topic::Outbox), auth::gives(role, auth::Right::OutboxRead)) << nameOf(role);
    }
}

TEST(Topics, OfTheWholeServiceAreNotHeardByARoleInOneChampionship) {
    for (const auto role : auth::kAllRoles) {
        auto held = everywhere(role);
        held.front().championship = Id<Championship>{7};
        for (const auto topic : {Topic::Accounts, Topic::Audit, Topic::Outbox}) {
            EXPECT_FALSE(mayHear(held, topic)) << nameOf(role) << ' ' << nameOf(topic);
        }
    }
}

TEST(Topics, OfTheOwnAccountAreHeardWithoutAnyRole) {
    EXPECT_TRUE(mayHear({}, Topic::Me));
    EXPECT_TRUE(mayHear({}, Topic::Sessions));
    EXPECT_FALSE(mayHear({}, Topic::Accounts));
    EXPECT_FALSE(mayHear({}, Topic::Audit));
    EXPECT_FALSE(mayHear({}, Topic::Outbox));
}

TEST(Topics, EveryActChangesTheRecordAndWhatItIsAbout) {
    EXPECT_THAT(topicsOf("account"), testing::UnorderedElementsAre(Topic::Audit, Topic::Accounts));
    EXPECT_THAT(topicsOf("message"), testing::UnorderedElementsAre(Topic::Audit, Topic::Outbox));
    EXPECT_THAT(topicsOf("something-new"), testing::ElementsAre(Topic::Audit));
}

TEST(Topics, AFrameSaysWhatKindChangedAndNothingElse) {
    for (const auto topic : kAllTopics) {
        EXPECT_EQ(frameOf(topic), "event: " + std::string{nameOf(topic)} + "\ndata: {}\n\n");
    }
}

}  // namespace
}  // namespace agon::live
