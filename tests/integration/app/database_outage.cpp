#include <gmock/gmock.h>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

const Environment kEnvironment{{"AGON_SERVER_KEY", std::string(64, 'a')}};

TEST(DatabaseOutage, MakesTheServiceUnreadyWithRetryAfterAndItComesBackByItself) {
    TestCluster cluster;
    const TestDatabase database{cluster};
    ServiceProcess service{database};
    HttpClient http{service.baseUrl()};
    for (const auto how : {TestCluster::Stop::Fast, TestCluster::Stop::Immediate}) {
        cluster.stop(how);
        ASSERT_TRUE(eventually(10s, [&] { return http.get("/readyz").status == 503; }));
        const auto unready = http.get("/readyz");
        EXPECT_GE(std::stoi(unready.header("retry-after")), 1);
        EXPECT_EQ(unready.header("content-type"), "application/problem+json");
        EXPECT_EQ(http.get("/healthz").status, 200) << "the process is well";
        cluster.start();
        ASSERT_TRUE(eventually(10s, [&] { return http.get("/readyz").status == 200; })) << service.stderrText();
    }
    endGracefully(service);
}

TEST(DatabaseOutage, AtTheStartIsWaitedFor) {
    TestCluster cluster;
    const TestDatabase database{cluster};
    cluster.stop();
    ServiceProcess service{database, {}, ServiceProcess::Until::Started};
    ASSERT_TRUE(eventually(20s, [&] { return says(service, "the database does not answer yet"); }));
    cluster.start();
    service.waitUntil(ServiceProcess::Until::Ready);
    endGracefully(service);
}

TEST(DatabaseOutage, AtTheStartDoesNotKeepTheServiceFromStopping) {
    auto environment = kEnvironment;
    environment["AGON_DATABASE_URL"] = "postgresql://agon@127.0.0.1:1/agon";
    ServiceProcess service{{"serve"}, environment, ServiceProcess::Until::Started};
    ASSERT_TRUE(eventually(20s, [&] { return says(service, "the database does not answer yet"); }));
    service.signal(SIGTERM);
    EXPECT_EQ(service.waitForExit(10s), ExitStatus{}) << service.stderrText();
}

TEST(DatabaseOutage, IsNotConfusedWithAWrongPasswordOrName) {
    auto environment = kEnvironment;
    environment["AGON_DATABASE_URL"] = TestCluster::shared().url("no_such_database");
    const auto refused = runAgon({"serve"}, environment);
    EXPECT_EQ(refused.status, (ExitStatus{.code = 1, .signal = 0}));
    EXPECT_THAT(refused.errors, testing::HasSubstr("\"no_such_database\" does not exist"));
}

TEST(DatabaseOutage, DuringTheShutdownDoesNotKeepItFromEnding) {
    TestCluster cluster;
    const TestDatabase database{cluster};
    ServiceProcess service{database};
    cluster.stop(TestCluster::Stop::Immediate);
    endGracefully(service);
}

}  // namespace
}  // namespace agon::test
