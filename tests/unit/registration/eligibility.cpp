#include "registration/eligibility.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace agon::registration {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CivilDate date(std::string_view text) {
    return parseDate(text).value();
}

// A Greek citizen of age who accepts everything.
Applicant fitting() {
    return {.born = date("1990-01-31"),
            .citizenships = {"GR"},
            .declared = {kAllDeclarations.begin(), kAllDeclarations.end()},
            .answers = {}};
}

Conditions conditions() {
    return {.country = "GR",
            .minimumAge = 18,
            .heatDate = date("2015-05-23"),
            .opensAt = parseInstant("2015-05-04T10:00:00+03:00").value(),
            .closesAt = parseInstant("2015-05-21T00:00:00+03:00").value(),
            .optional = {}};
}

// "criterion subject" of what speaks against it.
std::vector<std::string> against(const std::vector<Verdict>& verdicts) {
    std::vector<std::string> failed;
    for (const auto& one : verdicts) {
        if (one.outcome == Outcome::Fail) failed.push_back(std::string{nameOf(one.criterion)} + " " + one.subject);
    }
    return failed;
}

TEST(Eligibility, NothingSpeaksAgainstSomebodyWhoFits) {
    const auto verdicts = judge(fitting(), conditions());
    EXPECT_FALSE(isRefused(verdicts));
    std::vector<std::string_view> rules;
    for (const auto& one : verdicts) rules.push_back(ruleOf(one.criterion));
    EXPECT_THAT(rules, ElementsAre("R20", "R33", "R32", "R31", "R31"));
}

// EX-09.
TEST(Eligibility, EighteenOnTheDayOfTheTournamentIsOldEnough) {
    auto who = fitting();
    who.born = date("1997-05-23");
    EXPECT_THAT(against(judge(who, conditions())), IsEmpty());
}

// EX-10.
TEST(Eligibility, EighteenOnTheDayAfterIsNot) {
    auto who = fitting();
    who.born = date("1997-05-24");
    EXPECT_THAT(against(judge(who, conditions())), ElementsAre("age "));
}

//
TEST(Eligibility, WhoWasBornOn29FebruaryIsOfAgeOnThe28thInAYearWithoutOne) {
    EXPECT_FALSE(isOfAge(date("1996-02-29"), 18, date("2014-02-27")));
    EXPECT_TRUE(isOfAge(date("1996-02-29"), 18, date("2014-02-28")));
    EXPECT_FALSE(isOfAge(date("1996-02-29"), 20, date("2016-02-28")));
    EXPECT_TRUE(isOfAge(date("1996-02-29"), 20, date("2016-02-29")));
    EXPECT_FALSE(isOfAge(date("1997-03-01"), 18, date("2015-02-28")));
}

// EX-12.
TEST(Eligibility, ACitizenOfAnotherCountryIsRefusedWhereverTheyLive) {
    auto who = fitting();
    who.citizenships = {"CY"};
    EXPECT_THAT(against(judge(who, conditions())), ElementsAre("citizenship "));
}

// EX-13.
TEST(Eligibility, ASecondCitizenshipDoesNoHarm) {
    auto who = fitting();
    who.citizenships = {"CA", "GR"};
    EXPECT_THAT(against(judge(who, conditions())), IsEmpty());
}

// EX-14.
TEST(Eligibility, ARelativeOfTheStaffIsRefusedAndSoIsTheStaff) {
    auto who = fitting();
    who.isRelativeOfStaff = true;
    EXPECT_THAT(against(judge(who, conditions())), ElementsAre("relatives "));
    who.worksForOrganiser = true;
    EXPECT_THAT(against(judge(who, conditions())), ElementsAre("staff ", "relatives "));
}

// EX-15.
TEST(Eligibility, EveryDeclarationIsNeededAndTheMissingOneIsNamed) {
    for (const auto missing : kAllDeclarations) {
        auto who = fitting();
        who.declared.erase(missing);
        EXPECT_THAT(against(judge(who, conditions())), ElementsAre("acceptance " + std::string{nameOf(missing)}));
        EXPECT_EQ(declarationNamed(nameOf(missing)), missing);
    }
    EXPECT_EQ(declarationNamed("everything"), std::nullopt);
}

TEST(Eligibility, WhatAChampionshipLeavesToThePlayerMayBeLeftOut) {
    auto who = fitting();
    who.declared.erase(Declaration::Advertising);
    auto where = conditions();
    where.optional = {Declaration::Advertising};
    EXPECT_THAT(against(judge(who, where)), IsEmpty());
    who.declared.erase(Declaration::Promotion);
    EXPECT_THAT(against(judge(who, where)), ElementsAre("acceptance promotion"));
}

// EX-16.
TEST(Eligibility, TheSameEmailIsRefusedAndAnyOtherLikenessIsForTheDesk) {
    EXPECT_THAT(against(judgeLikeness({.sameEmail = true})), ElementsAre("one-entry "));
    const auto alike = judgeLikeness({.samePhone = true, .sameNameAndBirth = true});
    EXPECT_FALSE(isRefused(alike));
    EXPECT_EQ(std::ranges::count(alike, Outcome::Review, &Verdict::outcome), 2);
    EXPECT_EQ(std::ranges::count(judgeLikeness({}), Outcome::Pass, &Verdict::outcome), 3);
}

// R34.
TEST(Eligibility, AQuestionOfTheCountryCanDecide) {
    auto who = fitting();
    who.answers = {{.code = "passport", .mustBe = true, .answer = false},
                   {.code = "driver", .mustBe = false, .answer = false},
                   {.code = "club", .mustBe = std::nullopt, .answer = std::nullopt}};
    EXPECT_THAT(against(judge(who, conditions())), ElementsAre("question passport"));
    who.answers[0].answer = true;
    EXPECT_THAT(against(judge(who, conditions())), IsEmpty());
    who.answers[0].answer.reset();
    EXPECT_THAT(against(judge(who, conditions())), ElementsAre("question passport"));
}

// EX-01 to EX-03.
TEST(Eligibility, TheWindowIsClosedFromItsLastInstantOn) {
    const auto at = [](std::string_view text) {
        return judgeWindow(conditions(), parseInstant(text).value()).outcome;
    };
    EXPECT_EQ(at("2015-05-20T23:59:59+03:00"), Outcome::Pass);
    EXPECT_EQ(at("2015-05-20T23:59:59.999999+03:00"), Outcome::Pass);
    EXPECT_EQ(at("2015-05-21T00:00:00+03:00"), Outcome::Fail);
    EXPECT_EQ(at("2015-05-04T10:00:00+03:00"), Outcome::Pass);
    EXPECT_EQ(at("2015-05-04T09:59:59.999999+03:00"), Outcome::Fail);
}

TEST(Eligibility, EveryFaultIsToldAtOnceInBothLanguages) {
    Applicant who{.born = date("2000-01-01"), .citizenships = {}, .declared = {}, .answers = {}};
    const auto verdicts = judge(who, conditions());
    EXPECT_THAT(against(verdicts), ElementsAre("acceptance own-email", "age ", "citizenship "));
    for (const auto& one : verdicts) {
        EXPECT_FALSE(reasonOf(one, Language::Greek).empty());
        EXPECT_NE(reasonOf(one, Language::Greek), reasonOf(one, Language::English));
        EXPECT_NE(reasonOf({one.criterion, Outcome::Pass, {}}, Language::English),
                  reasonOf({one.criterion, Outcome::Fail, {}}, Language::English));
    }
}

}  // namespace
}  // namespace agon::registration
