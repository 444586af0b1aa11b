#pragma once

#include <filesystem>

#include "platform/cluster/process.hpp"
#include "platform/config/reader.hpp"

namespace agon {

// Where an embedded cluster keeps what, and whom its processes belong to.
struct ClusterLayout {
    std::filesystem::path dataDir;     // the service's own folder
    std::filesystem::path clusterDir;  // PostgreSQL's data directory, below it
    std::filesystem::path stateDir;    // locks
    std::filesystem::path socketDir;   // private to the cluster's user; short enough for a socket
    SystemUser owner;

    [[nodiscard]] std::filesystem::path membersDir() const { return stateDir / "members"; }
    [[nodiscard]] std::filesystem::path decisionLock() const { return stateDir / "cluster.lock"; }
    [[nodiscard]] std::filesystem::path serverLock() const { return stateDir / "server.lock"; }
};

// /var/lib/agon for root, $XDG_STATE_HOME/agon or ~/.local/state/agon for others. Throws OperatorError when there is
// no home to put it in.
std::filesystem::path defaultDataDir(const Environment& environment);

// Creates the folder for the service alone (root's may be passed through by the cluster's user). Throws OperatorError
// when it cannot be made or belongs to somebody else.
void prepareDataDir(const std::filesystem::path& dataDir);

bool clusterExists(const std::filesystem::path& dataDir);

// Decides the layout. An existing cluster keeps its owner. Throws OperatorError when it belongs to somebody this
// process cannot act for.
ClusterLayout planLayout(const std::filesystem::path& dataDir, const Environment& environment);

// Makes the folders that are missing. Throws OperatorError when one cannot be made, or cannot be reached by the
// cluster's user.
void prepareFolders(const ClusterLayout& layout);

// The same for the folder of the socket, which may vanish while the machine runs.
void prepareSocketFolder(const ClusterLayout& layout);

// Throws OperatorError when a socket in that folder would have too long a path.
void checkSocketPath(const std::filesystem::path& socketDir);

}  // namespace agon
