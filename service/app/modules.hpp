#pragma once

#include "app/settings.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/db/db.hpp"
#include "platform/http/boundary.hpp"

namespace agon::app {

// The two ways to the database. They outlive everything that serves.
struct Databases {
    Db& app;           // for whoever is signed in, and for registration
    Db& publicReader;  // for everybody
};

// Collects the routes, the pages and the meanings of constraints of all modules.
http::Boundary::Parts composeModules(const Settings& settings, const crypto::SecretKey& key, Databases databases);

}  // namespace agon::app
