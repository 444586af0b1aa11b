#include "platform/cluster/layout.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "platform/cluster/configuration.hpp"
#include "platform/cluster/user.hpp"
#include "platform/config/operator_error.hpp"

namespace agon {
namespace {

namespace fs = std::filesystem;

constexpr auto kAnotherDir = "Run agon as the user who owns it, or choose another folder with AGON_DATA_DIR.";

std::string valueOf(const Environment& environment, std::string_view name) {
    const auto entry = environment.find(name);
    return entry == environment.end() ? std::string{} : entry->second;
}

std::string nameOf(uid_t uid) {
    const auto user = findUser(uid);
    return user ? user->name : fmt::format("user {}", uid);
}

std::size_t socketLength(const fs::path& socketDir) {
    return (socketDir / fmt::format(".s.PGSQL.{}", kClusterPort)).string().size();
}

bool fitsSocket(const fs::path& socketDir) {
    return socketLength(socketDir) < sizeof(sockaddr_un::sun_path);
}

// Two data directories must not share a socket. Stable across processes, which std::hash need not be.
std::string shortNameOf(const fs::path& dataDir) {
    std::uint32_t hash = 2'166'136'261U;
    for (const char c : dataDir.string()) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
    return fmt::format("{:08x}", hash);
}

// Root's must let PostgreSQL's user through.
bool isOwnFolder(const fs::path& folder) {
    struct stat status{};
    return folder.is_absolute() && stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
           status.st_uid == geteuid() && (status.st_mode & 022) == 0 &&
           (geteuid() != 0 || (status.st_mode & S_IXOTH) != 0);
}

// A folder for sockets that ends with the machine's run. systemd gives services one, and sessions another.
fs::path socketBase(const Environment& environment, const std::string& name) {
    const auto given = valueOf(environment, "RUNTIME_DIRECTORY");
    fs::path service = given.substr(0, given.find(':'));
    if (isOwnFolder(service) && fitsSocket(service / name)) return service;
    if (geteuid() == 0) return "/run/agon";
    const fs::path session = valueOf(environment, "XDG_RUNTIME_DIR");
    if (isOwnFolder(session) && fitsSocket(session / "agon" / name)) return session / "agon";
    return fmt::format("/tmp/agon-{}", geteuid());
}

// Makes `folder` with exactly this mode and owner, or checks that it is a true folder of that owner: below /tmp
// somebody else may have been quicker.
void makeFolder(const fs::path& folder, mode_t mode, uid_t uid, gid_t gid) {
    if (mkdir(folder.c_str(), mode) == 0) {
        if (chmod(folder.c_str(), mode) == 0 && lchown(folder.c_str(), uid, gid) == 0) return;
    } else if (errno == EEXIST) {
        struct stat status{};
        if (lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == uid &&
            (status.st_mode & 022) == 0)
            return;
        throw OperatorError{
            fmt::format("{} exists, but is not a folder that only {} can write", folder.string(), nameOf(uid)),
            kAnotherDir};
    }
    throw OperatorError{fmt::format("the folder {} cannot be made: {}", folder.string(), std::strerror(errno)),
                        kAnotherDir};
}

void makeParents(const fs::path& folder, mode_t mode) {
    if (folder.empty() || fs::exists(folder)) return;
    makeParents(folder.parent_path(), mode);
    makeFolder(folder, mode, geteuid(), getegid());
}

void checkReachable(const SystemUser& user, const fs::path& folder) {
    if (user.uid == geteuid() || canEnter(user, folder)) return;
    fs::path reached;
    for (const auto& part : folder) {
        reached /= part;
        if (!canEnter(user, reached)) break;
    }
    throw OperatorError{
        fmt::format("PostgreSQL runs as {}, who may not enter {}", user.name, reached.string()),
        "Choose a data directory that this user can reach, such as one below /var/lib, with AGON_DATA_DIR."};
}

SystemUser ownerOf(const fs::path& clusterDir) {
    struct stat status{};
    const bool exists = lstat(clusterDir.c_str(), &status) == 0;
    const bool weAreRoot = geteuid() == 0;
    if (!exists) return weAreRoot ? systemUserForCluster() : currentUser();
    if (!weAreRoot && status.st_uid != geteuid()) {
        throw OperatorError{fmt::format("{} belongs to {}", clusterDir.string(), nameOf(status.st_uid)), kAnotherDir};
    }
    const auto user = findUser(status.st_uid);
    if (!user || status.st_uid == 0) {
        throw OperatorError{fmt::format("{} belongs to {}, and PostgreSQL cannot run as that user", clusterDir.string(),
                                        nameOf(status.st_uid)),
                            "Give it to the user postgres: chown -R postgres: " + clusterDir.string()};
    }
    return *user;
}

}  // namespace

fs::path defaultDataDir(const Environment& environment) {
    if (geteuid() == 0) return "/var/lib/agon";
    const fs::path state = valueOf(environment, "XDG_STATE_HOME");
    if (state.is_absolute()) return state / "agon";
    const fs::path home = valueOf(environment, "HOME");
    if (home.is_absolute()) return home / ".local/state/agon";
    throw OperatorError{"there is no home directory to keep data in",
                        "Set AGON_DATA_DIR to a folder, or AGON_DATABASE_URL to a PostgreSQL server."};
}

void prepareDataDir(const fs::path& dataDir) {
    const mode_t mode = geteuid() == 0 ? 0755 : 0700;
    makeParents(dataDir.parent_path(), mode);
    makeFolder(dataDir, mode, geteuid(), getegid());
}

bool clusterExists(const fs::path& dataDir) {
    std::error_code ignored;
    return fs::exists(dataDir / "postgresql", ignored);
}

ClusterLayout planLayout(const fs::path& dataDir, const Environment& environment) {
    ClusterLayout layout;
    layout.dataDir = fs::weakly_canonical(dataDir);
    layout.clusterDir = fs::weakly_canonical(layout.dataDir / "postgresql");  // may be a link to another disk
    layout.stateDir = layout.dataDir / "run";
    layout.owner = ownerOf(layout.clusterDir);
    const auto name = shortNameOf(layout.dataDir);
    layout.socketDir = socketBase(environment, name) / name;
    return layout;
}

void prepareFolders(const ClusterLayout& layout) {
    prepareDataDir(layout.dataDir);
    makeFolder(layout.stateDir, 0700, geteuid(), getegid());
    makeFolder(layout.membersDir(), 0700, geteuid(), getegid());
    checkReachable(layout.owner, layout.dataDir);
}

void checkSocketPath(const fs::path& socketDir) {
    if (fitsSocket(socketDir)) return;
    throw OperatorError{
        fmt::format("the path of the database socket in {} would have {} bytes, and a socket's path may have {}",
                    socketDir.string(), socketLength(socketDir), sizeof(sockaddr_un::sun_path) - 1),
        "Set XDG_RUNTIME_DIR to a folder with a shorter path."};
}

void prepareSocketFolder(const ClusterLayout& layout) {
    checkSocketPath(layout.socketDir);
    const mode_t mode = geteuid() == 0 ? 0755 : 0700;
    makeParents(layout.socketDir.parent_path(), mode);
    const auto parent = layout.socketDir.parent_path();
    makeFolder(parent, mode, geteuid(), getegid());
    makeFolder(layout.socketDir, 0700, layout.owner.uid, layout.owner.gid);
}

}  // namespace agon
