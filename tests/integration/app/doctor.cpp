#include <gmock/gmock.h>

#include <sstream>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const ExitStatus kBad{.code = 1, .signal = 0};

Finished doctor(Environment environment) {
    environment.try_emplace("AGON_LISTEN", "127.0.0.1:0");
    environment.try_emplace("AGON_SERVER_KEY", std::string(64, 'a'));
    return runAgon({"doctor"}, std::move(environment));
}

// Every finding that is not good has a line below it that says what to do.
void expectAdviceForEach(const std::string& output) {
    std::istringstream lines{output};
    std::string finding;
    for (std::string line; std::getline(lines, line); finding = line) {
        const bool needsAdvice = finding.starts_with("BAD  ") || finding.starts_with("note ");
        if (needsAdvice) EXPECT_TRUE(line.starts_with("     ") && line.size() > 15) << finding;
    }
    EXPECT_FALSE(finding.starts_with("BAD  ") || finding.starts_with("note ")) << finding;
}

TEST(Doctor, FindsNothingBadOnASoundInstallation) {
    TestCluster cluster{TestCluster::Durability::On};
    const TestDatabase database{cluster};
    const auto found = doctor({{"AGON_DATABASE_URL", database.url()}});
    EXPECT_EQ(found.status, ExitStatus{}) << found.output;
    EXPECT_THAT(found.output, AllOf(HasSubstr("ok   the configuration is valid"), HasSubstr("ok   PostgreSQL 1"),
                                    HasSubstr("ok   the clocks of service and database differ by 0."),
                                    HasSubstr("ok   the database has all"), Not(HasSubstr("BAD"))));
    expectAdviceForEach(found.output);
}

TEST(Doctor, SaysWhenTheDatabaseCannotBeReached) {
    const auto found = doctor({{"AGON_DATABASE_URL", "postgresql://agon:hush@127.0.0.1:1/agon"}});
    EXPECT_EQ(found.status, kBad);
    EXPECT_THAT(found.output, AllOf(HasSubstr("BAD  the database cannot be reached"), HasSubstr("Check that it runs"),
                                    Not(HasSubstr("hush"))));
    expectAdviceForEach(found.output);
}

TEST(Doctor, SaysWhenMigrationsArePendingAndWhenTheDatabaseDoesNotFit) {
    const auto database = TestDatabase::empty();
    const auto behind = doctor({{"AGON_DATABASE_URL", database.url()}});
    EXPECT_THAT(behind.output, AllOf(HasSubstr("migrations are to be applied"), HasSubstr("agon migrate does it now")));

    const TestDatabase edited;
    edited.session().run("update ops.migration set checksum = repeat('0', 64) where number = 1");
    const auto found = doctor({{"AGON_DATABASE_URL", edited.url()}});
    EXPECT_EQ(found.status, kBad);
    EXPECT_THAT(found.output, AllOf(HasSubstr("BAD  migration 0001_foundation was edited"),
                                    HasSubstr("make the change in a new migration")));
    expectAdviceForEach(found.output);
}

TEST(Doctor, SaysWhenWhatWasConfirmedCouldBeLost) {
    const TestDatabase database;  // the shared server runs without fsync
    const auto found = doctor({{"AGON_DATABASE_URL", database.url()}});
    EXPECT_EQ(found.status, kBad);
    EXPECT_THAT(found.output, AllOf(HasSubstr("BAD  the server runs with fsync = off"), HasSubstr("Set fsync = on")));
}

TEST(Doctor, ListsEveryMistakeOfTheConfiguration) {
    const auto found = doctor({{"AGON_LOG_LEVEL", "loud"}, {"AGON_IO_THREADS", "-1"}});
    EXPECT_EQ(found.status, kBad);
    EXPECT_THAT(found.output, AllOf(HasSubstr("BAD  AGON_LOG_LEVEL must"), HasSubstr("BAD  AGON_IO_THREADS must"),
                                    HasSubstr("agon config explains")));
    expectAdviceForEach(found.output);
}

TEST(Doctor, LooksAtAnEmbeddedDatabaseWithoutMakingOne) {
    const DataFolder folder;
    const auto before = doctor(folder.environment());
    EXPECT_EQ(before.status, ExitStatus{}) << before.output;
    EXPECT_THAT(before.output, AllOf(HasSubstr("there is no database in"), HasSubstr("MB of disk are free")));
    EXPECT_FALSE(std::filesystem::exists(folder.data()));

    endGracefully(*folder.serve());
    const auto after = doctor(folder.environment());
    EXPECT_EQ(after.status, ExitStatus{}) << after.output;
    EXPECT_THAT(after.output, HasSubstr("ok   the database has all"));
    EXPECT_FALSE(folder.postmaster()) << "it stops what it started";
}

TEST(Doctor, SaysWhenOthersCanReachTheAddressAndNoProxyIsThere) {
    const TestDatabase database;
    const auto found = doctor({{"AGON_DATABASE_URL", database.url()}, {"AGON_LISTEN", "0.0.0.0:8080"}});
    EXPECT_EQ(found.status, kBad);
    EXPECT_THAT(found.output, AllOf(HasSubstr("BAD  0.0.0.0:8080 can be reached by others"), HasSubstr("nginx")));
    expectAdviceForEach(found.output);
}

TEST(Doctor, AsksARunningServiceWhetherItIsReadyForTheHealthCheckOfAContainer) {
    TestCluster cluster;
    const TestDatabase database{cluster};
    ServiceProcess service{database};
    const Environment environment{{"AGON_LISTEN", service.baseUrl().substr(std::string{"http://"}.size())}};
    EXPECT_EQ(runAgon({"doctor", "--ready"}, environment).status, ExitStatus{});

    cluster.stop();
    ASSERT_TRUE(eventually(10s, [&] { return statusOf(service, "/readyz") == 503; }));
    const auto unready = runAgon({"doctor", "--ready"}, environment);
    EXPECT_EQ(unready.status, kBad);
    EXPECT_THAT(unready.output, HasSubstr("/readyz answers 503"));

    endGracefully(service);
    const auto gone = runAgon({"doctor", "--ready"}, environment);
    EXPECT_EQ(gone.status, kBad);
    EXPECT_THAT(gone.output, HasSubstr("nothing answers on 127.0.0.1"));
}

}  // namespace
}  // namespace agon::test
