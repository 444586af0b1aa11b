#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "auth/key_ring.hpp"
#include "auth/password_hash.hpp"
#include "auth/password_policy.hpp"
#include "auth/throttle.hpp"
#include "auth/token.hpp"
#include "platform/async/worker_pool.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/db/db.hpp"
#include "platform/db/db_clock.hpp"
#include "platform/http/idempotency.hpp"
#include "platform/http/paging.hpp"

namespace agon::auth {

struct AuthOptions {
    std::string publicUrl;         // stands in links
    bool isDemonstration = false;  // nothing real depends on it: no role waits for a second factor
    HashCost hashCost{};
    std::size_t hashThreads = 2;
    std::size_t hashQueue = 64;
    PasswordPolicy passwords{};
    ThrottleLimits limits{};
};

// One key for each purpose, all derived from the server's.
struct AuthKeys {
    explicit AuthKeys(const crypto::SecretKey& server);

    crypto::SecretKey access;
    crypto::SecretKey refresh;
    crypto::SecretKey device;
    crypto::SecretKey throttle;
    crypto::SecretKey link;
    crypto::SecretKey totp;
    crypto::SecretKey recovery;
};

// What the acts of this module share. Lives as long as the server; used from every loop.
class AuthContext {
  public:
    AuthContext(Db& database, const crypto::SecretKey& serverKey, AuthOptions options);

    Db& db;
    const AuthOptions options;
    const AuthKeys keys;
    const http::idempotency::Keys idempotency;
    const http::Cursors cursors;
    const AccessTokens tokens;
    DbClock clock;
    WorkerPool workers;
    PasswordHasher hasher;

    // Nothing until the first pass of the upkeep.
    std::shared_ptr<const KeyRing> ring() const { return ring_.load(); }
    void setRing(std::shared_ptr<const KeyRing> ring) { ring_.store(std::move(ring)); }

  private:
    std::atomic<std::shared_ptr<const KeyRing>> ring_;
};

using AuthContextPtr = std::shared_ptr<AuthContext>;

}  // namespace agon::auth
