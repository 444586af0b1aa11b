#include <gmock/gmock.h>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

void killServer(pid_t pid) {
    const ProcessHandle server{pid};
    server.signal(SIGKILL);
    ASSERT_TRUE(server.endsWithin(10s));
}

TEST(EmbeddedRecovery, AfterTheServiceIsKilledTheNextAdoptsItsServer) {
    const DataFolder folder;
    const auto first = folder.serve();
    const auto server = folder.postmaster();
    ASSERT_TRUE(server);
    folder.session().run("create table core.kept as select 42 as answer");
    kill9(*first);
    ASSERT_EQ(folder.postmaster(), server) << "a killed service does not take the server with it";

    const auto next = folder.serve();
    EXPECT_EQ(folder.postmaster(), server);
    EXPECT_EQ(folder.session().number("select answer from core.kept"), 42);
    endGracefully(*next);
    EXPECT_FALSE(folder.postmaster()) << "who adopts it also stops it";
}

TEST(EmbeddedRecovery, AfterServiceAndServerAreKilledNothingThatWasCommittedIsLost) {
    const DataFolder folder;
    const auto first = folder.serve();
    const auto server = folder.postmaster();
    ASSERT_TRUE(server);
    folder.session().run("create table core.kept as select i from generate_series(1, 1000) i");
    kill9(*first);
    killServer(*server);

    const auto next = folder.serve();
    ASSERT_TRUE(folder.postmaster());
    EXPECT_NE(folder.postmaster(), server);
    EXPECT_EQ(folder.session().number("select count(*) from core.kept"), 1000);
    endGracefully(*next);
}

TEST(EmbeddedRecovery, AServerThatDiesIsStartedAgainByTheRunningService) {
    const DataFolder folder;
    const auto service = folder.serve();
    const auto server = folder.postmaster();
    ASSERT_TRUE(server);
    folder.session().run("create table core.kept as select 42 as answer");
    killServer(*server);
    ASSERT_TRUE(eventually(60s, [&] {
        const auto now = folder.postmaster();
        return now && now != server && statusOf(*service, "/readyz") == 200;
    })) << service->stderrText();
    EXPECT_EQ(folder.session().number("select answer from core.kept"), 42);
    endGracefully(*service);
    EXPECT_FALSE(folder.postmaster());
}

// The remnants name a process that lives, belongs to the same user and has nothing to do with it: after a reboot that
// is what the number in an old file means.
TEST(EmbeddedRecovery, RemnantsThatNameAnInnocentProcessAreSweptAway) {
    const DataFolder folder{ordinaryUser()};
    std::filesystem::path sockets;
    {
        const auto service = folder.serve();
        sockets = folder.socketFolder();
        endGracefully(*service);
    }
    const ChildProcess innocent{{.words = {"/bin/sleep", "600"}, .user = ordinaryUser()}};
    const auto remnant = fmt::format("{}\n{}\n1431000000\n5432\n{}\n\n  1 2\nready   \n", innocent.pid(),
                                     folder.cluster().string(), sockets.string());
    std::filesystem::create_directory(sockets);
    std::ofstream{folder.cluster() / "postmaster.pid"} << remnant;
    std::ofstream{sockets / ".s.PGSQL.5432.lock"} << remnant;
    std::ofstream{sockets / ".s.PGSQL.5432"} << "";
    for (const auto& path :
         {sockets, folder.cluster() / "postmaster.pid", sockets / ".s.PGSQL.5432.lock", sockets / ".s.PGSQL.5432"}) {
        if (ordinaryUser()) ASSERT_EQ(chown(path.c_str(), ordinaryUser()->uid, ordinaryUser()->gid), 0);
        std::filesystem::permissions(
            path, path == sockets ? std::filesystem::perms::owner_all : std::filesystem::perms{0600});
    }

    const auto service = folder.serve();
    EXPECT_EQ(statusOf(*service, "/readyz"), 200);
    endGracefully(*service);
}

TEST(EmbeddedRecovery, AnEmptyPidFileDoesNotKeepTheServerFromStarting) {
    const DataFolder folder;
    endGracefully(*folder.serve());
    std::ofstream{folder.cluster() / "postmaster.pid"} << "";
    const auto service = folder.serve();
    EXPECT_TRUE(folder.postmaster());
    endGracefully(*service);
}

TEST(EmbeddedRecovery, AServiceKilledWhileItCreatesTheClusterLeavesNothingInTheWay) {
    const DataFolder folder;
    const auto first = folder.serve(ServiceProcess::Until::Started);
    const auto draft = folder.data() / "postgresql.new";
    ASSERT_TRUE(eventually(20s, [&] { return std::filesystem::exists(draft / "global"); })) << first->stderrText();
    kill9(*first);
    ASSERT_FALSE(std::filesystem::exists(folder.cluster())) << "it was killed too late to show anything";

    const auto next = folder.serve();
    EXPECT_EQ(statusOf(*next, "/readyz"), 200);
    EXPECT_FALSE(std::filesystem::exists(draft));
    endGracefully(*next);
}

}  // namespace
}  // namespace agon::test
