#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <string>

#include "support/agon_command.hpp"
#include "support/eventually.hpp"
#include "support/http_client.hpp"
#include "support/service_process.hpp"
#include "support/sql_session.hpp"

namespace agon::test {

using namespace std::chrono_literals;

// Somebody without powers, for what root would be allowed; ourselves when we are not root.
inline std::optional<User> ordinaryUser() {
    if (geteuid() != 0) return std::nullopt;
    const passwd* entry = getpwnam("nobody");
    if (entry == nullptr) throw std::runtime_error("there is no user nobody");
    return User{.uid = entry->pw_uid, .gid = entry->pw_gid};
}

// A data directory that outlives the services that work on it, with everything that belongs to it beside it.
class DataFolder {
  public:
    explicit DataFolder(std::optional<User> owner = {}) : owner_{owner} {
        if (owner && chown(folder_.path().c_str(), owner->uid, owner->gid) != 0)
            throw std::runtime_error("cannot hand over " + folder_.path().string());
    }

    [[nodiscard]] std::filesystem::path root() const { return folder_.path(); }
    [[nodiscard]] std::filesystem::path data() const { return folder_.path() / "data"; }
    [[nodiscard]] std::filesystem::path cluster() const { return data() / "postgresql"; }
    [[nodiscard]] Environment environment() const {
        return {{"AGON_DATA_DIR", data().string()}, {"RUNTIME_DIRECTORY", folder_.path().string()}};
    }

    // `agon serve` on it.
    [[nodiscard]] std::unique_ptr<ServiceProcess> serve(
        ServiceProcess::Until until = ServiceProcess::Until::Ready) const {
        return std::make_unique<ServiceProcess>(std::vector<std::string>{"serve"}, environment(), until, owner_);
    }

    // The server that works on it.
    [[nodiscard]] std::optional<pid_t> postmaster() const {
        pid_t pid = 0;
        if (!(std::ifstream{cluster() / "postmaster.pid"} >> pid) || pid <= 1) return std::nullopt;
        std::error_code gone;
        const auto works = std::filesystem::read_symlink(fmt::format("/proc/{}/cwd", pid), gone);
        return works == cluster() ? std::optional{pid} : std::nullopt;
    }

    [[nodiscard]] std::filesystem::path socketFolder() const {
        std::ifstream in{cluster() / "postmaster.pid"};
        std::string line;
        for (int i = 0; i < 5; ++i) std::getline(in, line);
        return line;
    }

    // As the cluster's superuser, by who we are.
    [[nodiscard]] SqlSession session(const std::string& role = "agon_admin") const {
        return SqlSession{fmt::format("host={} user={} dbname=agon", socketFolder().string(), role)};
    }

  private:
    std::optional<User> owner_;
    ScratchFolder folder_{"data"};
};

inline void endGracefully(ServiceProcess& service) {
    service.signal(SIGTERM);
    const auto ended = service.waitForExit(60s);
    ASSERT_TRUE(ended) << "it does not stop:\n" << service.stderrText();
    EXPECT_EQ(*ended, ExitStatus{}) << service.stderrText();
}

inline void kill9(ServiceProcess& service) {
    service.signal(SIGKILL);
    ASSERT_TRUE(service.waitForExit(10s));
}

inline int statusOf(const ServiceProcess& service, const std::string& path) {
    try {
        HttpClient http{service.baseUrl(), 5s};
        return http.get(path).status;
    } catch (const NoReply&) {
        return 0;
    }
}

inline bool says(const ServiceProcess& service, const std::string& words) {
    return (service.stdoutText() + service.stderrText()).contains(words);
}

}  // namespace agon::test
