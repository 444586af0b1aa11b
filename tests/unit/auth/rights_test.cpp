#include "auth/rights.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace agon::auth {
namespace {

constexpr Id<Championship> kHere{1};
constexpr Id<Championship> kElsewhere{2};
constexpr Id<Heat> kThisHeat{11};
constexpr Id<Heat> kOtherHeat{12};

// Written from the rules, not from the table: what each role does in a championship, and nothing else.
const std::map<std::string, std::set<std::string>>& expected() {
    static const std::map<std::string, std::set<std::string>> table{
        {"director",
         {"account.read", "account.manage", "championship.read", "championship.manage", "entry.read",
          "nickname.approve",  // R77
          "results.publish",
          "audit.read", "outbox.read", "outbox.retry", "system.read"}},
        {"organiser",
         {"championship.read", "championship.manage",
          "terms.publish",
          "entry.read",
          "entry.cancel",  // R16
          "call.take",
          "privacy.log",
          "outbox.read", "outbox.retry"}},
        {"desk", {"championship.read", "entry.read", "call.take", "checkin.record", "privacy.log"}},
        {"head-judge",
         {"championship.read", "entry.read", "checkin.record",
          "round.start",       // R83
          "reserve.activate",  // R40
          "sheet.record", "sheet.certify"}},
        {"table-judge", {"championship.read", "sheet.record"}},
        {"privacy-officer", {"championship.read", "entry.read", "privacy.log", "privacy.erase"}},
        {"venue-host", {"championship.read"}},  // R15
        {"auditor", {"championship.read", "account.read", "audit.read", "outbox.read", "system.read"}},
    };
    return table;
}

bool isExpected(Role role, Right right) {
    return expected().at(std::string{nameOf(role)}).contains(std::string{nameOf(right)});
}

std::vector<Grant> held(Role role, std::optional<Id<Championship>> championship, std::optional<Id<Heat>> heat) {
    return {Grant{GrantId{1}, role, championship, heat}};
}

template <class Check>
void forEveryRoleAndRight(Check check) {
    for (const auto role : kAllRoles) {
        for (const auto right : allRights()) {
            SCOPED_TRACE(std::string{nameOf(role)} + " " + std::string{nameOf(right)});
            check(role, right);
        }
    }
}

TEST(Rights, TheTableSaysWhatTheRulesSay) {
    forEveryRoleAndRight([](Role role, Right right) { EXPECT_EQ(gives(role, right), isExpected(role, right)); });
}

TEST(Rights, EveryExpectedRightExists) {
    std::set<std::string> names;
    for (const auto right : allRights()) names.emplace(nameOf(right));
    for (const auto& [role, rights] : expected()) {
        EXPECT_TRUE(roleNamed(role)) << role;
        for (const auto& right : rights) EXPECT_TRUE(names.contains(right)) << right;
    }
    EXPECT_EQ(expected().size(), kAllRoles.size());
}

TEST(Rights, AGrantForOneHeatCoversThatHeatOnly) {
    forEveryRoleAndRight([](Role role, Right right) {
        const auto grants = held(role, kHere, kThisHeat);
        EXPECT_EQ(decide(grants, right, {kHere, kThisHeat}), isExpected(role, right));
        EXPECT_FALSE(decide(grants, right, {kHere, kOtherHeat}));
        EXPECT_FALSE(decide(grants, right, {kHere, std::nullopt}));
        EXPECT_FALSE(decide(grants, right, {kElsewhere, kThisHeat}));
        EXPECT_FALSE(decide(grants, right, {}));
    });
}

TEST(Rights, AGrantForAChampionshipCoversItsHeatsAndNotTheService) {
    forEveryRoleAndRight([](Role role, Right right) {
        const auto grants = held(role, kHere, std::nullopt);
        EXPECT_EQ(decide(grants, right, {kHere, kThisHeat}), isExpected(role, right));
        EXPECT_EQ(decide(grants, right, {kHere, kOtherHeat}), isExpected(role, right));
        EXPECT_EQ(decide(grants, right, {kHere, std::nullopt}), isExpected(role, right));
        EXPECT_FALSE(decide(grants, right, {kElsewhere, std::nullopt}));
        EXPECT_FALSE(decide(grants, right, {}));
    });
}

TEST(Rights, AGrantForTheServiceCoversEverything) {
    forEveryRoleAndRight([](Role role, Right right) {
        const auto grants = held(role, std::nullopt, std::nullopt);
        for (const auto& scope : {Scope{}, Scope{kHere, std::nullopt}, Scope{kElsewhere, kThisHeat}}) {
            EXPECT_EQ(decide(grants, right, scope), isExpected(role, right));
        }
    });
}

TEST(Rights, AHeatWithoutAChampionshipCoversNothing) {
    forEveryRoleAndRight([](Role role, Right right) {
        EXPECT_FALSE(decide(held(role, std::nullopt, kThisHeat), right, {std::nullopt, kThisHeat}));
        EXPECT_FALSE(decide(held(role, std::nullopt, kThisHeat), right, {}));
    });
}

TEST(Rights, GrantsAddUpAndDoNotMix) {
    std::vector<Grant> grants = held(Role::Director, kHere, std::nullopt);
    EXPECT_FALSE(decide(grants, Right::RoundStart, {kHere, kThisHeat}));  // a director is no head judge

    grants.push_back(Grant{GrantId{2}, Role::HeadJudge, kElsewhere, kThisHeat});
    EXPECT_FALSE(decide(grants, Right::RoundStart, {kHere, kThisHeat}));
    EXPECT_TRUE(decide(grants, Right::RoundStart, {kElsewhere, kThisHeat}));
    EXPECT_FALSE(decide(grants, Right::NicknameApprove, {kElsewhere, std::nullopt}));
}

TEST(Rights, WithoutGrantsNothingIsAllowed) {
    for (const auto right : allRights()) {
        EXPECT_FALSE(decide({}, right, {}));
        EXPECT_FALSE(holdsSomewhere({}, right));
    }
    EXPECT_TRUE(rightsOf({}).empty());
}

TEST(Rights, NamesLeadBackToWhatTheyName) {
    for (const auto right : allRights()) EXPECT_EQ(rightNamed(nameOf(right)), right);
    for (const auto role : kAllRoles) EXPECT_EQ(roleNamed(nameOf(role)), role);
    EXPECT_FALSE(rightNamed("public"));
    EXPECT_FALSE(rightNamed(""));
    EXPECT_FALSE(roleNamed("Director"));
}

TEST(Rights, DirectorAndPrivacyOfficerSleepWithoutASecondFactor) {
    std::vector<Grant> grants;
    for (const auto role : kAllRoles) grants.push_back(Grant{GrantId{1}, role, std::nullopt, std::nullopt});

    EXPECT_EQ(awakeGrants(grants, SecondFactor::Shown), grants);
    const auto awake = awakeGrants(grants, SecondFactor::NotShown);
    EXPECT_EQ(awake.size(), grants.size() - 2);
    EXPECT_FALSE(holdsSomewhere(awake, Right::AccountManage));
    EXPECT_FALSE(holdsSomewhere(awake, Right::PrivacyErase));
    EXPECT_TRUE(holdsSomewhere(awake, Right::RoundStart));
}

}  // namespace
}  // namespace agon::auth
