#include "support/child_process.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "support/eventually.hpp"
#include "support/scratch.hpp"

namespace agon::test {
namespace {

using std::chrono::seconds;

bool runs(pid_t pid) {
    const auto state = readFile("/proc/" + std::to_string(pid) + "/stat");
    return !state.empty() && !state.contains(") Z ");
}

TEST(ChildProcess, GivesBackWhatTheProgramWroteAndItsExitCode) {
    const auto done = run({.words = {"/bin/sh", "-c", "echo out; echo err >&2; exit 7"}});
    EXPECT_EQ(done.output, "out\n");
    EXPECT_EQ(done.errors, "err\n");
    EXPECT_EQ(done.status, (ExitStatus{.code = 7, .signal = 0}));
}

TEST(ChildProcess, TellsAnEndBySignalFromAnExit) {
    ChildProcess child{{.words = {"/bin/sleep", "60"}}};
    child.signal(SIGTERM);
    EXPECT_EQ(child.waitForExit(seconds{5}), (ExitStatus{.code = 0, .signal = SIGTERM}));
}

TEST(ChildProcess, SaysThatAProgramDoesNotExist) {
    EXPECT_THROW(ChildProcess{Command{.words = {"/no/such/program"}}}, std::system_error);
}

TEST(ChildProcess, HidesTheCallersSettingsFromTheProgram) {
    setenv("AGON_LISTEN", "0.0.0.0:1", 1);
    const auto done =
        run({.words = {"/bin/sh", "-c", "echo \"$AGON_LISTEN|$AGON_X\""}, .environment = {{"AGON_X", "given"}}});
    unsetenv("AGON_LISTEN");
    EXPECT_EQ(done.output, "|given\n");
}

TEST(ChildProcess, EndsWithItsOwner) {
    pid_t pid = 0;
    {
        const ChildProcess child{{.words = {"/bin/sleep", "60"}}};
        pid = child.pid();
        ASSERT_TRUE(runs(pid));
    }
    EXPECT_FALSE(runs(pid));
}

TEST(ChildProcess, DiesWithATestThatCrashes) {
    const ScratchFolder folder{"crash"};
    const auto note = folder.path() / "pid";
    const pid_t test = fork();
    if (test == 0) {
        const ChildProcess child{{.words = {"/bin/sleep", "60"}}};
        std::ofstream{note} << child.pid() << std::flush;
        raise(SIGKILL);
    }
    waitpid(test, nullptr, 0);
    pid_t orphan = 0;
    std::ifstream{note} >> orphan;
    ASSERT_GT(orphan, 1);
    EXPECT_TRUE(eventually(seconds{5}, [&] { return !runs(orphan); }));
}

}  // namespace
}  // namespace agon::test
