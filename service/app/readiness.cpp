#include "app/readiness.hpp"

#include "platform/db/error.hpp"
#include "platform/log/log.hpp"
#include "platform/migrate/migration.hpp"

namespace agon::app {
namespace {

constexpr Sql kNewestMigration{"app.newest_migration", R"sql(
    select coalesce(max(number), 0)::integer as number from ops.migration
)sql"};

Task<bool> isMigrated(Db& db) {
    try {
        const auto rows = co_await db.query(kNewestMigration);
        co_return rows.front().get<std::int32_t>("number") >= static_cast<std::int32_t>(builtInMigrations().size());
    } catch (const DbError& error) {
        logWarning("app.not_ready", {{"statement", error.statement()}, {"sql_state", error.sqlState()}});
        co_return false;
    }
}

Task<Result<void>> isReady(Databases databases, auth::AuthContextPtr auth, const championships::Catalogue& catalogue) {
    if (!auth->ring() || !catalogue.isReady()) co_return problem(ProblemCode::Unavailable);
    const bool migrated = co_await isMigrated(databases.app);
    if (!migrated) co_return problem(ProblemCode::Unavailable);
    const bool answers = co_await databases.publicReader.ping();
    if (!answers) co_return problem(ProblemCode::Unavailable);
    co_return {};
}

}  // namespace

http::Readiness readinessOf(Databases databases, const auth::AuthContextPtr& auth,
                            const championships::Catalogue& catalogue) {
    return [databases, auth, &catalogue] {
        return isReady(databases, auth, catalogue);
    };
}

}  // namespace agon::app
