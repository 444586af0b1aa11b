#pragma once

#include "championships/catalogue.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/http/constraint_map.hpp"
#include "platform/http/route.hpp"

namespace agon::championships {

// What everybody may read, out of the catalogue and through `publicReader`. Both outlive the routes.
http::RouteTable publicRoutes(Catalogue& catalogue, Db& publicReader);

struct SetupRoutes {
    Db& db;
    Catalogue& catalogue;
    const crypto::SecretKey& key;
};
http::RouteTable setupRoutes(SetupRoutes parts);

// What the constraints of this module's tables mean to a client.
void addConstraints(http::ConstraintMap& constraints);

}  // namespace agon::championships
