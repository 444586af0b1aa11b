#include "app/system_health.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "app/version.hpp"
#include "auth/guard.hpp"
#include "platform/db/error.hpp"
#include "platform/migrate/migration.hpp"

namespace agon::app {
namespace {

using nlohmann::json;

enum class State : std::uint8_t { Good, Attention, Bad };

struct Check {
    std::string_view name;
    State state = State::Good;
    std::string detail;
};

// One statement, so that the figures belong together.
constexpr Sql kFigures{"app.health_figures", R"sql(
    select clock_timestamp() as now,
           (select coalesce(max(number), 0)::integer from ops.migration) as migrations,
           (select count(*) from audit.act a
            where a.at < clock_timestamp() - interval '5 seconds' and a.at > clock_timestamp() - interval '1 day'
              and not exists (select from audit.sealed_act s where s.act_id = a.id)) as unsealed,
           (select count(*) from ops.outbox where state = 'waiting') as waiting,
           (select count(*) from ops.outbox
            where state = 'waiting' and created_at < clock_timestamp() - interval '15 minutes') as late,
           (select count(*) from ops.outbox
            where state = 'failed' and settled_at > clock_timestamp() - interval '7 days') as failed,
           current_setting('server_version') as server
)sql"};

std::string_view nameOf(State state) {
    switch (state) {
        case State::Good:
            return "good";
        case State::Attention:
            return "attention";
        case State::Bad:
            return "bad";
    }
    std::unreachable();
}

State when(bool bad, State otherwise = State::Good, State then = State::Bad) {
    return bad ? then : otherwise;
}

std::vector<Check> checksOf(const Row& row, const HealthParts& parts) {
    std::vector<Check> checks;
    checks.push_back({"database", State::Good, "PostgreSQL " + row.get<std::string>("server")});
    const auto migrations = static_cast<std::size_t>(row.get<std::int32_t>("migrations"));
    checks.push_back({"migrations", when(migrations != builtInMigrations().size()),
                      fmt::format("{} / {}", migrations, builtInMigrations().size())});
    const auto now = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const auto skew = std::chrono::duration_cast<std::chrono::milliseconds>(now - row.get<Instant>("now").at);
    checks.push_back({"clock", when(std::chrono::abs(skew) > std::chrono::seconds{5}, State::Good, State::Attention),
                      fmt::format("{} ms", skew.count())});
    const auto unsealed = row.get<std::int64_t>("unsealed");
    checks.push_back({"audit-seal", when(unsealed > 0), fmt::format("{}", unsealed)});
    const auto late = row.get<std::int64_t>("late");
    const auto failed = row.get<std::int64_t>("failed");
    checks.push_back({"outbox", when(late + failed > 0, State::Good, State::Attention),
                      fmt::format("{} / {}", row.get<std::int64_t>("waiting"), failed)});
    checks.push_back({"mail", when(parts.isDryRun, State::Good, State::Attention), parts.isDryRun ? "dry-run" : "on"});
    return checks;
}

Check poolCheck(const Db& db) {
    const auto stats = db.stats();
    return {"pool", when(stats.ready == 0, when(stats.ready < stats.connections, State::Good, State::Attention)),
            fmt::format("{} / {}", stats.ready, stats.connections)};
}

Check diskCheck(const std::filesystem::path& dataDir) {
    constexpr double kMiB = 1024.0 * 1024.0;
    std::error_code fault;
    const auto space = std::filesystem::space(dataDir, fault);
    if (fault) return {"disk", State::Attention, {}};
    const auto free = static_cast<double>(space.available) / kMiB;
    return {"disk", when(free < 500, when(free < 2000, State::Good, State::Attention)),
            fmt::format("{:.0f} MiB", free)};
}

Task<Result<http::Answer>> getHealth(HealthParts parts, Instant startedAt, http::Request) {
    const auto rows = co_await parts.databases.app.query(kFigures);
    const auto row = rows.front();
    auto checks = checksOf(row, parts);
    checks.push_back(poolCheck(parts.databases.app));
    if (!parts.dataDir.empty()) checks.push_back(diskCheck(parts.dataDir));
    auto worst = State::Good;
    auto list = json::array();
    const auto measuredAt = formatInstant(row.get<Instant>("now"));
    for (const auto& check : checks) {
        worst = std::max(worst, check.state);
        list.push_back({{"name", check.name},
                        {"state", nameOf(check.state)},
                        {"detail", check.detail.empty() ? json(nullptr) : json(check.detail)},
                        {"measured_at", measuredAt}});
    }
    const json value{{"state", nameOf(worst)},
                     {"version", version()},
                     {"started_at", formatInstant(startedAt)},
                     {"checks", std::move(list)}};
    co_return http::json(200, value);
}

}  // namespace

http::RouteTable healthRoutes(HealthParts parts) {
    // Only shown to people, so the machine's own clock is good enough.
    const Instant startedAt{std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now())};
    http::Route route;
    route.path = "/api/v1/system/health";
    route.right = auth::needs(auth::Right::SystemRead);
    route.handler = [parts, startedAt](http::Request request) {
        return getHealth(parts, startedAt, std::move(request));
    };
    http::RouteTable table;
    table.push_back(std::move(route));
    return table;
}

}  // namespace agon::app
