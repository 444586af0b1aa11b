#include "platform/cluster/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <poll.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <csignal>
#include <system_error>

#include "platform/cluster/user.hpp"
#include "platform/config/operator_error.hpp"

namespace agon {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kCannotStart = 127;

class Descriptor {
  public:
    explicit Descriptor(int number) : number_{number} {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&&) = delete;
    Descriptor& operator=(Descriptor&&) = delete;
    void close() {
        if (number_ >= 0) ::close(number_);
        number_ = -1;
    }
    [[nodiscard]] int number() const { return number_; }

  private:
    int number_;
};

// Everything the child needs, made before the fork: between fork and exec nothing may allocate or lock.
struct Prepared {
    std::vector<char*> words;
    std::array<char*, 4> environment;
    const SystemUser& user;
    bool changesUser;
    int output;
    int keptFile;
};

[[noreturn]] void becomeProgram(const Prepared& prepared) {
    setpgid(0, 0);
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(prepared.output, 1) < 0 || dup2(prepared.output, 2) < 0)
        _exit(kCannotStart);
    unsigned first = 3;
    if (prepared.keptFile >= 0) {
        if (prepared.keptFile == 3) {
            fcntl(3, F_SETFD, 0);
        } else if (dup2(prepared.keptFile, 3) < 0) {
            _exit(kCannotStart);
        }
        first = 4;
    }
    close_range(first, ~0U, 0);
    if (prepared.changesUser && (setgroups(prepared.user.groups.size(), prepared.user.groups.data()) != 0 ||
                                 setgid(prepared.user.gid) != 0 || setuid(prepared.user.uid) != 0)) {
        _exit(kCannotStart);
    }
    // Nobody waits for it any more when this process is killed. A server that it left in the background lives on.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    umask(077);
    if (chdir("/") != 0) _exit(kCannotStart);
    execve(prepared.words.front(), prepared.words.data(), prepared.environment.data());
    _exit(kCannotStart);
}

// Reads until the program closes its output or its time is up.
bool readAll(int from, Clock::time_point deadline, std::string& into) {
    std::array<char, 4096> buffer{};
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return false;
        pollfd waiting{.fd = from, .events = POLLIN, .revents = 0};
        if (poll(&waiting, 1, static_cast<int>(std::min<long>(left, 1'000))) <= 0) continue;
        const auto size = read(from, buffer.data(), buffer.size());
        if (size == 0) return true;
        if (size > 0) into.append(buffer.data(), static_cast<std::size_t>(size));
    }
}

}  // namespace

SystemUser currentUser() {
    const auto user = findUser(geteuid());
    if (!user) {
        throw OperatorError{
            fmt::format("the user id {} has no name on this system, and PostgreSQL does not run without one",
                        geteuid()),
            "Run agon as a user that /etc/passwd knows, or set AGON_DATABASE_URL to use another server."};
    }
    return *user;
}

ProgramResult runProgram(const ProgramRun& run) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error{errno, std::generic_category(), "pipe"};
    Descriptor reading{ends[0]};
    Descriptor writing{ends[1]};

    std::string path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    std::string locale = "LC_ALL=C";
    std::string zone = "TZ=UTC";
    Prepared prepared{.words = {},
                      .environment = {path.data(), locale.data(), zone.data(), nullptr},
                      .user = run.user,
                      .changesUser = geteuid() == 0 && run.user.uid != 0,
                      .output = writing.number(),
                      .keptFile = run.keptFile};
    auto words = run.words;
    for (auto& word : words) prepared.words.push_back(word.data());
    prepared.words.push_back(nullptr);

    const auto child = fork();
    if (child < 0) throw std::system_error{errno, std::generic_category(), "fork"};
    if (child == 0) becomeProgram(prepared);
    writing.close();

    ProgramResult result;
    result.inTime = readAll(reading.number(), Clock::now() + run.within, result.output);
    if (!result.inTime) kill(-child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (result.inTime && WIFEXITED(status)) result.exitCode = WEXITSTATUS(status);
    if (result.exitCode == kCannotStart && result.output.empty())
        result.output = fmt::format("{} cannot be started", run.words.front());
    return result;
}

bool canEnter(const SystemUser& user, const std::filesystem::path& folder) {
    return runProgram({.words = {"/bin/sh", "-c", "cd \"$1\"", "sh", folder.string()}, .user = user}).succeeded();
}

std::vector<pid_t> processesIn(const std::filesystem::path& folder) {
    std::vector<pid_t> found;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator{"/proc", ignored}) {
        const auto name = entry.path().filename().string();
        pid_t pid = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (error != std::errc{} || end != name.data() + name.size()) continue;
        std::error_code unseen;
        if (std::filesystem::read_symlink(entry.path() / "cwd", unseen) == folder) found.push_back(pid);
    }
    return found;
}

}  // namespace agon
