#pragma once

#include <chrono>
#include <string>

namespace agon {

// How one pool, or one listener, reaches PostgreSQL. The limits hold for every connection from its first byte.
struct DbOptions {
    std::string conninfo{};                // a URI or keywords, as libpq takes them
    std::string role{};                    // SET ROLE from the start; empty for the role that logs in
    std::string applicationName = "agon";  // in pg_stat_activity, and the pool's label in metrics
    int connectionsPerLoop = 4;

    // By the server.
    std::chrono::milliseconds statementTimeout{5'000};
    std::chrono::milliseconds lockTimeout{2'000};
    std::chrono::milliseconds idleInTransactionTimeout{10'000};

    // By us, to about a twentieth of a second.
    std::chrono::milliseconds connectTimeout{3'000};
    std::chrono::milliseconds poolWait{2'000};        // for a free connection
    std::chrono::milliseconds clientDeadline{7'000};  // for one round trip; longer than statementTimeout
};

}  // namespace agon
