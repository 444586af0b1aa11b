#pragma once

#include <string_view>

#include "platform/metrics/metrics.hpp"

namespace agon::pq {

struct StatementMetrics {
    Histogram& seconds;
    Counter& errors;
};

// The counts of the statement of that name. The name has static storage: each thread remembers it by its address.
const StatementMetrics& statementMetrics(std::string_view name);

}  // namespace agon::pq
