#include <gmock/gmock.h>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const ExitStatus kRefused{.code = 1, .signal = 0};

TEST(Configuration, NamesEveryMistakeAtOnceAndTouchesNothing) {
    const DataFolder folder;
    const auto file = folder.root() / "agon.json";
    std::ofstream{file} << R"({"io_threads": "many", "lisen": "x", "server_key": "hush-in-the-file"})";
    auto environment = folder.environment();
    environment.merge(Environment{{"AGON_LISTEN", "localhost:8080"},
                                  {"AGON_LOG_LEVEL", "loud"},
                                  {"AGON_STATEMENT_TIMEOUT", "5"},
                                  {"AGON_DATABASE_URI", "postgresql://agon:hush@h/agon"},
                                  {"AGON_MAX_BODY", "1MB"},
                                  {"AGON_SERVER_KEY_FILE", "/nonexistent/key"}});
    const auto refused = runAgon({"--config", file.string(), "serve"}, environment);
    EXPECT_EQ(refused.status, kRefused);
    EXPECT_THAT(refused.errors, HasSubstr("the configuration has 9 mistakes"));
    for (const auto* words :
         {"io_threads in ", "lisen in ", "did you mean listen?", "server_key in ", "is a secret", "AGON_LISTEN must",
          "AGON_LOG_LEVEL must be one of", "AGON_STATEMENT_TIMEOUT must", "did you mean AGON_DATABASE_URL?",
          "AGON_MAX_BODY must", "/nonexistent/key cannot be read", "agon config explains every setting"}) {
        EXPECT_THAT(refused.errors, HasSubstr(words));
    }
    EXPECT_THAT(refused.output + refused.errors, Not(HasSubstr("hush")));
    EXPECT_FALSE(std::filesystem::exists(folder.data()));
}

TEST(Configuration, NamesMistakesThatShowOnlyTogetherBesideTheOthers) {
    const auto refused = runAgon({"serve"}, {{"AGON_LOCK_TIMEOUT", "9s"},
                                             {"AGON_LOG_LEVEL", "loud"},
                                             {"AGON_PUBLIC_DATABASE_URL", "postgresql://agon:hush@h/agon"}});
    EXPECT_EQ(refused.status, kRefused);
    EXPECT_THAT(refused.errors, AllOf(HasSubstr("the configuration has 3 mistakes"),
                                      HasSubstr("lock_timeout must not be longer"), HasSubstr("AGON_LOG_LEVEL"),
                                      HasSubstr("AGON_PUBLIC_DATABASE_URL means nothing"), Not(HasSubstr("hush"))));
}

TEST(Configuration, DoesNotBlameASettingForAnotherThatIsWrong) {
    const auto refused = runAgon({"serve"}, {{"AGON_STATEMENT_TIMEOUT", "soon"}});
    EXPECT_EQ(refused.status, kRefused);
    EXPECT_THAT(refused.errors, HasSubstr("the configuration has 1 mistake:\n  - AGON_STATEMENT_TIMEOUT must"));
}

TEST(Configuration, RefusesASocketPathThatTheSystemWouldCut) {
    const auto refused = runAgon({"serve"}, {{"AGON_LISTEN", "unix:/tmp/" + std::string(120, 'x')}});
    EXPECT_EQ(refused.status, kRefused);
    EXPECT_THAT(refused.errors, AllOf(HasSubstr("AGON_LISTEN must have a socket path of at most 107 bytes"),
                                      HasSubstr("this one has 125")));
}

TEST(Configuration, NeedsTheServerKeyThatEveryInstanceShares) {
    const TestDatabase database;
    const auto refused = runAgon({"serve"}, {{"AGON_DATABASE_URL", database.url()}, {"AGON_LISTEN", "127.0.0.1:0"}});
    EXPECT_EQ(refused.status, kRefused);
    EXPECT_THAT(refused.errors, AllOf(HasSubstr("AGON_SERVER_KEY is not"), HasSubstr("openssl rand -hex 32")));
}

TEST(Configuration, IsPrintedWithItsSourcesAndWithoutItsSecrets) {
    const ScratchFolder folder{"config"};
    const auto key = folder.path() / "key";
    std::ofstream{key} << std::string(64, 'c') << "\n";
    const auto file = folder.path() / "agon.json";
    std::ofstream{file} << fmt::format(R"({{"io_threads": 3, "server_key_file": "{}"}})", key.string());
    const auto printed =
        runAgon({"serve", "--print-config"}, {{"AGON_CONFIG", file.string()},
                                              {"AGON_DATABASE_URL", "postgresql://agon:hush@db:5433/agon"},
                                              {"AGON_LOG_LEVEL", "warning"}});
    EXPECT_EQ(printed.status, ExitStatus{}) << printed.errors;
    EXPECT_THAT(printed.output, HasSubstr(fmt::format("io_threads = 3  # io_threads in {}\n", file.string())));
    EXPECT_THAT(printed.output, HasSubstr("log_level = warning  # AGON_LOG_LEVEL\n"));
    EXPECT_THAT(printed.output, HasSubstr("listen = 127.0.0.1:8080  # default\n"));
    EXPECT_THAT(printed.output, HasSubstr("port=5433"));
    EXPECT_THAT(printed.output, HasSubstr("(hidden)"));
    EXPECT_THAT(printed.output + printed.errors, Not(HasSubstr("hush")));
    EXPECT_THAT(printed.output + printed.errors, Not(HasSubstr("cccccccc")));
}

TEST(Configuration, InTheReadmeIsWhatTheBinaryPrints) {
    const auto readme = readFile(AGON_SOURCE_DIR "/README.md");
    const auto table = runAgon({"config", "--markdown"});
    ASSERT_EQ(table.status, ExitStatus{});
    EXPECT_THAT(readme, HasSubstr("<!-- settings -->\n\n" + table.output + "\n<!-- /settings -->\n"))
        << "make settings writes the table into the README";
}

TEST(Configuration, IsExplainedSettingBySetting) {
    const auto explained = runAgon({"config"});
    EXPECT_EQ(explained.status, ExitStatus{});
    EXPECT_THAT(explained.output,
                AllOf(HasSubstr("database_url (AGON_DATABASE_URL or AGON_DATABASE_URL_FILE), secret\n"),
                      HasSubstr("Default: 127.0.0.1:8080\n"), Not(HasSubstr("`"))));
}

}  // namespace
}  // namespace agon::test
