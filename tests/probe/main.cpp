// The HTTP platform with the probe's routes. Settings come from the environment, all optional:
//   PROBE_DATABASE_URL, PROBE_PORT, PROBE_UNIX_SOCKET, PROBE_WEB (folders public/, admin/, docs/), PROBE_TRUST_FRONT,
//   PROBE_ANNOUNCE_MS, PROBE_DRAIN_MS, PROBE_HEAD_SECONDS, PROBE_REQUESTS_PER_CONNECTION, PROBE_THREADS

#include <cstdlib>
#include <iostream>
#include <string>

#include "platform/http/probes.hpp"
#include "platform/http/security_headers.hpp"
#include "platform/http/server.hpp"
#include "platform/log/log.hpp"
#include "probe/routes.hpp"

namespace {

using namespace agon;

std::string setting(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

long number(const char* name, long otherwise) {
    const auto text = setting(name);
    return text.empty() ? otherwise : std::stol(text);
}

std::unique_ptr<Db> openDatabase(const http::HttpServer::Loops& loops) {
    DbOptions options;
    options.conninfo = setting("PROBE_DATABASE_URL");
    if (options.conninfo.empty()) return nullptr;
    options.role = "agon_app";
    options.applicationName = "agon-probe";
    options.lockTimeout = std::chrono::milliseconds{1500};
    return std::make_unique<Db>(options, loops);
}

http::StaticPages pages() {
    const std::filesystem::path web = setting("PROBE_WEB");
    if (web.empty()) return {};
    return http::StaticPages{{{"/", web / "public", http::Fallback::None, http::kPagePolicy},
                              {"/c", web / "public" / "c", http::Fallback::Index, http::kPagePolicy},
                              {"/entry", web / "public" / "entry", http::Fallback::Index, http::kPagePolicy},
                              {"/admin", web / "admin", http::Fallback::Index, http::kPagePolicy},
                              {"/docs", web / "docs", http::Fallback::None, http::kDocsPolicy}}};
}

Task<Result<void>> readiness(std::shared_ptr<probe::Shared> shared) {
    if (!shared->db) co_return Result<void>{};
    const bool answers = co_await shared->db->ping();
    if (!answers) co_return problem(ProblemCode::Unavailable);
    co_return Result<void>{};
}

http::Boundary::Parts build(const std::shared_ptr<probe::Shared>& shared) {
    http::ConstraintMap constraints;
    constraints.add("note_text_once", ProblemCode::Conflict);
    std::vector<http::RouteTable> tables{http::probeRoutes([shared] { return readiness(shared); }),
                                         probe::routes(shared)};
    if (shared->db) tables.push_back(probe::noteRoutes(shared));
    return {.router = http::Router{std::move(tables)},
            .pages = pages(),
            .guard = probe::guard,
            .constraints = std::move(constraints),
            .front = setting("PROBE_TRUST_FRONT").empty() ? http::Front::Untrusted : http::Front::Trusted};
}

}  // namespace

int main() {
    captureDrogonLog();
    http::ServerOptions options;
    options.port = static_cast<std::uint16_t>(number("PROBE_PORT", 0));
    options.threads = static_cast<std::size_t>(number("PROBE_THREADS", 2));
    options.unixSocket = setting("PROBE_UNIX_SOCKET");
    options.announceTime = std::chrono::milliseconds{number("PROBE_ANNOUNCE_MS", 0)};
    options.drainTime = std::chrono::milliseconds{number("PROBE_DRAIN_MS", 10'000)};
    options.limits.headTime = std::chrono::seconds{number("PROBE_HEAD_SECONDS", 10)};
    options.limits.bodyTime = options.limits.headTime;
    options.limits.requests = static_cast<std::size_t>(number("PROBE_REQUESTS_PER_CONNECTION", 10'000));

    const auto key = crypto::SecretKey{crypto::bytesOf("0123456789abcdef0123456789abcdef")};
    std::shared_ptr<probe::Shared> shared;
    http::HttpServer server{options,
                            {.build =
                                 [&](const http::HttpServer::Loops& loops) {
                                     shared = std::make_shared<probe::Shared>(openDatabase(loops), key);
                                     return build(shared);
                                 },
                             .stopping =
                                 [&] {
                                     if (shared->db) shared->db->close();
                                 }}};
    try {
        server.run();
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
