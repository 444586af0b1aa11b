#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/process_handle.hpp"

namespace agon::test {

using Environment = std::map<std::string, std::string>;

struct User {
    uid_t uid;
    gid_t gid;
};

struct Command {
    std::vector<std::string> words;      // the program, with its path, and its arguments
    Environment environment{};           // on top of what this process has, without its AGON_* variables
    std::filesystem::path output{};      // standard output is appended here; nowhere when empty
    std::filesystem::path errors{};      // the same for standard error; may be the same file
    std::filesystem::path folder = "/";  // where it runs
    std::optional<User> user{};          // somebody else than us; only root may ask
    int deathSignal = SIGKILL;           // what it gets when this process dies without saying so
};

struct ExitStatus {
    int code = 0;    // 0 when a signal ended it
    int signal = 0;  // 0 when it ended by itself

    bool operator==(const ExitStatus&) const = default;
};

// A program that cannot outlive the test that started it: its end is sent by the destructor, or by the kernel when the
// test crashes. Start it from a thread that lives as long as it does, since the kernel looks at the thread.
class ChildProcess {
  public:
    // Throws std::system_error when the program cannot be started.
    explicit ChildProcess(Command command);
    ~ChildProcess();
    ChildProcess(ChildProcess&&) = delete;
    ChildProcess& operator=(ChildProcess&&) = delete;

    [[nodiscard]] pid_t pid() const { return pid_; }
    [[nodiscard]] bool running();

    // Does nothing when the program has ended already.
    void signal(int number);

    // Empty when it is still running after that time.
    std::optional<ExitStatus> waitForExit(std::chrono::milliseconds within);

  private:
    pid_t pid_ = -1;
    ProcessHandle handle_{0};
    std::optional<ExitStatus> ended_;
};

struct Finished {
    ExitStatus status;
    std::string output;
    std::string errors;
};

// Runs a program to its end. Throws std::runtime_error when it takes longer than that; it is killed then.
Finished run(Command command, std::chrono::milliseconds within = std::chrono::seconds{30});

std::string readFile(const std::filesystem::path& path);

}  // namespace agon::test
