#include "platform/config/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <fstream>

namespace agon {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::array kSpecs{SettingSpec{"listen", "127.0.0.1:8080", "Where."},
                            SettingSpec{"io_threads", "2", "How many."},
                            SettingSpec{"database_url", "", "The server.", Secrecy::Secret}};

class SettingsFile {
  public:
    explicit SettingsFile(const std::string& text) {
        const int file = mkstemp(name_.data());
        close(file);
        std::ofstream{name_} << text;
    }
    ~SettingsFile() { unlink(name_.c_str()); }
    SettingsFile(SettingsFile&&) = delete;
    SettingsFile& operator=(SettingsFile&&) = delete;
    [[nodiscard]] const std::string& path() const { return name_; }

  private:
    std::string name_ = testing::TempDir() + "agon-settings-XXXXXX";
};

std::string valueOf(const Reading& reading, const std::string& key) {
    return reading.values.at(key).text;
}

TEST(Settings, AreTheDefaultsWhenNothingIsSaid) {
    const auto reading = readSettings(kSpecs, std::nullopt, {});
    EXPECT_EQ(valueOf(reading, "listen"), "127.0.0.1:8080");
    EXPECT_EQ(reading.values.at("listen").source, "default");
    EXPECT_THAT(reading.mistakes, IsEmpty());
}

TEST(Settings, TakeTheFileOverTheDefaultAndTheEnvironmentOverTheFile) {
    const SettingsFile file{R"({"listen": "127.0.0.1:1", "io_threads": 3})"};
    const auto reading = readSettings(kSpecs, file.path(), {{"AGON_IO_THREADS", "7"}});
    EXPECT_EQ(valueOf(reading, "listen"), "127.0.0.1:1");
    EXPECT_EQ(valueOf(reading, "io_threads"), "7");
    EXPECT_EQ(reading.values.at("io_threads").source, "AGON_IO_THREADS");
}

TEST(Settings, TreatAnEmptyVariableAsUnset) {
    const auto reading = readSettings(kSpecs, std::nullopt, {{"AGON_LISTEN", ""}});
    EXPECT_EQ(valueOf(reading, "listen"), "127.0.0.1:8080");
}

TEST(Settings, ReportEveryMistakeOfAFileAtOnce) {
    const SettingsFile file{
        R"({"lisen": "x", "io_threads": [2], "database_url": "postgresql://u:hush@h/d", "zzz": 1})"};
    const auto reading = readSettings(kSpecs, file.path(), {});
    EXPECT_THAT(reading.mistakes,
                testing::UnorderedElementsAre(AllOf(HasSubstr("lisen"), HasSubstr("did you mean listen?")),
                                              HasSubstr("io_threads"),
                                              AllOf(HasSubstr("database_url"), HasSubstr("AGON_DATABASE_URL"),
                                                    HasSubstr("database_url_file"), Not(HasSubstr("hush"))),
                                              AllOf(HasSubstr("zzz"), Not(HasSubstr("did you mean")))));
}

TEST(Settings, NameAKeyThatStandsTwiceInTheFile) {
    const SettingsFile file{R"({"listen": "a", "listen": "b"})"};
    EXPECT_THAT(readSettings(kSpecs, file.path(), {}).mistakes, ElementsAre(HasSubstr("listen stands twice")));
}

TEST(Settings, SayWhereAFileIsNotJsonWithoutQuotingIt) {
    const SettingsFile file{"{\n  \"listen\": \"a\",\n  secret-word\n}"};
    EXPECT_THAT(readSettings(kSpecs, file.path(), {}).mistakes,
                ElementsAre(AllOf(HasSubstr("line 3"), Not(HasSubstr("secret-word")))));
}

TEST(Settings, SayWhenAFileCannotBeReadOrHoldsNoObject) {
    EXPECT_THAT(readSettings(kSpecs, "/nonexistent/agon.json", {}).mistakes, ElementsAre(HasSubstr("cannot be read")));
    const SettingsFile file{"[1]"};
    EXPECT_THAT(readSettings(kSpecs, file.path(), {}).mistakes, ElementsAre(HasSubstr("one JSON object")));
}

TEST(Settings, TakeASecretFromTheFileThatAVariableNames) {
    const SettingsFile secret{"postgresql://u:hush@h/d\n"};
    const auto reading = readSettings(kSpecs, std::nullopt, {{"AGON_DATABASE_URL_FILE", secret.path()}});
    EXPECT_EQ(valueOf(reading, "database_url"), "postgresql://u:hush@h/d");
    EXPECT_THAT(reading.mistakes, IsEmpty());
}

TEST(Settings, TakeASecretFromTheFileThatTheJsonFileNames) {
    const SettingsFile secret{"hush"};
    const SettingsFile file{R"({"database_url_file": ")" + secret.path() + "\"}"};
    EXPECT_EQ(valueOf(readSettings(kSpecs, file.path(), {}), "database_url"), "hush");
}

TEST(Settings, RefuseASecretThatIsGivenTwice) {
    const SettingsFile secret{"a"};
    const auto reading =
        readSettings(kSpecs, std::nullopt, {{"AGON_DATABASE_URL", "b"}, {"AGON_DATABASE_URL_FILE", secret.path()}});
    EXPECT_THAT(reading.mistakes, ElementsAre(HasSubstr("both set")));
}

TEST(Settings, NameASecretFileThatIsNotThere) {
    const auto reading = readSettings(kSpecs, std::nullopt, {{"AGON_DATABASE_URL_FILE", "/nonexistent/secret"}});
    EXPECT_THAT(reading.mistakes,
                ElementsAre(AllOf(HasSubstr("AGON_DATABASE_URL_FILE"), HasSubstr("/nonexistent/secret"))));
}

TEST(Settings, RefuseAVariableThatLooksLikeASlipOfThePen) {
    const auto reading = readSettings(kSpecs, std::nullopt, {{"AGON_DATABASE_URI", "x"}});
    EXPECT_THAT(reading.mistakes, ElementsAre("AGON_DATABASE_URI is not a setting; did you mean AGON_DATABASE_URL?"));
}

TEST(Settings, OnlyWarnOfVariablesThatOthersSet) {
    const auto reading =
        readSettings(kSpecs, std::nullopt, {{"AGON_PORT", "tcp://10.0.0.1:80"}, {"AGON_SERVICE_HOST", "10.0.0.1"}});
    EXPECT_THAT(reading.mistakes, IsEmpty());
    EXPECT_THAT(reading.warnings, ElementsAre(HasSubstr("AGON_PORT"), HasSubstr("AGON_SERVICE_HOST")));
}

TEST(Settings, SayNothingOfVariablesOfTheBuildAndTheTests) {
    const auto reading =
        readSettings(kSpecs, std::nullopt,
                     {{"AGON_CONFIG", "x"}, {"AGON_TEST_CLUSTER", "x"}, {"AGON_CONTRACT_LOG", "x"}, {"PATH", "x"}});
    EXPECT_THAT(reading.mistakes, IsEmpty());
    EXPECT_THAT(reading.warnings, IsEmpty());
}

}  // namespace
}  // namespace agon
