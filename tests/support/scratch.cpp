#include "support/scratch.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>

#include "support/process_handle.hpp"

namespace agon::test {
namespace {

namespace fs = std::filesystem;

// The server's pid, if the file names one that really runs here: a pid in an old file may be anybody's by now.
pid_t serverNamedIn(const fs::path& pidFile) {
    pid_t pid = 0;
    std::ifstream{pidFile} >> pid;
    std::error_code failed;
    const auto folder = fs::read_symlink("/proc/" + std::to_string(pid) + "/cwd", failed);
    const bool isIt = !failed && pid > 1 && fs::equivalent(folder, pidFile.parent_path(), failed) && !failed;
    return isIt ? pid : 0;
}

// Whether `folder` is a server's data directory.
bool stopServerOn(const fs::path& folder) {
    std::error_code failed;
    const auto pidFile = folder / "postmaster.pid";
    if (!fs::exists(pidFile, failed)) return fs::exists(folder / "PG_VERSION", failed);
    const ProcessHandle server{serverNamedIn(pidFile)};
    server.signal(SIGQUIT);
    if (!server.endsWithin(std::chrono::seconds{5})) server.signal(SIGKILL);
    return true;
}

}  // namespace

fs::path scratchRoot() {
    const char* cluster = std::getenv("AGON_TEST_CLUSTER");
    return cluster != nullptr ? fs::canonical(cluster) : fs::temp_directory_path();
}

ScratchFolder::ScratchFolder(std::string_view name, const fs::path& below) {
    std::string pattern = (below / ("agon-" + std::string{name} + "-XXXXXX")).string();
    if (mkdtemp(pattern.data()) == nullptr)
        throw std::system_error(errno, std::generic_category(), "mkdtemp " + pattern);
    path_ = pattern;
    fs::permissions(path_, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
}

ScratchFolder::~ScratchFolder() {
    stopServersBelow(path_);
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

void stopServersBelow(const fs::path& folder) {
    std::error_code failed;
    stopServerOn(folder);
    fs::recursive_directory_iterator entries{folder, fs::directory_options::skip_permission_denied, failed};
    while (!failed && entries != fs::recursive_directory_iterator{}) {
        // A data directory is not searched: its server adds and removes files there while we look.
        if (entries->is_directory(failed) && stopServerOn(entries->path())) entries.disable_recursion_pending();
        entries.increment(failed);
    }
}

}  // namespace agon::test
