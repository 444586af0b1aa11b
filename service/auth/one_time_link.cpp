#include "auth/one_time_link.hpp"

#include <fmt/format.h>

#include "platform/crypto/base64url.hpp"

namespace agon::auth {

std::string_view nameOf(LinkPurpose purpose) {
    return purpose == LinkPurpose::Invitation ? "invitation" : "reset";
}

std::optional<LinkPurpose> linkPurposeNamed(std::string_view name) {
    if (name == "invitation") return LinkPurpose::Invitation;
    if (name == "reset") return LinkPurpose::Reset;
    return std::nullopt;
}

std::string linkToken(const crypto::SecretKey& key, LinkPurpose purpose, ByteView nonce) {
    return crypto::encodeBase64Url(crypto::keyedHash(key, {bytesOf("one-time-link"), bytesOf(nameOf(purpose)), nonce}));
}

crypto::Digest hashLinkToken(std::string_view token) {
    return crypto::sha256(bytesOf(token));
}

std::string linkAddress(std::string_view publicUrl, LinkPurpose purpose, std::string_view token) {
    return fmt::format("{}/admin#/{}?token={}", publicUrl, nameOf(purpose), token);
}

}  // namespace agon::auth
