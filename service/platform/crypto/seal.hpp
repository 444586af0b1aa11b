#pragma once

#include <optional>

#include "platform/crypto/bytes.hpp"
#include "platform/crypto/secret.hpp"

namespace agon::crypto {

// XChaCha20-Poly1305 with a random nonce in front. `context` is authenticated, not stored: what was sealed for one
// account does not open for another.
Bytes seal(const SecretKey& key, ByteView plain, ByteView context);

// Nothing when key or context differ or a bit has changed.
std::optional<Bytes> open(const SecretKey& key, ByteView sealed, ByteView context);

}  // namespace agon::crypto
