#include <gmock/gmock.h>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

TEST(EmbeddedSharing, ASecondServiceJoinsTheClusterAndTheLastOneOutStopsIt) {
    const DataFolder folder;
    const auto first = folder.serve();
    const auto server = folder.postmaster();
    ASSERT_TRUE(server);
    const auto second = folder.serve();
    EXPECT_EQ(folder.postmaster(), server);

    endGracefully(*first);
    EXPECT_EQ(folder.postmaster(), server) << "somebody still uses it";
    EXPECT_EQ(statusOf(*second, "/readyz"), 200);
    endGracefully(*second);
    EXPECT_FALSE(folder.postmaster());
}

TEST(EmbeddedSharing, TheLastOneOutStopsItAlsoWhenTheFirstWasKilled) {
    const DataFolder folder;
    const auto first = folder.serve();
    const auto second = folder.serve();
    const auto server = folder.postmaster();
    kill9(*first);
    EXPECT_EQ(folder.postmaster(), server);
    EXPECT_EQ(statusOf(*second, "/readyz"), 200);
    endGracefully(*second);
    EXPECT_FALSE(folder.postmaster());
}

TEST(EmbeddedSharing, TwoThatStartTogetherOnNothingMakeOneClusterAndMigrateItOnce) {
    const DataFolder folder;
    const auto first = folder.serve(ServiceProcess::Until::Started);
    const auto second = folder.serve(ServiceProcess::Until::Started);
    first->waitUntil(ServiceProcess::Until::Ready, 60s);
    second->waitUntil(ServiceProcess::Until::Ready, 60s);
    EXPECT_NE(says(*first, "creating a PostgreSQL"), says(*second, "creating a PostgreSQL"));
    EXPECT_NE(says(*first, "migrated to 0001"), says(*second, "migrated to 0001"));
    endGracefully(*first);
    endGracefully(*second);
    EXPECT_FALSE(folder.postmaster());
}

TEST(EmbeddedSharing, ACommandBesideTheServiceLeavesTheServerRunning) {
    const DataFolder folder;
    const auto service = folder.serve();
    const auto server = folder.postmaster();
    const auto check = runAgon({"migrate", "--check"}, folder.environment());
    EXPECT_EQ(check.status, ExitStatus{}) << check.errors;
    EXPECT_EQ(folder.postmaster(), server);
    EXPECT_EQ(statusOf(*service, "/readyz"), 200);
    endGracefully(*service);
}

}  // namespace
}  // namespace agon::test
