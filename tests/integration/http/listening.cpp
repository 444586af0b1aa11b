#include <sys/stat.h>

#include "probe.hpp"
#include "wire.hpp"

namespace agon::test {
namespace {

using testing::HasSubstr;

TEST(Listening, OnAUnixSocketIsForOwnerAndGroupOnly) {
    const ScratchFolder folder{"socket"};
    const auto path = folder.path() / "http";
    Probe probe{{{"PROBE_UNIX_SOCKET", path.string()}}};
    EXPECT_EQ(probe.url(), "unix:" + path.string());
    EXPECT_EQ(probe.client().get("/probe/small").status, 200);
    struct stat status{};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_TRUE(S_ISSOCK(status.st_mode));
    EXPECT_EQ(status.st_mode & 0777U, 0660U);
    probe.process().signal(SIGTERM);
    EXPECT_EQ(probe.process().waitForExit(10s), (ExitStatus{.code = 0}));
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Listening, TakesOverTheSocketOfAKilledProcessButNotOfALivingOne) {
    const ScratchFolder folder{"socket"};
    const auto path = (folder.path() / "http").string();
    {
        Probe killed{{{"PROBE_UNIX_SOCKET", path}}};
        killed.process().signal(SIGKILL);
        EXPECT_TRUE(killed.process().waitForExit(10s));
    }
    EXPECT_TRUE(std::filesystem::exists(path));
    Probe living{{{"PROBE_UNIX_SOCKET", path}}};
    EXPECT_EQ(living.client().get("/probe/small").status, 200);

    const auto second = run({.words = {AGON_PROBE}, .environment = {{"PROBE_UNIX_SOCKET", path}}});
    EXPECT_EQ(second.status.code, 1);
    EXPECT_THAT(second.errors, HasSubstr("another process listens on " + path));
    EXPECT_EQ(living.client().get("/probe/small").status, 200);
}

TEST(Listening, OnATakenPortIsSaidPlainly) {
    const Probe first;
    const auto second = run({.words = {AGON_PROBE}, .environment = {{"PROBE_PORT", std::to_string(first.port())}}});
    EXPECT_EQ(second.status.code, 1);
    EXPECT_THAT(second.errors, HasSubstr("cannot listen on 127.0.0.1 port " + std::to_string(first.port())));
}

TEST(Listening, OnATooLongSocketPathIsSaidPlainly) {
    const auto path = "/tmp/" + std::string(120, 'x');
    const auto refused = run({.words = {AGON_PROBE}, .environment = {{"PROBE_UNIX_SOCKET", path}}});
    EXPECT_EQ(refused.status.code, 1);
    EXPECT_THAT(refused.errors, HasSubstr("the socket's path is too long (125 bytes, 107 are possible)"));
}

TEST(Listening, IsOnLoopbackOnly) {
    const Probe probe;
    EXPECT_THAT(probe.url(), testing::StartsWith("http://127.0.0.1:"));
    Wire other{probe.port(), "127.0.0.2"};
    other.send(plainRequest("GET /probe/small"));
    EXPECT_EQ(other.reply().json()["peer"], "127.0.0.2");
}

}  // namespace
}  // namespace agon::test
