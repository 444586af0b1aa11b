#pragma once

#include <memory>

#include "platform/crypto/secret.hpp"
#include "platform/db/db.hpp"
#include "platform/http/boundary.hpp"
#include "platform/http/idempotency.hpp"
#include "platform/http/paging.hpp"

namespace agon::probe {

// What the probe's handlers share. Lives as long as the server runs.
struct Shared {
    Shared(std::unique_ptr<Db> database, const crypto::SecretKey& key)
        : db(std::move(database)), cursors(key), keys(key) {}

    std::unique_ptr<Db> db;  // none when the probe was given no database
    http::Cursors cursors;
    http::idempotency::Keys keys;
};

// One route for each thing the boundary does; all below /probe.
http::RouteTable routes(const std::shared_ptr<Shared>& shared);

// The routes that write, on the table probe.note.
http::RouteTable noteRoutes(const std::shared_ptr<Shared>& shared);

// "Bearer strong" may do everything, "Bearer weak" nothing; everybody else is unknown.
Task<Result<void>> guard(http::Request& request, http::Right right);

}  // namespace agon::probe
