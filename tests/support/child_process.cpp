#include "support/child_process.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <sstream>
#include <system_error>

#include "support/scratch.hpp"

extern char** environ;

namespace agon::test {
namespace {

[[noreturn]] void throwErrno(const std::string& what) {
    throw std::system_error(errno, std::generic_category(), what);
}

// A test says what the service is configured with; what the developer's shell holds must not decide it.
std::vector<std::string> environmentFor(const Environment& wanted) {
    std::vector<std::string> variables;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view variable{*entry};
        const std::string name{variable.substr(0, variable.find('='))};
        if (!name.starts_with("AGON_") && !name.starts_with("PG") && !wanted.contains(name))
            variables.emplace_back(variable);
    }
    for (const auto& [name, value] : wanted) variables.push_back(name + "=" + value);
    return variables;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (auto& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

int openForAppending(const std::filesystem::path& path) {
    const char* target = path.empty() ? "/dev/null" : path.c_str();
    const int file = open(target, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0) throwErrno("cannot write to " + path.string());
    return file;
}

struct Prepared {
    char** words;
    char** environment;
    const char* folder;
    int output;
    int errors;
    int failure;  // where errno goes when the program does not start
    pid_t parent;
};

// Between fork and exec only async-signal-safe calls are allowed: everything was prepared before.
[[noreturn]] void becomeProgram(const Prepared& prepared, const Command& command) {
    const bool ready = (!command.user || (setgroups(0, nullptr) == 0 && setgid(command.user->gid) == 0 &&
                                          setuid(command.user->uid) == 0)) &&
                       prctl(PR_SET_PDEATHSIG, command.deathSignal) == 0 && getppid() == prepared.parent &&  //
                       dup2(prepared.output, STDOUT_FILENO) >= 0 && dup2(prepared.errors, STDERR_FILENO) >= 0 &&
                       chdir(prepared.folder) == 0 && setpgid(0, 0) == 0;
    if (ready) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        execve(prepared.words[0], prepared.words, prepared.environment);
    }
    const int reason = errno;
    [[maybe_unused]] const auto written = write(prepared.failure, &reason, sizeof reason);
    _exit(127);
}

}  // namespace

ChildProcess::ChildProcess(Command command) {
    auto variables = environmentFor(command.environment);
    auto words = pointersTo(command.words);
    auto environment = pointersTo(variables);
    std::array<int, 2> failure{};
    if (pipe2(failure.data(), O_CLOEXEC) != 0) throwErrno("pipe");
    const Prepared prepared{.words = words.data(),
                            .environment = environment.data(),
                            .folder = command.folder.c_str(),
                            .output = openForAppending(command.output),
                            .errors = openForAppending(command.errors),
                            .failure = failure[1],
                            .parent = getpid()};
    pid_ = fork();
    if (pid_ == 0) becomeProgram(prepared, command);
    close(prepared.output);
    close(prepared.errors);
    close(failure[1]);
    if (pid_ < 0) throwErrno("fork");

    int reason = 0;
    const auto got = read(failure[0], &reason, sizeof reason);
    close(failure[0]);
    if (got > 0) {
        waitpid(pid_, nullptr, 0);
        throw std::system_error(reason, std::generic_category(), "cannot start " + command.words.front());
    }
    handle_ = ProcessHandle{pid_};
    if (!handle_) throwErrno("pidfd_open");
}

ChildProcess::~ChildProcess() {
    if (ended_) return;
    signal(SIGKILL);
    waitpid(pid_, nullptr, 0);
}

bool ChildProcess::running() {
    return !waitForExit(std::chrono::milliseconds::zero());
}

void ChildProcess::signal(int number) {
    if (!ended_) handle_.signal(number);
}

std::optional<ExitStatus> ChildProcess::waitForExit(std::chrono::milliseconds within) {
    if (ended_) return ended_;
    if (!handle_.endsWithin(within)) return std::nullopt;
    int status = 0;
    waitpid(pid_, &status, 0);
    ended_ = WIFSIGNALED(status) ? ExitStatus{.code = 0, .signal = WTERMSIG(status)}
                                 : ExitStatus{.code = WEXITSTATUS(status), .signal = 0};
    return ended_;
}

std::string readFile(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream{path}.rdbuf();
    return text.str();
}

Finished run(Command command, std::chrono::milliseconds within) {
    const ScratchFolder folder{"run"};
    command.output = folder.path() / "output";
    command.errors = folder.path() / "errors";
    const std::string program = command.words.front();
    ChildProcess child{std::move(command)};
    const auto status = child.waitForExit(within);
    auto errors = readFile(folder.path() / "errors");
    if (!status) throw std::runtime_error(program + " did not end in time. It wrote:\n" + errors);
    return {.status = *status, .output = readFile(folder.path() / "output"), .errors = std::move(errors)};
}

}  // namespace agon::test
