#include "platform/http/probes.hpp"

#include "platform/metrics/metrics.hpp"

namespace agon::http {
namespace {

Task<Result<Answer>> health(Request) {
    co_return json(200, {{"status", "ok"}});
}

Task<Result<Answer>> ready(Readiness readiness, Request) {
    auto able = co_await readiness();
    if (able) co_return json(200, {{"status", "ready"}});
    if (!able.error().retryAfter) able.error().retryAfter = std::chrono::seconds{2};
    co_return std::unexpected{std::move(able.error())};
}

Task<Result<Answer>> metrics(Request) {
    co_return text(200, kMetricsMediaType, renderMetrics());
}

}  // namespace

RouteTable probeRoutes(Readiness readiness) {
    RouteTable routes(3);
    routes[0].path = "/healthz";
    routes[0].handler = health;
    routes[1].path = "/readyz";
    routes[1].handler = [readiness = std::move(readiness)](Request request) {
        return ready(readiness, std::move(request));
    };
    routes[2].path = "/metrics";
    routes[2].handler = metrics;
    routes[2].produces = kMetricsMediaType;
    for (auto& route : routes) {
        route.right = kPublic;
        route.service = Service::ToTheEnd;
    }
    routes[1].service = Service::WhileReady;
    return routes;
}

}  // namespace agon::http
