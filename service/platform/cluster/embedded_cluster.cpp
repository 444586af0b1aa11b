#include "platform/cluster/embedded_cluster.hpp"

#include <fmt/format.h>

#include <fstream>

#include "platform/cluster/binaries.hpp"
#include "platform/cluster/configuration.hpp"
#include "platform/config/operator_error.hpp"

namespace agon {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Longer than anything that is done under the lock.
constexpr seconds kDecisionLimit{420};
constexpr milliseconds kWatchInterval{500};
constexpr milliseconds kLongestPause{30'000};

// "create role" has no "if not exists".
constexpr auto kCreateRoles = R"sql(
    do $$
    begin
        if not exists (select from pg_roles where rolname = 'agon') then
            create role agon login createrole;
        end if;
        if not exists (select from pg_roles where rolname = 'agon_app') then
            create role agon_app login;
        end if;
        if not exists (select from pg_roles where rolname = 'agon_public') then
            create role agon_public login;
        end if;
    end
    $$;
)sql";

std::optional<int> majorOfData(const ClusterLayout& layout) {
    std::ifstream in{layout.clusterDir / "PG_VERSION"};
    int major = 0;
    return in >> major ? std::optional{major} : std::nullopt;
}

std::string searchPathOf(const Environment& environment) {
    const auto entry = environment.find("PATH");
    return entry == environment.end() ? std::string{} : entry->second;
}

}  // namespace

EmbeddedCluster::EmbeddedCluster(const std::filesystem::path& dataDir, const Environment& environment, Say say)
    : say_{std::move(say)}, layout_{planLayout(dataDir, environment)}, searchPath_{searchPathOf(environment)} {
    prepareFolders(layout_);
    try {
        const auto lock = decide();
        membership_ = std::make_unique<Membership>(layout_.membersDir());
        layout_.socketDir = ensureRunning().socketDir;
        ensureDatabase();
    } catch (...) {
        leave();
        throw;
    }
    watcher_ = std::thread{[this] {
        watch();
    }};
}

EmbeddedCluster::~EmbeddedCluster() {
    {
        const std::lock_guard guard{mutex_};
        leaving_ = true;
    }
    wake_.notify_all();
    watcher_.join();
    leave();
}

std::string EmbeddedCluster::conninfo(std::string_view role) const {
    return fmt::format("host={} port={} user={} dbname={}", quoteConninfo(layout_.socketDir.string()), kClusterPort,
                       role, kDatabase);
}

FileLock EmbeddedCluster::decide() const {
    return FileLock::lock(layout_.decisionLock(), kDecisionLimit,
                          [this] { say_("another agon is starting or stopping the database; waiting for it"); });
}

Postmaster EmbeddedCluster::ensureRunning() const {
    const auto server = findPostmaster(layout_.clusterDir);
    if (server && server->state != Postmaster::State::Stopping) return awaitReady(layout_, say_);
    if (server) stopServer(layout_);  // it is on its way out: let it finish
    const auto major = majorOfData(layout_);
    const auto exists = clusterExists(layout_.dataDir);
    if (exists && !major) {
        throw OperatorError{
            fmt::format("{} is not a PostgreSQL data directory: it has no PG_VERSION", layout_.clusterDir.string()),
            "Restore it from a backup, or move it away to begin anew."};
    }
    const auto postgres = findPostgres(usualFolders(searchPath_), major);
    if (!exists) createCluster(layout_, postgres, say_);
    awaitNoServer(layout_, say_);
    return startServer(layout_, postgres, say_);
}

void EmbeddedCluster::ensureDatabase() const {
    try {
        BlockingConnection admin{fmt::format("host={} port={} user={} dbname=postgres",
                                             quoteConninfo(layout_.socketDir.string()), kClusterPort, kAdminRole)};
        admin.run(kCreateRoles);
        if (!admin.query("select 1 from pg_database where datname = $1", {std::string{kDatabase}}).empty()) return;
        admin.run("create database agon owner agon");
        admin.run("revoke all on database agon from public; grant connect on database agon to agon_app, agon_public");
    } catch (const BlockingConnectionError& error) {
        throw OperatorError{fmt::format("the database cannot be prepared: {}", error.what()),
                            fmt::format("The server's log in {} says more.", (layout_.clusterDir / "log").string())};
    }
}

void EmbeddedCluster::watch() {
    auto pause = kWatchInterval;
    std::unique_lock guard{mutex_};
    while (!wake_.wait_for(guard, pause, [this] { return leaving_; })) {
        if (findPostmaster(layout_.clusterDir)) {
            pause = kWatchInterval;
            continue;
        }
        guard.unlock();
        try {
            const auto lock = decide();
            if (!findPostmaster(layout_.clusterDir)) {
                say_("the database server has died; starting it again");
                ensureRunning();
                say_("the database server is back");
            }
            pause = kWatchInterval;
        } catch (const OperatorError& error) {
            say_(fmt::format("{} {}", error.what(), error.advice()));
            pause = std::min(pause * 2, kLongestPause);
        } catch (const std::exception& error) {
            say_(fmt::format("the database server cannot be watched: {}", error.what()));
            pause = std::min(pause * 2, kLongestPause);
        }
        guard.lock();
    }
}

void EmbeddedCluster::leave() noexcept {
    try {
        const auto lock = decide();
        if (!membership_) return;
        const bool last = membership_->isAlone();
        membership_.reset();
        if (!last) return;
        if (!stopServer(layout_)) return say_("the database server does not stop; the next start will take it over");
        std::error_code notEmpty;
        std::filesystem::remove(layout_.socketDir, notEmpty);
    } catch (const std::exception& error) {
        say_(fmt::format("the database server may still run: {}", error.what()));
    }
}

}  // namespace agon
