#include "platform/crypto/digest.hpp"

#include <sodium.h>

#include "platform/crypto/ready.hpp"

namespace agon::crypto {
namespace {

const unsigned char* raw(ByteView bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());  // NOLINT: libsodium takes unsigned char
}

unsigned char* raw(Digest& digest) {
    return reinterpret_cast<unsigned char*>(digest.data());  // NOLINT: libsodium takes unsigned char
}

std::array<std::byte, 8> lengthOf(ByteView part) {
    std::array<std::byte, 8> bytes{};
    std::uint64_t size = part.size();
    for (auto& byte : bytes) {
        byte = static_cast<std::byte>(size & 0xFFU);
        size >>= 8U;
    }
    return bytes;
}

}  // namespace

Digest sha256(ByteView message) {
    ready();
    Digest digest{};
    crypto_hash_sha256(raw(digest), raw(message), message.size());
    return digest;
}

Digest keyedHash(const SecretKey& key, std::initializer_list<ByteView> parts) {
    ready();
    crypto_generichash_state state;
    crypto_generichash_init(&state, raw(key.bytes()), key.bytes().size(), sizeof(Digest));
    for (const auto part : parts) {
        const auto length = lengthOf(part);
        crypto_generichash_update(&state, raw(length), length.size());
        crypto_generichash_update(&state, raw(part), part.size());
    }
    Digest digest{};
    crypto_generichash_final(&state, raw(digest), digest.size());
    return digest;
}

Digest hmacSha256(const SecretKey& key, ByteView message) {
    ready();
    static_assert(crypto_auth_hmacsha256_KEYBYTES == SecretKey::kSize);
    Digest digest{};
    crypto_auth_hmacsha256(raw(digest), raw(message), message.size(), raw(key.bytes()));
    return digest;
}

bool equalInConstantTime(ByteView left, ByteView right) {
    return left.size() == right.size() && sodium_memcmp(left.data(), right.data(), left.size()) == 0;
}

}  // namespace agon::crypto
