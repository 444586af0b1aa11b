#include "platform/cluster/user.hpp"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>

#include "platform/config/operator_error.hpp"

namespace agon {
namespace {

SystemUser describe(const passwd& entry) {
    SystemUser user{.uid = entry.pw_uid, .gid = entry.pw_gid, .name = entry.pw_name, .groups = std::vector<gid_t>(64)};
    int count = static_cast<int>(user.groups.size());
    if (getgrouplist(entry.pw_name, entry.pw_gid, user.groups.data(), &count) < 0) {
        user.groups.resize(static_cast<std::size_t>(count));
        getgrouplist(entry.pw_name, entry.pw_gid, user.groups.data(), &count);
    }
    user.groups.resize(static_cast<std::size_t>(count));
    return user;
}

}  // namespace

std::optional<SystemUser> findUser(uid_t uid) {
    passwd entry{};
    passwd* found = nullptr;
    std::vector<char> buffer(16'384);
    getpwuid_r(uid, &entry, buffer.data(), buffer.size(), &found);
    return found == nullptr ? std::nullopt : std::optional{describe(entry)};
}

std::optional<SystemUser> findUser(const std::string& name) {
    passwd entry{};
    passwd* found = nullptr;
    std::vector<char> buffer(16'384);
    getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found);
    return found == nullptr ? std::nullopt : std::optional{describe(entry)};
}

SystemUser systemUserForCluster() {
    for (const auto* name : {"postgres", "agon"}) {
        if (auto user = findUser(std::string{name})) return *user;
    }
    const auto made = runProgram({.words = {"/usr/sbin/useradd", "--system", "--no-create-home", "--home-dir",
                                            "/nonexistent", "--shell", "/usr/sbin/nologin", "agon"},
                                  .user = currentUser()});
    if (auto user = findUser(std::string{"agon"})) return *user;
    throw OperatorError{
        fmt::format("PostgreSQL does not run as root, and the system user agon cannot be created: {}", made.output),
        "Create a system user named agon, or run agon as an ordinary user."};
}

}  // namespace agon
