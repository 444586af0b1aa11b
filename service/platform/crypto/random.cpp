#include "platform/crypto/random.hpp"

#include <sodium.h>

#include "platform/crypto/ready.hpp"

namespace agon::crypto {

Bytes randomBytes(std::size_t size) {
    ready();
    Bytes bytes(size);
    randombytes_buf(bytes.data(), bytes.size());
    return bytes;
}

std::uint32_t randomBelow(std::uint32_t limit) {
    ready();
    return randombytes_uniform(limit);
}

}  // namespace agon::crypto
