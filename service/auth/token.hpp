#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "auth/key_ring.hpp"
#include "platform/time/instant.hpp"

namespace agon::auth {

// What an access token says: who, in which session, and as of which version of the account's security. Whether that
// still holds is the guard's question, not the token's.
struct AccessClaims {
    std::string account;   // code
    std::string session;   // code
    std::int32_t version;  // Account::securityVersion when it was issued

    bool operator==(const AccessClaims&) const = default;
};

struct TokenOptions {
    std::string issuer = "agon";
    std::string audience = "agon-api";
    std::chrono::seconds lifetime{std::chrono::minutes{10}};
    std::chrono::seconds leeway{5};  // for the clocks of several instances
};

// Access tokens: JWTs of one single shape (RFC 9068's type at+jwt, HS256, a kid of ours), as RFC 8725 asks.
class AccessTokens {
  public:
    explicit AccessTokens(TokenOptions options) : options_{std::move(options)} {}

    std::string issue(const AccessClaims& claims, const KeyRing& keys, Instant now) const;

    // Nothing unless every byte is right. The header is compared, not interpreted: it must be, byte for byte, the one
    // that a key of the ring writes, so a token cannot choose its algorithm, its type or its key. The signature comes
    // next, in constant time; only then is the payload read.
    std::optional<AccessClaims> verify(std::string_view token, const KeyRing& keys, Instant now) const;

    std::chrono::seconds lifetime() const { return options_.lifetime; }

  private:
    TokenOptions options_;
};

}  // namespace agon::auth
