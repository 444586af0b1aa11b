#pragma once

#include "app/modules.hpp"
#include "platform/db/db_clock.hpp"
#include "platform/http/route.hpp"

namespace agon::app {

struct HealthParts {
    Databases databases;
    std::filesystem::path dataDir;  // empty when the database is elsewhere
    bool isDryRun = false;
};

// GET /api/v1/system/health: how each part is, for who may read it.
http::RouteTable healthRoutes(HealthParts parts);

}  // namespace agon::app
