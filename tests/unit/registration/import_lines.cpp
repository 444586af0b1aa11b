#include "registration/import_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agon::registration {
namespace {

const Instant kNow = *parseInstant("2035-05-20T12:00:00Z");

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kVolos = "VOLOS";
constexpr std::string_view kHead =
    "heat,received_at,full_name,birth_date,citizenships,email,phone,language,nickname,declarations\n";
constexpr auto kAll = "all";

championships::Published published() {
    championships::Published made;
    made.slug = "greece-2015";
    made.settings.country = "GR";
    championships::HeatSettings heat;
    heat.code = kVolos;
    heat.takesRegistrations = true;
    made.settings.heats = {heat};
    made.heats = {{.id = Id<Heat>{7}, .code = kVolos, .startsOn = parseDate("2015-05-23").value(), .setting = 0}};
    return made;
}

std::string line(const std::string& email, const std::string& stamp = "2015-05-11T10:15:30+03:00",
                 const std::string& born = "1990-01-31", const std::string& declarations = kAll) {
    return std::string{kVolos} + "," + stamp + ",Anna Doe," + born + ",GR; CA," + email + ",2101234567,en,," +
           declarations + "\n";
}

std::vector<JudgedLine> judged(const std::string& lines, const std::set<std::string>& inUse = {},
                               const std::set<std::string>& needsStamps = {kVolos}) {
    const auto raw = readFile(std::string{kHead} + lines);
    if (!raw) throw std::runtime_error("no such file");
    return judgeLines(published(), *raw, inUse, needsStamps, kNow);
}

// "pointer code" of each.
std::vector<std::string> faultsOf(const JudgedLine& line) {
    std::vector<std::string> faults;
    for (const auto& error : line.shown.errors)
        faults.push_back(error.pointer + " " + std::string{codeOf(error.fault)});
    return faults;
}

std::vector<std::string_view> failedOf(const JudgedLine& line) {
    std::vector<std::string_view> failed;
    for (const auto& one : line.shown.verdicts) {
        if (one.outcome == Outcome::Fail) failed.push_back(nameOf(one.criterion));
    }
    return failed;
}

FieldFault faultOf(std::string_view file) {
    const auto read = readFile(file);
    if (read || read.error().errors.size() != 1) throw std::runtime_error("it was read");
    return read.error().errors.front().fault;
}

TEST(ImportLines, AGoodLineIsReadyWithItsStamp) {
    const auto lines = judged(line("anna@example.org"));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].shown.outcome, ImportLine::Outcome::Ready);
    EXPECT_EQ(lines[0].shown.line, 2);
    EXPECT_EQ(lines[0].shown.receivedAt, parseInstant("2015-05-11T07:15:30Z"));
    ASSERT_TRUE(lines[0].application);
    EXPECT_EQ(lines[0].application->heat, Id<Heat>{7});
    EXPECT_EQ(lines[0].application->phone, "+302101234567");
    EXPECT_EQ(lines[0].application->channel, Channel::Import);
    EXPECT_THAT(lines[0].application->citizenships, ElementsAre("GR", "CA"));
    EXPECT_EQ(lines[0].application->consents.size(), kAllDeclarations.size());
}

TEST(ImportLines, ABadStampIsRefused) {
    for (const auto* const stamp :
         {"yesterday", "2015-05-11 10:15:30", "2015-05-11T10:15:30", "2015-02-30T10:00:00Z"}) {
        const auto lines = judged(line("anna@example.org", stamp));
        EXPECT_EQ(lines[0].shown.outcome, ImportLine::Outcome::Refused) << stamp;
        EXPECT_FALSE(lines[0].application);
        EXPECT_THAT(faultsOf(lines[0]), ElementsAre("/received_at bad-instant"));
    }
}

TEST(ImportLines, AStampIsNeededWhereStampsAreKeptAndNowhereElse) {
    EXPECT_THAT(faultsOf(judged(line("anna@example.org", ""))[0]), ElementsAre("/received_at missing"));
    EXPECT_TRUE(judged(line("anna@example.org", ""), {}, {})[0].application);
}

TEST(ImportLines, AStampOfTheFutureIsRefused) {
    const auto lines = judged(line("anna@example.org", "2035-05-20T12:00:00.000001Z"));
    EXPECT_THAT(faultsOf(lines.at(0)), ElementsAre("/received_at out-of-range"));
    EXPECT_FALSE(lines.at(0).application);
}

TEST(ImportLines, AnEmailStandsInAFileOnce) {
    const auto lines = judged(line("anna@example.org") + line("ANNA@Example.org") + line("vera@example.org"));
    EXPECT_TRUE(lines[0].application);
    EXPECT_FALSE(lines[1].application);
    EXPECT_EQ(lines[1].shown.outcome, ImportLine::Outcome::Refused);
    EXPECT_THAT(failedOf(lines[1]), ElementsAre("one-entry"));
    EXPECT_TRUE(lines[2].application);
}

TEST(ImportLines, AnEmailOfTheRegisterIsRefused) {
    const auto lines = judged(line("Anna@example.org"), {"anna@example.org"});
    EXPECT_FALSE(lines[0].application);
    EXPECT_THAT(failedOf(lines[0]), ElementsAre("one-entry"));
}

TEST(ImportLines, TheRulesAreThoseOfARegistration) {
    const auto young = judged(line("anna@example.org", "2015-05-11T10:15:30Z", "1997-05-24"));
    EXPECT_THAT(failedOf(young[0]), ElementsAre("age"));
    EXPECT_FALSE(young[0].application);
    const auto unwilling =
        judged(line("anna@example.org", "2015-05-11T10:15:30Z", "1990-01-31", "own-email;true-data"));
    EXPECT_THAT(failedOf(unwilling[0]), ElementsAre("acceptance"));
    EXPECT_THAT(faultsOf(judged("LARISA,2015-05-11T10:15:30Z,Anna Doe,1990-01-31,GR,a@example.org,123,en,,all\n")[0]),
                ElementsAre("/heat not-a-choice", "/phone bad-format"));
    EXPECT_THAT(faultsOf(judged("VOLOS,2015-05-11T10:15:30Z,,31/01/1990,GR,a@example.org,123,en,,all\n")[0]),
                ElementsAre("/full_name missing", "/birth_date bad-date"));
}

TEST(ImportLines, WhatIsNoSuchFileIsRefusedAsAWhole) {
    EXPECT_EQ(faultOf(""), FieldFault::TooFew);
    EXPECT_EQ(faultOf(kHead), FieldFault::TooFew);
    EXPECT_EQ(faultOf("heat,email\nx,y\n"), FieldFault::Missing);
    EXPECT_EQ(faultOf("heat,shoe_size\nx,y\n"), FieldFault::Unknown);
    EXPECT_EQ(faultOf("heat,\xFF\nx,y\n"), FieldFault::BadFormat);
    EXPECT_EQ(faultOf(std::string{kHead} + "\"VOLOS"), FieldFault::BadFormat);
    std::string tooLong{kHead};
    for (int i = 0; i < 5'001; ++i) tooLong += "VOLOS\n";
    EXPECT_EQ(faultOf(tooLong), FieldFault::BadFormat);
}

TEST(ImportLines, AShortLineLacksItsColumns) {
    const auto lines = judged("VOLOS\n");
    EXPECT_FALSE(lines[0].application);
    EXPECT_THAT(faultsOf(lines[0]), testing::Contains("/email missing"));
    EXPECT_THAT(failedOf(lines[0]), IsEmpty());
}

}  // namespace
}  // namespace agon::registration
