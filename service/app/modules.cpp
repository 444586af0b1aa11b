#include "app/modules.hpp"

#include "app/readiness.hpp"
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

}  // namespace

http::Boundary::Parts composeModules(const Settings& settings, const crypto::SecretKey&, Databases databases) {
    std::vector<http::RouteTable> tables;
    tables.push_back(http::probeRoutes(readinessOf(databases)));
    setDeadlines(tables, settings.requestTimeout);

    return {.router = http::Router{std::move(tables)},
            .pages = pagesBelow(settings.webRoot),
            .guard = {},
            .constraints = {},
            .front = settings.trustedProxy ? http::Front::Trusted : http::Front::Untrusted};
}

}  // namespace agon::app
