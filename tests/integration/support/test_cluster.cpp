#include "support/test_cluster.hpp"

#include <gtest/gtest.h>

#include "support/sql_session.hpp"

namespace agon::test {
namespace {

TEST(TestCluster, KeepsItsDataOverARestart) {
    TestCluster cluster;
    SqlSession{cluster.adminUrl("postgres")}.run("create table kept as select 42 as answer");
    cluster.restart();
    EXPECT_EQ(SqlSession{cluster.adminUrl("postgres")}.number("select answer from kept"), 42);
}

TEST(TestCluster, CutsEverySessionWhenItStopsAtOnce) {
    TestCluster cluster;
    SqlSession session{cluster.adminUrl("postgres")};
    cluster.stop(TestCluster::Stop::Immediate);
    EXPECT_THROW(session.run("select 1"), std::runtime_error);
    EXPECT_THROW(SqlSession{cluster.adminUrl("postgres")}, std::runtime_error);
}

TEST(TestCluster, IsDurableWhenATestAsksForIt) {
    const TestCluster cluster{TestCluster::Durability::On};
    EXPECT_EQ(SqlSession{cluster.adminUrl("postgres")}.value("show fsync"), "on");
    EXPECT_EQ(SqlSession{TestCluster::shared().adminUrl("postgres")}.value("show fsync"), "off");
}

TEST(TestCluster, LeavesNoServerBehindWhenItsFolderIsSwept) {
    const ScratchFolder folder{"sweep"};
    TestCluster cluster;
    stopServersBelow(cluster.socketFolder());
    EXPECT_THROW(SqlSession{cluster.adminUrl("postgres")}, std::runtime_error);
}

}  // namespace
}  // namespace agon::test
