#include "platform/http/exchange_record.hpp"

#include <algorithm>

#include "platform/log/log.hpp"

namespace agon::http {
namespace {

// Of methods that no route has, the name is the client's own text; it is neither counted nor logged as such.
std::string_view known(std::string_view method) {
    static constexpr std::array<std::string_view, 7> kMethods{"GET",   "HEAD",   "POST",   "PUT",
                                                              "PATCH", "DELETE", "OPTIONS"};
    return std::ranges::find(kMethods, method) != kMethods.end() ? method : "other";
}

}  // namespace

ExchangeLog::ExchangeLog(const std::vector<const Route*>& routes) {
    for (const auto* const route : routes) {
        prepare(route->path, nameOf(route->method));
        prepare(route->path, "OPTIONS");
        prepare(route->path, "other");
    }
    for (const auto route : {kNoRoute, kPages, kRefused}) prepare(route, "other");
}

void ExchangeLog::prepare(std::string_view route, std::string_view method) {
    auto& registry = MetricsRegistry::global();
    Meters meters;
    for (std::size_t i = 0; i < meters.byStatusClass.size(); ++i) {
        meters.byStatusClass[i] = &registry.counter(
            "agon_http_requests_total", "Requests answered.",
            {{"route", std::string{route}}, {"method", std::string{method}}, {"status", std::to_string(i + 1) + "xx"}});
    }
    meters.duration = &registry.histogram("agon_http_request_seconds", "From the whole request to the answer.",
                                          {{"route", std::string{route}}, {"method", std::string{method}}});
    meters_[std::string{route}].emplace(method, meters);
}

void ExchangeLog::record(const ExchangeRecord& exchange) const {
    const auto method = known(exchange.method);
    const auto counted = method == "HEAD" ? std::string_view{"GET"} : method;
    if (const auto route = meters_.find(exchange.route); route != meters_.end()) {
        auto meters = route->second.find(counted);
        if (meters == route->second.end()) meters = route->second.find("other");
        meters->second.byStatusClass[static_cast<std::size_t>(std::clamp(exchange.status / 100, 1, 5) - 1)]->add();
        meters->second.duration->observe(exchange.duration);
    }
    const double ms = std::chrono::duration<double, std::milli>(exchange.duration).count();
    logInfo("http.request", {{"request_id", exchange.requestId},
                             {"method", method},
                             {"route", exchange.route},
                             {"status", exchange.status},
                             {"problem", exchange.problem},
                             {"ms", ms},
                             {"bytes_in", exchange.bytesIn},
                             {"bytes_out", exchange.bytesOut}});
}

}  // namespace agon::http
