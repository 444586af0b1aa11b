#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace agon {

// Somebody a program can run as.
struct SystemUser {
    uid_t uid = 0;
    gid_t gid = 0;
    std::string name;
    std::vector<gid_t> groups;
};

// Whom this process runs as. Throws OperatorError when the user has no name on this system: PostgreSQL needs one.
SystemUser currentUser();

struct ProgramResult {
    int exitCode = -1;   // -1: ended by a signal or by us
    bool inTime = true;  // false: it was still running when its time was up, and was killed
    std::string output;  // standard output and error together

    [[nodiscard]] bool succeeded() const { return exitCode == 0; }
};

struct ProgramRun {
    std::vector<std::string> words;  // the program, with its path, and its arguments
    SystemUser user;                 // only root can name another than itself
    std::chrono::milliseconds within{std::chrono::seconds{30}};
    int keptFile = -1;  // the one open file, besides the standard ones, that the program inherits
};

// Runs a program to its end with a small, fixed environment: variables such as PGDATA or LC_ALL of ours must not
// change what it does. Its working directory is /.
ProgramResult runProgram(const ProgramRun& run);

bool canEnter(const SystemUser& user, const std::filesystem::path& folder);

// The processes whose working directory is `folder`. Every PostgreSQL process works in its data directory. Sees only
// what the system shows us: our own processes, all of them when we are root, none of another container.
std::vector<pid_t> processesIn(const std::filesystem::path& folder);

}  // namespace agon
