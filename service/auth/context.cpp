#include "auth/context.hpp"

namespace agon::auth {

AuthKeys::AuthKeys(const crypto::SecretKey& server)
    : access(server.derive("auth.access")),
      refresh(server.derive("auth.refresh")),
      device(server.derive("auth.device")),
      throttle(server.derive("auth.throttle")),
      link(server.derive("auth.link")),
      totp(server.derive("auth.totp")),
      recovery(server.derive("auth.recovery")) {}

AuthContext::AuthContext(Db& database, const crypto::SecretKey& serverKey, AuthOptions given)
    : db(database),
      options(std::move(given)),
      keys(serverKey),
      idempotency(serverKey),
      cursors(serverKey),
      tokens(TokenOptions{}),
      workers("passwords", options.hashThreads, options.hashQueue),
      hasher(workers, options.hashCost) {}

}  // namespace agon::auth
