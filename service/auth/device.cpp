#include "auth/device.hpp"

#include "platform/crypto/base64url.hpp"
#include "platform/crypto/digest.hpp"
#include "platform/crypto/random.hpp"

namespace agon::auth {
namespace {

constexpr std::size_t kNameBytes = 16;

crypto::Digest signatureOf(const crypto::SecretKey& key, std::string_view accountCode, ByteView name) {
    return crypto::keyedHash(key, {bytesOf("device"), bytesOf(accountCode), name});
}

}  // namespace

std::string makeDeviceCookie(const crypto::SecretKey& key, std::string_view accountCode) {
    auto cookie = crypto::randomBytes(kNameBytes);
    const auto signature = signatureOf(key, accountCode, cookie);
    cookie.insert(cookie.end(), signature.begin(), signature.end());
    return crypto::encodeBase64Url(cookie);
}

std::optional<std::string> knownDevice(const crypto::SecretKey& key, std::string_view accountCode,
                                       std::string_view cookie) {
    const auto bytes = crypto::decodeBase64Url(cookie);
    if (!bytes || bytes->size() != kNameBytes + sizeof(crypto::Digest)) return std::nullopt;
    const auto name = ByteView{*bytes}.first(kNameBytes);
    if (!crypto::equalInConstantTime(ByteView{*bytes}.subspan(kNameBytes), signatureOf(key, accountCode, name))) {
        return std::nullopt;
    }
    return crypto::encodeBase64Url(name);
}

}  // namespace agon::auth
