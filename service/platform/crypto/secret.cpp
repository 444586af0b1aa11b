#include "platform/crypto/secret.hpp"

#include <sodium.h>

#include <algorithm>
#include <stdexcept>

#include "platform/crypto/digest.hpp"
#include "platform/crypto/random.hpp"

namespace agon::crypto {

SecretKey::SecretKey(ByteView bytes) {
    if (bytes.size() != kSize) throw std::invalid_argument{"a secret key has 32 bytes"};
    std::ranges::copy(bytes, bytes_.begin());
}

SecretKey SecretKey::random() {
    return SecretKey{randomBytes(kSize)};
}

SecretKey::~SecretKey() {
    sodium_memzero(bytes_.data(), bytes_.size());
}

SecretKey SecretKey::derive(std::string_view purpose, ByteView salt) const {
    const auto digest = keyedHash(*this, {bytesOf("agon.key"), bytesOf(purpose), salt});
    return SecretKey{digest};
}

}  // namespace agon::crypto
