#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "auth/bytes.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/time/instant.hpp"

namespace agon::auth {

// A signing key as the database knows it: public numbers only. The key is derived from them and the server's secret,
// so a copy of the database can forge nothing.
struct SigningKeyRow {
    std::string kid;
    Bytes salt;
    Instant signsFrom;     // when every instance has heard of it
    Instant trustedUntil;  // when the last token it signed has run out
};

// The keys one instance signs and verifies with at a time. Immutable; a rotation makes a new ring.
class KeyRing {
  public:
    struct Key {
        std::string kid;
        std::string header;  // the only header its tokens have, as it stands in them
        crypto::SecretKey secret;
        Instant signsFrom;
        Instant trustedUntil;
    };

    KeyRing(const crypto::SecretKey& serverSecret, const std::vector<SigningKeyRow>& rows);

    // The newest key that may sign. Throws std::logic_error when there is none: the ring is filled before it is used.
    const Key& signing(Instant now) const;

    // The key whose tokens start with this header, if it is trusted at `now`.
    const Key* findByHeader(std::string_view header, Instant now) const;

  private:
    std::vector<Key> keys_;  // the newest first
};

// When keys come and go. A key signs for `period`; before that it is announced for `announcement`, so that no instance
// meets a token it cannot verify; after that it is trusted for `tokenLifetime` more.
struct RotationPolicy {
    std::chrono::seconds period{std::chrono::days{30}};
    std::chrono::seconds announcement{std::chrono::minutes{5}};
    std::chrono::seconds tokenLifetime{std::chrono::minutes{10}};
};

struct KeyTimes {
    Instant signsFrom;
    Instant trustedUntil;
};

// When a key that is added now would sign, if one is due.
std::optional<KeyTimes> keyDue(const std::vector<SigningKeyRow>& rows, const RotationPolicy& policy, Instant now);

// A new key with random name and salt.
SigningKeyRow makeKey(const KeyTimes& times);

}  // namespace agon::auth
