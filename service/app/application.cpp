#include "app/application.hpp"

#include <fmt/format.h>

#include <memory>

#include "app/banner.hpp"
#include "app/data_owner.hpp"
#include "app/demo_seed.hpp"
#include "app/modules.hpp"
#include "app/probe.hpp"
#include "app/server_key.hpp"
#include "app/service_database.hpp"
#include "app/staff_console.hpp"
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
    const auto stopIfTold = [&] {
        signals.check();
    };
    const auto saySo = [&](const std::string& sentence) {
        logLine(sentence);
        signals.check();
    };
    auto connection = database.connect(kPatienceWithDatabase, saySo, stopIfTold);
    migrator.migrate(connection, saySo, stopIfTold);
}

std::optional<StaffConsole::Link> firstDirector(const ServiceDatabase& database, const crypto::SecretKey& key) {
    auto connection = database.connect(kPatienceWithDatabase, logLine);
    return StaffConsole{connection, key}.makeFirstDirector();
}

// Asked before anything is started: a service that cannot serve makes no cluster and migrates nothing.
void refuseATakenAddress(const ListenAddress& address) {
    const auto why = whyNotListen(address);
    if (!why) return;
    throw OperatorError{fmt::format("agon cannot listen on {}: {}", address.text(), *why),
                        "End the program that uses it, or choose another address with AGON_LISTEN."};
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

    refuseATakenAddress(settings.listen);
    becomeDataOwner(settings);
    const auto key = serverKey(settings);
    const ServiceDatabase database{settings, environment, logLine};  // ends last, and an embedded server with it
    signals.check();
    migrate(database, signals);
    const auto firstLink = firstDirector(database, key);
    if (settings.demo) seedDemo(database.app());

    std::unique_ptr<Db> app;
    std::unique_ptr<Db> publicReader;
    std::unique_ptr<Modules> modules;
    http::HttpServer server{serverOptions(settings),
                            {.build =
                                 [&](const http::HttpServer::Loops& loops) {
                                     app = std::make_unique<Db>(database.app(), loops);
                                     publicReader = std::make_unique<Db>(database.publicReader(), loops);
                                     modules = std::make_unique<Modules>(
                                         settings, key, Databases{*app, *publicReader, database.app()}, loops);
                                     modules->start();
                                     return modules->parts();
                                 },
                             .started =
                                 [&](const std::string& where) {
                                     printBanner(settings, where, firstLink);
                                     signals.release();
                                 },
                             .stopping =
                                 [&] {
                                     modules->stop();
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
