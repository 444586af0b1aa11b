#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "support/child_process.hpp"
#include "support/scratch.hpp"

namespace agon::test {

// A throw-away PostgreSQL server, reachable over a unix socket only, run by an ordinary user even when we are root.
// Its superuser is `postgres`; databases belong to `agon`, who may create roles and databases and nothing more, as on
// a managed server.
class TestCluster {
  public:
    enum class Durability { Off, On };  // Off: no fsync, an order of magnitude quicker
    enum class Stop { Fast, Immediate };

    // A server of one's own, for tests that stop, restart or overload it.
    explicit TestCluster(Durability durability = Durability::Off, std::vector<std::string> settings = {});
    ~TestCluster();
    TestCluster(TestCluster&&) = delete;
    TestCluster& operator=(TestCluster&&) = delete;

    // The server of this run: the one that AGON_TEST_CLUSTER leads to, or else one that ends with this process.
    // Nobody but CTest stops it, so use it for all that leaves the server itself alone.
    static TestCluster& shared();

    [[nodiscard]] std::string url(const std::string& database) const;       // as the owner of databases
    [[nodiscard]] std::string adminUrl(const std::string& database) const;  // as the superuser
    [[nodiscard]] const std::filesystem::path& socketFolder() const { return folder_; }

    // For servers of one's own. start() returns when the server answers.
    void stop(Stop how = Stop::Fast);
    void start();
    void restart(Stop how = Stop::Fast);

    // The name of a database that `agon migrate` has brought up to date, made when it is first asked for.
    std::string migratedTemplate();

  private:
    explicit TestCluster(std::filesystem::path running);

    std::unique_ptr<ScratchFolder> owned_;  // empty when somebody else runs the server
    std::filesystem::path folder_;
    std::vector<std::string> settings_;
    std::unique_ptr<ChildProcess> server_;
};

}  // namespace agon::test
