#include "app/service_database.hpp"

#include <fmt/format.h>

#include <thread>

#include "platform/cluster/configuration.hpp"
#include "platform/config/operator_error.hpp"

namespace agon::app {
namespace {

DbOptions poolOptions(const Settings& settings, std::string conninfo, std::string_view role, std::string_view name) {
    DbOptions options;
    options.conninfo = std::move(conninfo);
    options.role = role;
    options.applicationName = name;
    options.statementTimeout = settings.statementTimeout;
    options.lockTimeout = settings.lockTimeout;
    options.clientDeadline = settings.statementTimeout + std::chrono::seconds{2};  // the server's own limit comes first
    return options;
}

// Waiting cures a server that is away, starting or full; it does not cure a wrong password or a missing database.
bool mayPass(std::string_view error) {
    return !error.contains("FATAL:") || error.contains("the database system is") ||
           error.contains("connection slots") || error.contains("too many");
}

}  // namespace

ServiceDatabase::ServiceDatabase(const Settings& settings, const Environment& environment, const Say& say) {
    if (settings.embedded()) {
        cluster_ = std::make_unique<EmbeddedCluster>(settings.dataDir, environment, say);
        owner_ = cluster_->conninfo(kOwnerRole);
        app_ = poolOptions(settings, cluster_->conninfo(kAppRole), {}, "agon-app");
        publicReader_ = poolOptions(settings, cluster_->conninfo(kPublicRole), {}, "agon-public");
    } else {
        const bool ownLogin = !settings.publicDatabaseUrl.empty();
        owner_ = settings.migrateDatabaseUrl.empty() ? settings.databaseUrl : settings.migrateDatabaseUrl;
        app_ = poolOptions(settings, settings.databaseUrl, kAppRole, "agon-app");
        publicReader_ = ownLogin ? poolOptions(settings, settings.publicDatabaseUrl, {}, "agon-public")
                                 : poolOptions(settings, settings.databaseUrl, kPublicRole, "agon-public");
    }
    app_.connectionsPerLoop = settings.dbConnections;
    publicReader_.connectionsPerLoop = settings.dbPublicConnections;
}

BlockingConnection ServiceDatabase::connect(std::chrono::seconds within, const Say& say,
                                            const WhileWaiting& whileWaiting) const {
    const auto deadline = std::chrono::steady_clock::now() + within;
    for (bool told = false;; told = true) {
        try {
            return BlockingConnection{owner_};
        } catch (const BlockingConnectionError& error) {
            if (!mayPass(error.what()) || std::chrono::steady_clock::now() >= deadline) {
                throw OperatorError{fmt::format("the database cannot be reached ({}): {}",
                                                describeConninfo(owner_).value_or(""), error.what()),
                                    "Check that it runs, that the address and the password are right, and that this "
                                    "machine may connect."};
            }
            if (!told) say(fmt::format("the database does not answer yet: {}", error.what()));
        }
        whileWaiting();
        std::this_thread::sleep_for(std::chrono::milliseconds{500});
    }
}

}  // namespace agon::app
