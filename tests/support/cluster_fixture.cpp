// What CTest calls before and after the integration tests:
//
//   agon_test_cluster start <link>   starts a PostgreSQL cluster with the migrated template; <link> leads to its socket
//   agon_test_cluster stop <link>    stops it and removes its files
//
// A keeper process holds the cluster in between. It watches whoever called `start` (CTest), so that an interrupted run
// leaves nothing behind either.

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include "support/agon_command.hpp"
#include "support/process_handle.hpp"
#include "support/test_cluster.hpp"

namespace {

namespace fs = std::filesystem;
using agon::test::ProcessHandle;
using agon::test::TestCluster;

// The keeper of the cluster that `link` leads to; 0 when there is none.
pid_t keeperOf(const fs::path& link) {
    pid_t keeper = 0;
    std::ifstream{link / "keeper.pid"} >> keeper;
    std::error_code failed;
    const auto program = fs::read_symlink("/proc/" + std::to_string(keeper) + "/exe", failed);
    return !failed && program.filename().string().starts_with("agon_test_cluster") ? keeper : 0;
}

int stop(const fs::path& link) {
    const ProcessHandle keeper{keeperOf(link)};
    keeper.signal(SIGTERM);
    if (!keeper.endsWithin(std::chrono::seconds{30})) {
        std::cerr << "the keeper of the test cluster does not end\n";
        return 1;
    }
    std::error_code ignored;
    fs::remove(link, ignored);
    return 0;
}

sigset_t blockEndingSignals() {
    sigset_t ends;
    sigemptyset(&ends);
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&ends, number);
    sigprocmask(SIG_BLOCK, &ends, nullptr);
    return ends;
}

void waitForTheEnd(pid_t watched, const sigset_t& ends) {
    const ProcessHandle process{watched};
    std::array<pollfd, 2> events{{{.fd = signalfd(-1, &ends, 0), .events = POLLIN, .revents = 0},
                                  {.fd = process.descriptor(), .events = POLLIN, .revents = 0}}};
    while (poll(events.data(), events.size(), -1) < 0 && errno == EINTR) {
    }
}

// Tells `report` "ok" or what went wrong, and stays until the end.
void keep(const fs::path& link, pid_t watched, int report) {
    std::string result = "ok";
    const auto ends = blockEndingSignals();
    try {
        TestCluster cluster;
        const auto folder = cluster.socketFolder();
        std::ofstream{folder / "keeper.pid"} << getpid() << '\n';
        fs::create_symlink(folder, link);
        if (agon::test::agonIsBuilt()) cluster.migratedTemplate();
        [[maybe_unused]] const auto told = write(report, result.data(), result.size());
        close(report);
        waitForTheEnd(watched, ends);
    } catch (const std::exception& error) {
        result = error.what();
        [[maybe_unused]] const auto told = write(report, result.data(), result.size());
    }
    std::error_code ignored;
    fs::remove(link, ignored);
}

int start(const fs::path& link) {
    if (stop(link) != 0) return 1;
    const pid_t caller = getppid();
    std::array<int, 2> report{};
    if (pipe2(report.data(), O_CLOEXEC) != 0) return 1;
    if (fork() == 0) {
        // CTest waits until nobody holds its pipes any more, so the keeper lets go of them.
        setsid();
        const int log = open((link.string() + ".log").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
        dup2(nothing, STDIN_FILENO);
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
        close(report[0]);
        keep(link, caller, report[1]);
        _exit(0);
    }
    close(report[1]);
    std::string said;
    std::array<char, 4096> part{};
    for (ssize_t got = 0; (got = read(report[0], part.data(), part.size())) > 0;)
        said.append(part.data(), static_cast<std::size_t>(got));
    if (said == "ok") return 0;
    std::cerr << "the test cluster does not start: " << (said.empty() ? "its keeper ended" : said) << '\n';
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string act = argc == 3 ? argv[1] : "";
    // CTest's variables are for the tests; the cluster they name is the one to be started.
    unsetenv("AGON_TEST_CLUSTER");
    if (act == "start") return start(argv[2]);
    if (act == "stop") return stop(argv[2]);
    std::cerr << "usage: agon_test_cluster start|stop <link>\n";
    return 2;
}
