#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "platform/cluster/binaries.hpp"
#include "platform/cluster/layout.hpp"
#include "platform/migrate/migrator.hpp"

namespace agon {

// A running server, as its postmaster.pid describes it.
struct Postmaster {
    enum class State : std::uint8_t { Starting, Ready, Stopping };

    pid_t pid = 0;
    std::filesystem::path socketDir;
    State state = State::Starting;
};

// The text of a postmaster.pid; empty when it is cut short.
std::optional<Postmaster> parsePostmasterFile(const std::string& text);

// The server that runs on this data directory. A file left by a dead one, or whose number now belongs to another
// program, counts as none.
std::optional<Postmaster> findPostmaster(const std::filesystem::path& clusterDir);

// Makes a new cluster appear under its name in one step; one that is killed half-way leaves nothing that counts.
// Throws OperatorError.
void createCluster(const ClusterLayout& layout, const PostgresBinaries& postgres, const Say& say);

// These three are called under the layout's decision lock, and throw OperatorError.

// Waits until the processes of a server that died are gone, so that a new one may start. Ends them when they do not go
// by themselves.
void awaitNoServer(const ClusterLayout& layout, const Say& say);

// Starts the server and returns when it answers. It holds the layout's server lock for as long as one of its processes
// lives, which shows it to other containers too, where its process numbers mean nothing.
Postmaster startServer(const ClusterLayout& layout, const PostgresBinaries& postgres, const Say& say);

// Waits for one that somebody else started.
Postmaster awaitReady(const ClusterLayout& layout, const Say& say);

// Stops it in good order; when that takes too long, at once, to be recovered at the next start. False: it still runs.
bool stopServer(const ClusterLayout& layout);

}  // namespace agon
