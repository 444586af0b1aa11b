#include <gmock/gmock.h>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(CommandLine, ExplainsItselfAndEveryCommand) {
    const auto help = runAgon({"--help"});
    EXPECT_EQ(help.status, ExitStatus{});
    for (const auto* command : {"serve", "migrate", "demo", "doctor", "config", "version"}) {
        EXPECT_THAT(help.output, HasSubstr(fmt::format("\n  {} ", command)));
        const auto own = runAgon({command, "--help"});
        EXPECT_EQ(own.status, ExitStatus{}) << command;
        EXPECT_THAT(own.output, HasSubstr(fmt::format("agon {}", command)));
    }
    EXPECT_THAT(help.output, HasSubstr("Examples:"));
    EXPECT_THAT(runAgon({"migrate", "status", "--help"}).output, HasSubstr("List what is applied"));
}

TEST(CommandLine, KeepsEveryLineOfItsHelpReadable) {
    for (const auto& words : std::vector<std::vector<std::string>>{
             {"--help"}, {"serve", "--help"}, {"migrate", "--help"}, {"demo", "--help"}, {"doctor", "--help"}}) {
        std::istringstream lines{runAgon(words).output};
        for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120U) << line;
    }
}

TEST(CommandLine, RefusesWhatItDoesNotKnow) {
    for (const auto& words :
         std::vector<std::vector<std::string>>{{}, {"server"}, {"serve", "--prot", "1"}, {"migrate", "down"}}) {
        const auto refused = runAgon(words);
        EXPECT_EQ(refused.status, (ExitStatus{.code = 2, .signal = 0})) << (words.empty() ? "nothing" : words.front());
        EXPECT_THAT(refused.output + refused.errors, HasSubstr("--help"));
    }
}

TEST(CommandLine, SaysWhatTheBinaryIs) {
    const auto version = runAgon({"version"});
    EXPECT_EQ(version.status, ExitStatus{});
    EXPECT_THAT(version.output, AllOf(HasSubstr("agon 0."), HasSubstr("\nschema 00"), HasSubstr("\nDrogon 1.9."),
                                      HasSubstr("\nlibpq 1")));
}

TEST(CommandLine, NamesAConfigurationFileThatIsNotThere) {
    const auto refused = runAgon({"doctor", "--config", "/nonexistent/agon.json"});
    EXPECT_EQ(refused.status, (ExitStatus{.code = 1, .signal = 0}));
    EXPECT_THAT(refused.output + refused.errors, HasSubstr("/nonexistent/agon.json cannot be read"));
}

}  // namespace
}  // namespace agon::test
