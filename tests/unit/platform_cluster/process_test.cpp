#include "platform/cluster/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "platform/cluster/binaries.hpp"
#include "platform/cluster/file_lock.hpp"
#include "platform/cluster/layout.hpp"
#include "platform/cluster/user.hpp"
#include "platform/config/operator_error.hpp"

namespace agon {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;

class Folder {
  public:
    Folder() {
        if (mkdtemp(name_.data()) == nullptr) throw std::runtime_error{"mkdtemp"};
    }
    ~Folder() { fs::remove_all(name_); }
    Folder(Folder&&) = delete;
    Folder& operator=(Folder&&) = delete;
    [[nodiscard]] fs::path path() const { return name_; }

  private:
    std::string name_ = "/tmp/agon-unit-XXXXXX";
};

ProgramResult shell(const std::string& script, std::chrono::milliseconds within = 10s) {
    return runProgram({.words = {"/bin/sh", "-c", script}, .user = currentUser(), .within = within});
}

TEST(Program, GivesBackItsOutputAndExitCode) {
    const auto result = shell("echo out; echo err >&2; exit 3");
    EXPECT_EQ(result.exitCode, 3);
    EXPECT_EQ(result.output, "out\nerr\n");
    EXPECT_TRUE(result.inTime);
}

TEST(Program, SeesNothingOfOurEnvironment) {
    setenv("PGDATA", "/somewhere", 1);
    EXPECT_EQ(shell("echo \"[$PGDATA]\"; pwd").output, "[]\n/\n");
    unsetenv("PGDATA");
}

TEST(Program, IsEndedWithItsChildrenWhenItsTimeIsUp) {
    const auto result = shell("sleep 600 & sleep 600", 200ms);
    EXPECT_FALSE(result.inTime);
    EXPECT_FALSE(result.succeeded());
}

TEST(Program, ThatDoesNotExistIsNamed) {
    EXPECT_THAT(runProgram({.words = {"/nonexistent/program"}, .user = currentUser()}).output,
                HasSubstr("/nonexistent/program"));
}

TEST(Program, InheritsNoOpenFilesButTheOneItIsToKeep) {
    const Folder folder;
    auto kept = FileLock::tryLock(folder.path() / "kept");
    const auto other = FileLock::tryLock(folder.path() / "other");
    const auto result = runProgram({.words = {"/bin/sh", "-c", "readlink /proc/self/fd/3; ls /proc/self/fd | wc -l"},
                                    .user = currentUser(),
                                    .keptFile = kept.descriptor()});
    EXPECT_THAT(result.output, HasSubstr((folder.path() / "kept").string() + "\n"));
    EXPECT_THAT(result.output, HasSubstr("\n5\n"));  // 0, 1, 2, 3 and the folder that ls reads
}

TEST(Program, RunsAsAnotherUserWhenRootAsks) {
    const auto nobody = findUser(std::string{"nobody"});
    if (geteuid() != 0 || !nobody) GTEST_SKIP() << "only root can";
    EXPECT_EQ(runProgram({.words = {"/bin/sh", "-c", "id -un"}, .user = *nobody}).output, "nobody\n");
}

TEST(FileLock, KeepsOutASecondHolderUntilItIsReleased) {
    const Folder folder;
    auto first = FileLock::tryLock(folder.path() / "lock");
    EXPECT_TRUE(first.held());
    EXPECT_FALSE(FileLock::tryLock(folder.path() / "lock").held());
    first.release();
    EXPECT_TRUE(FileLock::tryLock(folder.path() / "lock").held());
}

TEST(FileLock, GivesUpInTimeAndSaysOnceThatItWaits) {
    const Folder folder;
    const auto first = FileLock::tryLock(folder.path() / "lock");
    int told = 0;
    EXPECT_THROW(FileLock::lock(folder.path() / "lock", 120ms, [&] { ++told; }), OperatorError);
    EXPECT_EQ(told, 1);
}

TEST(FileLock, LivesOnInAProgramThatInheritedIt) {
    const Folder folder;
    auto lock = FileLock::tryLock(folder.path() / "lock");
    // The program leaves a child behind that keeps the lock for as long as it lives.
    const auto result = runProgram({.words = {"/bin/sh", "-c", "sleep 600 >/dev/null 2>&1 & echo $!"},
                                    .user = currentUser(),
                                    .keptFile = lock.descriptor()});
    lock.release();
    EXPECT_FALSE(FileLock::tryLock(folder.path() / "lock").held());
    kill(std::stoi(result.output), SIGKILL);
    EXPECT_NO_THROW(FileLock::lock(folder.path() / "lock", 5s, [] {}));
}

TEST(Membership, NoticesOthersAndForgetsTheDead) {
    const Folder folder;
    const Membership first{folder.path()};
    EXPECT_TRUE(first.isAlone());
    {
        const Membership second{folder.path()};
        EXPECT_FALSE(first.isAlone());
        EXPECT_FALSE(second.isAlone());
    }
    EXPECT_TRUE(first.isAlone());
    {
        const auto dead = FileLock::tryLock(folder.path() / "1-2-3");
    }
    EXPECT_TRUE(first.isAlone());
    EXPECT_FALSE(fs::exists(folder.path() / "1-2-3"));
}

TEST(Processes, AreFoundByTheFolderTheyWorkIn) {
    const Folder folder;
    EXPECT_TRUE(processesIn(folder.path()).empty());
    const auto started = shell("cd '" + folder.path().string() + "' && sleep 600 >/dev/null 2>&1 & echo $!");
    const auto pid = std::stoi(started.output);
    const auto deadline = std::chrono::steady_clock::now() + 5s;
    while (processesIn(folder.path()).empty() && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    const auto found = processesIn(folder.path());
    for (const auto one : found) kill(one, SIGKILL);
    kill(pid, SIGKILL);
    EXPECT_FALSE(found.empty());
}

TEST(Layout, RefusesASocketPathThatIsTooLong) {
    EXPECT_NO_THROW(checkSocketPath("/" + std::string(92, 'a')));
    try {
        checkSocketPath("/" + std::string(93, 'a'));
        FAIL();
    } catch (const OperatorError& error) {
        EXPECT_THAT(error.what(), HasSubstr("107"));
        EXPECT_FALSE(error.advice().empty());
    }
}

TEST(Layout, GivesEachDataDirectoryItsOwnSocket) {
    const Folder folder;
    const auto one = planLayout(folder.path() / "one", {});
    EXPECT_NE(one.socketDir, planLayout(folder.path() / "two", {}).socketDir);
    EXPECT_EQ(one.socketDir, planLayout(folder.path() / "x/../one", {}).socketDir);
}

TEST(Layout, RefusesAFolderThatOthersCanWrite) {
    const Folder folder;
    fs::create_directory(folder.path() / "open");
    fs::permissions(folder.path() / "open", fs::perms::all);
    EXPECT_THROW(prepareDataDir(folder.path() / "open"), OperatorError);
}

TEST(Layout, NamesTheFolderThatPostgresMayNotEnter) {
    if (geteuid() != 0) GTEST_SKIP() << "only root runs PostgreSQL as somebody else";
    const Folder folder;
    fs::permissions(folder.path(), fs::perms::owner_all);
    try {
        prepareFolders(planLayout(folder.path() / "below" / "data", {}));
        FAIL();
    } catch (const OperatorError& error) {
        EXPECT_THAT(error.what(), HasSubstr("may not enter " + folder.path().string()));
    }
}

TEST(Binaries, AreRefusedWithAdviceWhenThereAreNone) {
    const Folder folder;
    try {
        findPostgres({folder.path()}, std::nullopt);
        FAIL();
    } catch (const OperatorError& error) {
        EXPECT_THAT(error.what(), HasSubstr("no PostgreSQL server is installed"));
        EXPECT_THAT(error.advice(), HasSubstr("AGON_DATABASE_URL"));
    }
}

TEST(Binaries, OfTheDataDirectorysVersionAreRequired) {
    const Folder folder;
    for (const auto* name : {"postgres", "initdb", "pg_ctl"}) {
        const auto made = shell("printf '#!/bin/sh\\necho \"postgres (PostgreSQL) 15.1\"\\n' > " +
                                (folder.path() / name).string() + " && chmod +x " + (folder.path() / name).string());
        ASSERT_TRUE(made.succeeded()) << made.output;
    }
    EXPECT_EQ(findPostgres({folder.path()}, std::nullopt).major, 15);
    EXPECT_EQ(findPostgres({folder.path()}, 15).folder, folder.path());
    try {
        findPostgres({folder.path()}, 13);
        FAIL();
    } catch (const OperatorError& error) {
        EXPECT_THAT(error.what(), HasSubstr("made by PostgreSQL 13, and this machine has PostgreSQL 15"));
        EXPECT_THAT(error.advice(), HasSubstr("postgresql-13"));
    }
}

}  // namespace
}  // namespace agon
