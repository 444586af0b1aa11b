#pragma once

#include <memory>
#include <string>

#include "auth/context.hpp"
#include "championships/catalogue.hpp"
#include "platform/http/idempotency.hpp"
#include "platform/http/paging.hpp"
#include "registration/limits.hpp"
#include "registration/secret.hpp"
#include "registration/writer.hpp"

namespace agon::registration {

// What the acts of this module share. Lives as long as the server; used from every loop.
class Context {
  public:
    struct Parts {
        Db& db;
        Db& publicReader;
        DbOptions writer;
        const championships::Catalogue& catalogue;
        auth::AuthContextPtr auth;
        LimitOptions limits;
        WriterOptions batches;
    };
    Context(Parts parts, const crypto::SecretKey& serverKey)
        : db(parts.db),
          publicReader(parts.publicReader),
          catalogue(parts.catalogue),
          auth(std::move(parts.auth)),
          secrets(serverKey),
          limits(serverKey, parts.limits),
          idempotency(serverKey),
          cursors(serverKey),
          writer(std::move(parts.writer), secrets, parts.batches) {}

    // Real time, for tokens and limits. Only when isReady().
    Instant now() const { return auth->clock.now(); }
    bool isReady() const { return catalogue.isReady() && auth->clock.isSet(); }

    Db& db;
    Db& publicReader;
    const championships::Catalogue& catalogue;
    const auth::AuthContextPtr auth;
    const EntrySecrets secrets;
    Limits limits;
    const http::idempotency::Keys idempotency;
    const http::Cursors cursors;
    Writer writer;
};

using ContextPtr = std::shared_ptr<Context>;

}  // namespace agon::registration
