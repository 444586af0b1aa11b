#include <fmt/format.h>

#include <array>
#include <cmath>

#include "app/doctor.hpp"
#include "app/service_database.hpp"
#include "platform/cluster/layout.hpp"
#include "platform/config/operator_error.hpp"

namespace agon::app {
namespace {

constexpr int kOldestServer = 140'000;
constexpr double kSkewAllowed = 1.0;

Finding finding(Finding::Grade grade, std::string what, std::string advice = {}) {
    return {grade, std::move(what), std::move(advice)};
}

Finding examineVersion(BlockingConnection& connection) {
    const auto number = std::stoi(connection.value("show server_version_num"));
    const auto what = fmt::format("PostgreSQL {} answers", connection.value("show server_version"));
    if (number < kOldestServer) return finding(Finding::Grade::Bad, what, "Agon needs PostgreSQL 14 or newer.");
    return finding(Finding::Grade::Good, what);
}

// What was acknowledged must survive a power failure.
void examineDurability(BlockingConnection& connection, std::vector<Finding>& findings) {
    for (const auto* name : {"fsync", "full_page_writes", "synchronous_commit"}) {
        if (connection.value(fmt::format("show {}", name)) != "off") continue;
        findings.push_back(finding(Finding::Grade::Bad, fmt::format("the server runs with {} = off", name),
                                   fmt::format("Set {} = on, or entries that were confirmed can be lost.", name)));
    }
    if (connection.value("show data_checksums") == "off") {
        findings.push_back(finding(Finding::Grade::Advice, "the server's data has no checksums",
                                   "Turn them on with pg_checksums --enable while the server is stopped."));
    }
}

Finding examineClock(BlockingConnection& connection) {
    const auto before = std::chrono::system_clock::now();
    const auto theirs = std::stod(connection.value("select extract(epoch from clock_timestamp())"));
    const auto after = std::chrono::system_clock::now();
    const std::chrono::duration<double> ours = before.time_since_epoch() + (after - before) / 2;
    const auto skew = theirs - ours.count();
    const auto what = fmt::format("the clocks of service and database differ by {:.3f} s", std::abs(skew));
    if (std::abs(skew) <= kSkewAllowed) return finding(Finding::Grade::Good, what);
    return finding(
        Finding::Grade::Bad, what,
        "Let both machines take their time from NTP. Priority uses the database's clock; sign-ins compare both.");
}

Finding examineMigrations(BlockingConnection& connection, const Migrator& migrator) {
    const auto status = migrator.status(connection);
    if (status.pending.empty())
        return finding(Finding::Grade::Good, fmt::format("the database has all {} migrations", status.applied.size()));
    return finding(Finding::Grade::Advice,
                   fmt::format("{} of {} migrations are to be applied", status.pending.size(),
                               status.pending.size() + status.applied.size()),
                   "agon serve applies them at its start; agon migrate does it now.");
}

void examineConnections(BlockingConnection& connection, const Settings& settings, std::vector<Finding>& findings) {
    const auto limit = std::stoi(connection.value("show max_connections"));
    const auto wanted = settings.ioThreads * (settings.dbConnections + settings.dbPublicConnections) + 2;
    if (wanted <= limit / 2) return;
    const auto grade = wanted > limit - 5 ? Finding::Grade::Bad : Finding::Grade::Advice;
    findings.push_back(
        finding(grade, fmt::format("one instance opens up to {} connections, and the server allows {}", wanted, limit),
                "Raise max_connections on the server, or lower AGON_DB_CONNECTIONS or AGON_IO_THREADS."));
}

}  // namespace

std::vector<Finding> examineDatabase(const Settings& settings, const Environment& environment, const Migrator& migrator,
                                     const Say& say) {
    std::vector<Finding> findings;
    if (settings.embedded() && !clusterExists(settings.dataDir)) {
        findings.push_back(
            finding(Finding::Grade::Good,
                    fmt::format("there is no database in {} yet; agon serve creates one", settings.dataDir.string())));
        return findings;
    }
    try {
        const ServiceDatabase database{settings, environment, say};
        auto connection = database.connect(std::chrono::seconds{0}, say);
        findings.push_back(examineVersion(connection));
        examineDurability(connection, findings);
        examineConnections(connection, settings, findings);
        findings.push_back(examineClock(connection));
        findings.push_back(examineMigrations(connection, migrator));
    } catch (const OperatorError& error) {
        findings.push_back(finding(Finding::Grade::Bad, error.what(), error.advice()));
    } catch (const BlockingConnectionError& error) {
        findings.push_back(finding(Finding::Grade::Bad,
                                   fmt::format("the database refuses to be looked at: {}", error.what()),
                                   "Check the rights of the user in AGON_DATABASE_URL."));
    }
    return findings;
}

}  // namespace agon::app
