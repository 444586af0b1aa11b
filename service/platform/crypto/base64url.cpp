#include "platform/crypto/base64url.hpp"

#include <sodium.h>

#include <algorithm>

namespace agon::crypto {

std::string encodeBase64Url(ByteView bytes) {
    constexpr int kVariant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
    std::string text(sodium_base64_encoded_len(bytes.size(), kVariant), '\0');
    sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),  // NOLINT
                      bytes.size(), kVariant);
    text.pop_back();  // the terminating zero
    return text;
}

std::optional<Bytes> decodeBase64Url(std::string_view text) {
    // libsodium 1.0.18 reads an A with the eighth bit set as an A: one value would have two spellings.
    const auto isAscii = [](char letter) {
        return static_cast<unsigned char>(letter) < 0x80U;
    };
    if (!std::ranges::all_of(text, isAscii)) return std::nullopt;
    Bytes bytes(text.size() / 4 * 3 + 3);
    std::size_t size = 0;
    const char* end = nullptr;
    const int refused =
        sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),  // NOLINT
                          text.size(), nullptr, &size, &end, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    if (refused != 0 || end != text.data() + text.size()) return std::nullopt;
    bytes.resize(size);
    return bytes;
}

}  // namespace agon::crypto
