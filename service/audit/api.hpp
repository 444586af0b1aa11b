#pragma once

#include "platform/crypto/secret.hpp"
#include "platform/db/db.hpp"
#include "platform/http/route.hpp"

namespace agon::audit {

// `db` outlives the routes.
http::RouteTable routes(Db& db, const crypto::SecretKey& key);

}  // namespace agon::audit
