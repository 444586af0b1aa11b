#pragma once

#include <functional>

#include "audit/actor.hpp"
#include "outbox/lookups.hpp"
#include "outbox/worker.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/http/route.hpp"

namespace agon::outbox {

struct ApiParts {
    Db& db;
    const crypto::SecretKey& key;
    Lookups lookups;
    Mode mode = Mode::DryRun;
    // Who asks, as whoever holds outbox.retry, from what the guard attached.
    std::function<Actor(const http::Request&)> actorOf;
};

// `parts.db` outlives the routes.
http::RouteTable routes(ApiParts parts);

}  // namespace agon::outbox
