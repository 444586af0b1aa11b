#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "support/child_process.hpp"
#include "support/scratch.hpp"
#include "support/test_database.hpp"

namespace agon::test {

// The real binary, serving on a port that the kernel chose, with a data directory of its own. It ends with this object,
// or with the test if that crashes; a PostgreSQL it started goes with its data directory.
class ServiceProcess {
  public:
    enum class Until {
        Ready,      // /readyz says yes
        Listening,  // it accepts connections; the database may be away
        Started,    // the process runs, nothing more
    };

    // Runs `agon <words>`, as `user` if one is named and we are root. The environment holds settings (AGON_*); it wins
    // over what is set here: AGON_LISTEN, AGON_DATA_DIR, RUNTIME_DIRECTORY. Throws with what the service wrote when it
    // does not get that far.
    explicit ServiceProcess(std::vector<std::string> words, Environment environment = {}, Until until = Until::Ready,
                            std::optional<User> user = {});

    // `agon serve` on that database, with a server key.
    explicit ServiceProcess(const TestDatabase& database, Environment environment = {}, Until until = Until::Ready);

    [[nodiscard]] const std::string& baseUrl() const { return baseUrl_; }
    [[nodiscard]] pid_t pid() const { return process_->pid(); }
    [[nodiscard]] const std::filesystem::path& dataFolder() const { return folder_.path(); }
    [[nodiscard]] bool running() { return process_->running(); }
    void signal(int number) { process_->signal(number); }

    // Empty when it is still running after that time.
    std::optional<ExitStatus> waitForExit(std::chrono::milliseconds within = std::chrono::seconds{30}) {
        return process_->waitForExit(within);
    }

    [[nodiscard]] std::string stdoutText() const;
    [[nodiscard]] std::string stderrText() const;
    // The lines of both that are JSON objects: the service's log.
    [[nodiscard]] std::vector<nlohmann::json> logLines() const;

    void waitUntil(Until until, std::chrono::milliseconds within = std::chrono::seconds{30});

  private:
    bool findAddress();
    bool isReady();

    ScratchFolder folder_;
    std::unique_ptr<ChildProcess> process_;
    std::string baseUrl_;
};

}  // namespace agon::test
