#include "platform/cluster/postmaster.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "platform/cluster/configuration.hpp"
#include "platform/cluster/diagnosis.hpp"
#include "platform/cluster/file_lock.hpp"
#include "platform/config/operator_error.hpp"

namespace agon {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kStartLimit{300};  // recovery after a crash reads the log since the last checkpoint
constexpr seconds kStopLimit{60};
constexpr seconds kImmediateStopLimit{10};
constexpr seconds kOrphanLimit{10};
constexpr milliseconds kPause{50};

bool serverLockIsFree(const ClusterLayout& layout) {
    return FileLock::tryLock(layout.serverLock()).held();
}

template <class Condition>
bool waitFor(seconds limit, Condition&& holds) {
    const auto deadline = Clock::now() + limit;
    while (!holds()) {
        if (Clock::now() >= deadline) return false;
        std::this_thread::sleep_for(kPause);
    }
    return true;
}

bool answers(const Postmaster& server) {
    try {
        const BlockingConnection trial{fmt::format("host={} port={} user={} dbname=postgres",
                                                   quoteConninfo(server.socketDir.string()), kClusterPort, kAdminRole)};
        return true;
    } catch (const BlockingConnectionError&) {
        return false;
    }
}

void writeConfiguration(const ClusterLayout& layout) {
    writeFile(layout.clusterDir / "postgresql.conf", serverConfiguration(layout.socketDir), layout.owner);
    writeFile(layout.clusterDir / "pg_hba.conf", accessConfiguration(), layout.owner);
    writeFile(layout.clusterDir / "pg_ident.conf",
              identityConfiguration({"root", layout.owner.name, currentUser().name}), layout.owner);
}

}  // namespace

std::optional<Postmaster> parsePostmasterFile(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in{text};
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    if (lines.size() < 5) return std::nullopt;
    Postmaster server;
    const auto& number = lines[0];
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), server.pid);
    if (error != std::errc{} || server.pid <= 1) return std::nullopt;
    server.socketDir = lines[4];
    const auto state = lines.size() > 7 ? lines[7] : std::string{};
    if (state.starts_with("ready")) server.state = Postmaster::State::Ready;
    if (state.starts_with("stopping")) server.state = Postmaster::State::Stopping;
    return server;
}

std::optional<Postmaster> findPostmaster(const fs::path& clusterDir) {
    std::ifstream in{clusterDir / "postmaster.pid"};
    std::ostringstream text;
    text << in.rdbuf();
    auto server = parsePostmasterFile(text.str());
    if (!server) return std::nullopt;
    std::error_code unseen;
    const auto works = fs::read_symlink(fmt::format("/proc/{}/cwd", server->pid), unseen);
    return works == clusterDir ? server : std::nullopt;
}

void createCluster(const ClusterLayout& layout, const PostgresBinaries& postgres, const Say& say) {
    const auto draft = fs::path{layout.clusterDir.string() + ".new"};
    // Somebody may have been killed over it a moment ago, and its helpers not have noticed yet.
    waitFor(kOrphanLimit, [&] { return processesIn(draft).empty(); });
    fs::remove_all(draft);
    const auto room = fs::space(layout.dataDir).available;
    if (room < kRoomForCluster) {
        throw OperatorError{fmt::format("a new database needs {} MB, and the disk of {} has {} MB left",
                                        kRoomForCluster >> 20U, layout.dataDir.string(), room >> 20U),
                            "Free some space there, or choose another folder with AGON_DATA_DIR."};
    }
    say(fmt::format("creating a PostgreSQL {} database in {}", postgres.major, layout.clusterDir.string()));
    makePrivateFolder(draft, layout.owner);
    std::vector<std::string> words{
        postgres.program("initdb"), "--pgdata",           draft.string(),     "--username",
        std::string{kAdminRole},    "--encoding=UTF8",    "--locale=C.UTF-8", "--data-checksums",
        "--auth-local=peer",        "--auth-host=reject", "--no-instructions"};
    if (postgres.major >= 17) words.emplace_back("--locale-provider=builtin");  // sorts the same after a system upgrade
    const auto made = runProgram({.words = words, .user = layout.owner, .within = kStartLimit});
    if (!made.succeeded()) {
        std::error_code ignored;
        fs::remove_all(draft, ignored);
        throw diagnose("the database cannot be created", made.output);
    }
    makePrivateFolder(draft / "log", layout.owner);
    fs::rename(draft, layout.clusterDir);
}

void awaitNoServer(const ClusterLayout& layout, const Say& say) {
    const auto isGone = [&] {
        return processesIn(layout.clusterDir).empty() && serverLockIsFree(layout);
    };
    if (!waitFor(kOrphanLimit, isGone)) {
        const auto left = processesIn(layout.clusterDir);
        if (!left.empty()) say(fmt::format("ending {} processes of a database server that died", left.size()));
        for (const auto pid : left) kill(pid, SIGQUIT);
        if (!waitFor(kImmediateStopLimit, isGone)) {
            const auto stubborn = processesIn(layout.clusterDir);
            if (stubborn.empty()) {
                throw OperatorError{
                    fmt::format("{} is in use by a database server in another container or on another machine",
                                layout.clusterDir.string()),
                    "Stop agon there first. To run on several machines, give all of them one server with "
                    "AGON_DATABASE_URL."};
            }
            throw OperatorError{
                fmt::format("processes of a database server that died do not end: {}", fmt::join(stubborn, ", ")),
                "See why they hang (often a disk that does not answer); when they are gone, start again."};
        }
    }
    // Nothing works in this folder and nobody holds the lock, so these files are remnants. PostgreSQL itself gives up
    // when one is empty, or when its number now belongs to an innocent program of the same user.
    const auto socket = fmt::format(".s.PGSQL.{}", kClusterPort);
    for (const auto& remnant :
         {layout.clusterDir / "postmaster.pid", layout.socketDir / (socket + ".lock"), layout.socketDir / socket}) {
        std::error_code ignored;
        fs::remove(remnant, ignored);
    }
}

Postmaster startServer(const ClusterLayout& layout, const PostgresBinaries& postgres, const Say& say) {
    prepareSocketFolder(layout);
    writeConfiguration(layout);
    const auto record = layout.clusterDir / "log" / "startup.log";
    std::error_code ignored;
    fs::remove(record, ignored);
    auto lock = FileLock::tryLock(layout.serverLock());
    const auto started = runProgram({.words = {postgres.program("pg_ctl"), "start", "--no-wait", "--silent", "--pgdata",
                                               layout.clusterDir.string(), "--log", record.string()},
                                     .user = layout.owner,
                                     .keptFile = lock.descriptor()});
    lock.release();  // what remains is the server's share of it
    if (!started.succeeded())
        throw diagnose("the database server cannot be started", started.output + tailOfLogs(layout.clusterDir));
    return awaitReady(layout, say);
}

Postmaster awaitReady(const ClusterLayout& layout, const Say& say) {
    const auto begin = Clock::now();
    auto tellAt = begin + seconds{5};
    for (;;) {
        const auto server = findPostmaster(layout.clusterDir);
        if (server && server->state == Postmaster::State::Ready && answers(*server)) return *server;
        if (!server && serverLockIsFree(layout))
            throw diagnose("the database server did not start", tailOfLogs(layout.clusterDir));
        const auto now = Clock::now();
        if (now - begin > kStartLimit) {
            throw OperatorError{
                fmt::format("the database server is still not ready after {} seconds", kStartLimit.count()),
                fmt::format("It may be recovering after a crash and goes on with it. Watch {} and start agon again.",
                            (layout.clusterDir / "log").string())};
        }
        if (now >= tellAt) {
            say("the database server is still starting; after a crash it first repeats its log");
            tellAt = now + seconds{15};
        }
        std::this_thread::sleep_for(kPause);
    }
}

bool stopServer(const ClusterLayout& layout) {
    const auto isGone = [&] {
        return !findPostmaster(layout.clusterDir) && serverLockIsFree(layout);
    };
    const auto send = [&](int signal) {
        if (const auto server = findPostmaster(layout.clusterDir)) kill(server->pid, signal);
    };
    send(SIGINT);  // its "fast" way: sessions end, everything is written, no recovery at the next start
    if (waitFor(kStopLimit, isGone)) return true;
    send(SIGQUIT);
    return waitFor(kImmediateStopLimit, isGone);
}

}  // namespace agon
