#include "platform/crypto/seal.hpp"

#include <sodium.h>

#include <algorithm>

#include "platform/crypto/random.hpp"
#include "platform/crypto/ready.hpp"

namespace agon::crypto {
namespace {

constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;
static_assert(crypto_aead_xchacha20poly1305_ietf_KEYBYTES == SecretKey::kSize);

const unsigned char* raw(ByteView bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());  // NOLINT: libsodium takes unsigned char
}

unsigned char* raw(std::span<std::byte> bytes) {
    return reinterpret_cast<unsigned char*>(bytes.data());  // NOLINT: libsodium takes unsigned char
}

}  // namespace

Bytes seal(const SecretKey& key, ByteView plain, ByteView context) {
    const auto nonce = randomBytes(kNonce);
    Bytes sealed(kNonce + plain.size() + kTag);
    std::ranges::copy(nonce, sealed.begin());
    crypto_aead_xchacha20poly1305_ietf_encrypt(raw(std::span{sealed}.subspan(kNonce)), nullptr, raw(plain),
                                               plain.size(), raw(context), context.size(), nullptr,
                                               raw(ByteView{nonce}), raw(key.bytes()));
    return sealed;
}

std::optional<Bytes> open(const SecretKey& key, ByteView sealed, ByteView context) {
    ready();
    if (sealed.size() < kNonce + kTag) return std::nullopt;
    Bytes plain(sealed.size() - kNonce - kTag);
    const auto box = sealed.subspan(kNonce);
    const int refused =
        crypto_aead_xchacha20poly1305_ietf_decrypt(raw(std::span{plain}), nullptr, nullptr, raw(box), box.size(),
                                                   raw(context), context.size(), raw(sealed), raw(key.bytes()));
    if (refused != 0) return std::nullopt;
    return plain;
}

}  // namespace agon::crypto
