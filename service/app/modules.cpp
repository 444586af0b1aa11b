#include "app/modules.hpp"

#include "app/mail_options.hpp"
#include "app/readiness.hpp"
#include "app/system_health.hpp"
#include "audit/api.hpp"
#include "auth/api.hpp"
#include "auth/guard.hpp"
#include "auth/links.hpp"
#include "championships/api.hpp"
#include "outbox/api.hpp"
#include "platform/http/probes.hpp"
#include "platform/http/security_headers.hpp"
#include "registration/api.hpp"
#include "registration/mail.hpp"

namespace agon::app {
namespace {

http::StaticPages pagesBelow(const std::filesystem::path& webRoot) {
    if (webRoot.empty()) return {};
    return http::StaticPages{{{"/", webRoot / "public", http::Fallback::None, http::kPagePolicy},
                              {"/c", webRoot / "public" / "c", http::Fallback::Index, http::kPagePolicy},
                              {"/entry", webRoot / "public" / "entry", http::Fallback::Index, http::kPagePolicy},
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

registration::Context::Parts registrationParts(const Settings& settings, const Databases& databases,
                                               const championships::Catalogue& catalogue,
                                               const auth::AuthContextPtr& auth) {
    registration::LimitOptions limits;
    limits.address.burst = settings.registrationsPerMinute;
    limits.address.interval =
        std::max(std::chrono::milliseconds{1},
                 std::chrono::milliseconds{std::chrono::minutes{1}} / settings.registrationsPerMinute);
    return {.db = databases.app,
            .publicReader = databases.publicReader,
            .writer = databases.writer,
            .catalogue = catalogue,
            .auth = auth,
            .limits = limits,
            .batches = {}};
}

// Each kind of reader is somebody's.
outbox::Lookups allLookups(const auth::AuthContextPtr& auth, const registration::ContextPtr& registration) {
    auto staff = auth::staffLookups(auth);
    auto persons = registration::personLookups(registration);
    const auto of = [staff, persons](const outbox::Reader& reader) {
        return reader.kind == outbox::Reader::Kind::Staff ? staff : persons;
    };
    return {.mailboxOf = [of](outbox::Reader reader) { return of(reader).mailboxOf(reader); },
            .linkOf =
                [of](outbox::LinkWish wish) {
                    auto lookups = of(wish.reader);
                    return lookups.linkOf(std::move(wish));
                }};
}

// Who holds an entry is none of the staff, and the staff holds no entry.
http::Guard guardOf(const auth::AuthContextPtr& auth, const registration::ContextPtr& registration) {
    const auto staff = auth::guardOf(auth);
    const auto holder = registration::ownEntryGuard(registration);
    return [staff, holder](http::Request& request, http::Right right) {
        return right == registration::kOwnEntry ? holder(request, right) : staff(request, right);
    };
}

}  // namespace

Modules::Modules(const Settings& settings, const crypto::SecretKey& key, Databases databases,
                 const http::HttpServer::Loops& loops)
    : settings_(settings),
      key_(key),
      databases_(databases),
      auth_(std::make_shared<auth::AuthContext>(databases.app, key, authOptions(settings))),
      upkeep_(auth_, unhurried(loops)),
      catalogue_(databases.publicReader, unhurried(loops)),
      registration_(
          std::make_shared<registration::Context>(registrationParts(settings, databases, catalogue_, auth_), key)),
      registrationUpkeep_(registration_, unhurried(loops)),
      sealer_(databases.app, unhurried(loops)),
      mail_(databases.app, unhurried(loops), allLookups(auth_, registration_), mailOptions(settings)),
      stream_(databases.app, unhurried(loops)) {}

void Modules::start() {
    upkeep_.start();
    catalogue_.start();
    registration_->writer.start();
    registrationUpkeep_.start();
    sealer_.start();
    mail_.start();
    stream_.start();
}

void Modules::stop() {
    stream_.stop();
    mail_.stop();
    sealer_.stop();
    registrationUpkeep_.stop();
    registration_->writer.stop();
    catalogue_.stop();
    upkeep_.stop();
}

http::ConstraintMap Modules::constraints() const {
    http::ConstraintMap constraints;
    auth::addConstraints(constraints);
    championships::addConstraints(constraints);
    registration::addConstraints(constraints);
    return constraints;
}

http::Boundary::Parts Modules::parts() {
    const auto mode = mailOptions(settings_).mode;
    std::vector<http::RouteTable> tables;
    tables.push_back(http::probeRoutes(readinessOf(databases_, auth_, catalogue_)));
    tables.push_back(auth::signInRoutes(auth_));
    tables.push_back(auth::ownAccountRoutes(auth_));
    tables.push_back(auth::staffRoutes(auth_));
    tables.push_back(championships::publicRoutes(catalogue_, databases_.publicReader));
    tables.push_back(championships::setupRoutes({.db = databases_.app, .catalogue = catalogue_, .key = key_}));
    tables.push_back(registration::registrationRoutes(registration_));
    tables.push_back(registration::ownEntryRoutes(registration_));
    tables.push_back(registration::entryRoutes(registration_));
    tables.push_back(registration::importRoutes(registration_));
    tables.push_back(audit::routes(databases_.app, key_));
    tables.push_back(outbox::routes({.db = databases_.app,
                                     .key = key_,
                                     .lookups = allLookups(auth_, registration_),
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
            .guard = guardOf(auth_, registration_),
            .constraints = constraints(),
            .front = settings_.trustedProxy ? http::Front::Trusted : http::Front::Untrusted};
}

}  // namespace agon::app
