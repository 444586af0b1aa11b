#include "app/modules.hpp"

#include "app/mail_options.hpp"
#include "app/readiness.hpp"
#include "app/system_health.hpp"
#include "audit/api.hpp"
#include "auth/api.hpp"
#include "auth/guard.hpp"
#include "auth/links.hpp"
#include "outbox/api.hpp"
#include "platform/http/probes.hpp"
#include "platform/http/security_headers.hpp"

namespace agon::app {
namespace {

http::StaticPages pagesBelow(const std::filesystem::path& webRoot) {
    if (webRoot.empty()) return {};
    return http::StaticPages{{{"/", webRoot / "public", http::Fallback::None, http::kPagePolicy},
                              {"/admin", webRoot / "admin", http::Fallback::Index, http::kPagePolicy},
                              {"/docs", webRoot / "docs", http::Fallback::None, http::kDocsPolicy}}};
}

// A route that names no deadline of its own has the configured one.
void setDeadlines(std::vector<http::RouteTable>& tables, std::chrono::milliseconds deadline) {
    for (auto& table : tables) {
        for (auto& route : table) {
            if (route.limits.deadline == http::RouteLimits{}.deadline) route.limits.deadline = deadline;
        }
    }
}

auth::AuthOptions authOptions(const Settings& settings) {
    auth::AuthOptions options;
    options.publicUrl = settings.publicUrl;
    options.isDemonstration = settings.demo;
    return options;
}

// Work that nobody waits for goes to the last loop, so that it is not always the first one that is held up.
trantor::EventLoop* unhurried(const http::HttpServer::Loops& loops) {
    return loops.back();
}

}  // namespace

Modules::Modules(const Settings& settings, const crypto::SecretKey& key, Databases databases,
                 const http::HttpServer::Loops& loops)
    : settings_(settings),
      key_(key),
      databases_(databases),
      auth_(std::make_shared<auth::AuthContext>(databases.app, key, authOptions(settings))),
      upkeep_(auth_, unhurried(loops)),
      sealer_(databases.app, unhurried(loops)),
      mail_(databases.app, unhurried(loops), auth::staffLookups(auth_), mailOptions(settings)),
      stream_(databases.app, unhurried(loops)) {}

void Modules::start() {
    upkeep_.start();
    sealer_.start();
    mail_.start();
    stream_.start();
}

void Modules::stop() {
    stream_.stop();
    mail_.stop();
    sealer_.stop();
    upkeep_.stop();
}

http::ConstraintMap Modules::constraints() const {
    http::ConstraintMap constraints;
    auth::addConstraints(constraints);
    return constraints;
}

http::Boundary::Parts Modules::parts() {
    const auto mode = mailOptions(settings_).mode;
    std::vector<http::RouteTable> tables;
    tables.push_back(http::probeRoutes(readinessOf(databases_, auth_)));
    tables.push_back(auth::signInRoutes(auth_));
    tables.push_back(auth::ownAccountRoutes(auth_));
    tables.push_back(auth::staffRoutes(auth_));
    tables.push_back(audit::routes(databases_.app, key_));
    tables.push_back(outbox::routes({.db = databases_.app,
                                     .key = key_,
                                     .lookups = auth::staffLookups(auth_),
                                     .mode = mode,
                                     .actorOf = [](const http::Request& request) {
                                         const auto& caller = request.identity<auth::Caller>();
                                         return caller.actor(auth::Right::OutboxRetry, request.requestId());
                                     }}));
    tables.push_back(stream_.routes());
    tables.push_back(healthRoutes({.databases = databases_,
                                   .dataDir = settings_.embedded() ? settings_.dataDir : std::filesystem::path{},
                                   .isDryRun = mode == outbox::Mode::DryRun}));
    setDeadlines(tables, settings_.requestTimeout);

    return {.router = http::Router{std::move(tables)},
            .pages = pagesBelow(settings_.webRoot),
            .guard = auth::guardOf(auth_),
            .constraints = constraints(),
            .front = settings_.trustedProxy ? http::Front::Trusted : http::Front::Untrusted};
}

}  // namespace agon::app
