#pragma once

#include <array>
#include <initializer_list>

#include "platform/crypto/bytes.hpp"
#include "platform/crypto/secret.hpp"

namespace agon::crypto {

using Digest = std::array<std::byte, 32>;

Digest sha256(ByteView message);

// BLAKE2b-256 under a key, over the parts with the length of each, so that no two lists of parts collide.
Digest keyedHash(const SecretKey& key, std::initializer_list<ByteView> parts);

Digest hmacSha256(const SecretKey& key, ByteView message);

// Takes the same time for any two values of the same length.
bool equalInConstantTime(ByteView left, ByteView right);

}  // namespace agon::crypto
