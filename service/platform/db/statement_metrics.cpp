#include "platform/db/statement_metrics.hpp"

#include <string>
#include <unordered_map>

namespace agon::pq {

const StatementMetrics& statementMetrics(std::string_view name) {
    thread_local std::unordered_map<const char*, StatementMetrics> known;
    if (const auto found = known.find(name.data()); found != known.end()) return found->second;
    auto& registry = MetricsRegistry::global();
    const Labels labels{{"statement", std::string{name}}};
    const StatementMetrics made{
        registry.histogram("agon_db_statement_seconds", "From sending a statement to its answer.", labels),
        registry.counter("agon_db_statement_errors_total", "Statements that PostgreSQL answered with an error.",
                         labels)};
    return known.emplace(name.data(), made).first->second;
}

}  // namespace agon::pq
