#include <gmock/gmock.h>
#include <sys/stat.h>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

using testing::HasSubstr;

mode_t rightsOf(const std::filesystem::path& path) {
    struct stat status{};
    return stat(path.c_str(), &status) == 0 ? status.st_mode & 0777 : 0;
}

uid_t ownerOf(const std::filesystem::path& path) {
    struct stat status{};
    return stat(path.c_str(), &status) == 0 ? status.st_uid : 0;
}

TEST(EmbeddedCluster, IsMadeAtTheFirstStartForItsOwnerAloneAndStopsWithTheService) {
    const DataFolder folder;
    const auto service = folder.serve();
    ASSERT_TRUE(folder.postmaster());
    const auto sockets = folder.socketFolder();
    EXPECT_EQ(rightsOf(folder.cluster()), 0700U);
    EXPECT_EQ(rightsOf(sockets), 0700U);
    EXPECT_EQ(rightsOf(folder.data() / "server.key"), 0600U);
    EXPECT_NE(ownerOf(fmt::format("/proc/{}", *folder.postmaster())), 0U) << "PostgreSQL must not run as root";
    EXPECT_EQ(folder.session().value("show listen_addresses"), "");
    EXPECT_EQ(folder.session().value("show synchronous_commit"), "on");
    EXPECT_EQ(folder.session().value("show data_checksums"), "on");

    endGracefully(*service);
    EXPECT_FALSE(folder.postmaster());
    EXPECT_FALSE(std::filesystem::exists(sockets));
    const auto state = readFile(folder.cluster() / "postmaster.pid");
    EXPECT_EQ(state, "") << "PostgreSQL did not stop cleanly";
}

TEST(EmbeddedCluster, KeepsItsDataAndItsKeyBetweenRuns) {
    const DataFolder folder;
    std::string key;
    {
        const auto service = folder.serve();
        folder.session().run("create table core.kept as select 42 as answer");
        key = readFile(folder.data() / "server.key");
        endGracefully(*service);
    }
    const auto again = folder.serve();
    EXPECT_EQ(folder.session().number("select answer from core.kept"), 42);
    EXPECT_EQ(readFile(folder.data() / "server.key"), key);
    EXPECT_EQ(key.size(), 65U);
    EXPECT_FALSE(says(*again, "migrated to")) << "there was nothing to migrate";
    endGracefully(*again);
}

TEST(EmbeddedCluster, LetsEachRoleDoItsOwnWorkOnly) {
    const DataFolder folder;
    const auto service = folder.serve();
    for (const auto* role : {"agon", "agon_app", "agon_public"}) {
        auto session = folder.session(role);
        EXPECT_EQ(session.value("select current_user"), role);
        EXPECT_EQ(session.value("select rolsuper::text from pg_roles where rolname = current_user"), "false");
    }
    EXPECT_THROW(folder.session("agon_public").run("create table public.mine (id int)"), std::runtime_error);
    EXPECT_THROW(folder.session("agon_public").run("set role agon_app"), std::runtime_error);
    endGracefully(*service);
}

TEST(EmbeddedCluster, RunsForAnOrdinaryUserInTheirStateDirectory) {
    const DataFolder home{ordinaryUser()};
    const Environment environment{{"AGON_DATA_DIR", ""},
                                  {"XDG_STATE_HOME", ""},
                                  {"HOME", home.root().string()},
                                  {"RUNTIME_DIRECTORY", ""},
                                  {"XDG_RUNTIME_DIR", home.root().string()}};
    ServiceProcess service{{"serve"}, environment, ServiceProcess::Until::Ready, ordinaryUser()};
    const auto cluster = home.root() / ".local/state/agon/postgresql";
    const auto uid = ordinaryUser() ? ordinaryUser()->uid : geteuid();
    EXPECT_EQ(ownerOf(cluster), uid);
    EXPECT_EQ(rightsOf(cluster.parent_path()), 0700U);
    EXPECT_THAT(readFile(cluster / "postmaster.pid"), HasSubstr((home.root() / "agon").string()));
    EXPECT_EQ(statusOf(service, "/readyz"), 200);
    endGracefully(service);
    EXPECT_FALSE(std::filesystem::exists(cluster / "postmaster.pid"));
}

TEST(EmbeddedCluster, OfAnOrdinaryUserIsUsedByRootAsThatUser) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can become somebody else";
    const DataFolder folder{ordinaryUser()};
    const auto service = folder.serve();
    const auto status = runAgon({"migrate", "status"}, folder.environment());
    EXPECT_EQ(status.status, ExitStatus{}) << status.errors;
    EXPECT_THAT(status.output, HasSubstr("0001_foundation  applied"));
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder.data()})
        ASSERT_EQ(ownerOf(entry.path()), ordinaryUser()->uid) << entry.path();
    EXPECT_EQ(statusOf(*service, "/readyz"), 200) << "the command must leave the server to the service";
    endGracefully(*service);
}

TEST(EmbeddedCluster, HasItsSocketBelowRunWhenRootStartsItAndLeavesNothingThere) {
    if (geteuid() != 0) GTEST_SKIP() << "only root may write there";
    const DataFolder folder;
    auto environment = folder.environment();
    environment["RUNTIME_DIRECTORY"] = "";
    ServiceProcess service{{"serve"}, environment};
    const auto sockets = folder.socketFolder();
    EXPECT_EQ(sockets.parent_path(), "/run/agon");
    endGracefully(service);
    EXPECT_FALSE(std::filesystem::exists(sockets));
}

TEST(EmbeddedCluster, ChoosesAnotherPlaceForItsSocketWhenThePathWouldBeTooLong) {
    const DataFolder folder;
    const auto deep = folder.root() / std::string(60, 'd') / std::string(60, 'e');
    std::filesystem::create_directories(deep);
    auto environment = folder.environment();
    environment["RUNTIME_DIRECTORY"] = deep.string();
    environment["XDG_RUNTIME_DIR"] = deep.string();
    environment["AGON_DATA_DIR"] = (deep / "data").string();
    ServiceProcess service{{"serve"}, environment};
    EXPECT_EQ(statusOf(service, "/readyz"), 200);
    endGracefully(service);
}

}  // namespace
}  // namespace agon::test
