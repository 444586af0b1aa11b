#include "app/application.hpp"

#include <fmt/format.h>

#include <memory>

#include "app/banner.hpp"
#include "app/data_owner.hpp"
#include "app/modules.hpp"
#include "app/server_key.hpp"
#include "app/service_database.hpp"
#include "app/startup_signals.hpp"
#include "platform/config/operator_error.hpp"
#include "platform/db/db.hpp"
#include "platform/http/server.hpp"
#include "platform/log/log.hpp"
#include "platform/migrate/migrator.hpp"

namespace agon::app {
namespace {

constexpr std::chrono::seconds kPatienceWithDatabase{60};

void logLine(const std::string& sentence) {
    logInfo("app.progress", {{"message", sentence}});
}

void migrate(const ServiceDatabase& database, const StartupSignals& signals) {
    const Migrator migrator{builtInMigrations()};
    const auto saySo = [&](const std::string& sentence) {
        logLine(sentence);
        signals.check();
    };
    auto connection = database.connect(kPatienceWithDatabase, saySo);
    migrator.migrate(connection, saySo);
}

http::ServerOptions serverOptions(const Settings& settings) {
    http::ServerOptions options;
    options.address = settings.listen.host;
    options.port = settings.listen.port;
    options.unixSocket = settings.listen.socketPath;
    options.threads = static_cast<std::size_t>(settings.ioThreads);
    options.limits.bodyBytes = static_cast<std::size_t>(settings.maxBodyBytes);
    options.drainTime = settings.shutdownLimit;
    return options;
}

}  // namespace

int serve(const Settings& settings, const Environment& environment) try {
    const StartupSignals signals;
    setLogLevel(settings.logLevel);
    captureDrogonLog();
    warnIfReachable(settings);

    becomeDataOwner(settings);
    const auto key = serverKey(settings);
    const ServiceDatabase database{settings, environment, logLine};  // ends last, and an embedded server with it
    signals.check();
    migrate(database, signals);

    std::unique_ptr<Db> app;
    std::unique_ptr<Db> publicReader;
    http::HttpServer server{serverOptions(settings),
                            {.build =
                                 [&](const http::HttpServer::Loops& loops) {
                                     app = std::make_unique<Db>(database.app(), loops);
                                     publicReader = std::make_unique<Db>(database.publicReader(), loops);
                                     return composeModules(settings, key, {*app, *publicReader});
                                 },
                             .started =
                                 [&](const std::string& where) {
                                     printBanner(settings, where);
                                     signals.release();
                                 },
                             .stopping =
                                 [&] {
                                     publicReader->close();
                                     app->close();
                                 }}};
    signals.check();
    server.run();
    return 0;
} catch (const StoppedAtStart&) {
    logInfo("app.stopped_at_start");
    return 0;
}

}  // namespace agon::app
