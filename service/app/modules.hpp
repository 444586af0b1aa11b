#pragma once

#include <memory>

#include "app/settings.hpp"
#include "audit/sealer.hpp"
#include "auth/upkeep.hpp"
#include "championships/catalogue.hpp"
#include "live/staff_stream.hpp"
#include "outbox/worker.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/db/db.hpp"
#include "platform/http/server.hpp"
#include "registration/context.hpp"
#include "registration/upkeep.hpp"

namespace agon::app {

// The two ways to the database. They outlive everything that serves.
struct Databases {
    Db& app;             // for whoever is signed in, and for registration
    Db& publicReader;    // for everybody
    DbOptions writer{};  // of the connection that registers
};

// Every module of the service, put together: their routes, what their constraints mean, and what they do unasked.
class Modules {
  public:
    Modules(const Settings& settings, const crypto::SecretKey& key, Databases databases,
            const http::HttpServer::Loops& loops);

    http::Boundary::Parts parts();

    void start();
    // Not on a loop, before the pools close.
    void stop();

  private:
    http::ConstraintMap constraints() const;

    const Settings settings_;
    const crypto::SecretKey key_;
    Databases databases_;
    auth::AuthContextPtr auth_;
    auth::Upkeep upkeep_;
    championships::Catalogue catalogue_;
    registration::ContextPtr registration_;
    registration::Upkeep registrationUpkeep_;
    audit::Sealer sealer_;
    outbox::Worker mail_;
    live::StaffStream stream_;
};

}  // namespace agon::app
