#pragma once

#include <cstdint>

#include "platform/crypto/bytes.hpp"

namespace agon::crypto {

// From the operating system's generator; fit for keys, tokens and codes.
Bytes randomBytes(std::size_t size);

// Uniform in [0, limit). `limit` is not 0.
std::uint32_t randomBelow(std::uint32_t limit);

}  // namespace agon::crypto
