#include "registration/secret.hpp"

#include <fmt/format.h>

#include <charconv>

#include "platform/crypto/base64url.hpp"

namespace agon::registration {
namespace {

using crypto::bytesOf;

constexpr std::size_t kSecretBytes = 15;  // 120 bits, 20 letters to copy

std::string mark(const crypto::SecretKey& key, std::string_view text) {
    return crypto::encodeBase64Url(crypto::hmacSha256(key, bytesOf(text)));
}

// What stands before the last dot, if what stands behind it is its mark.
std::optional<std::string_view> marked(const crypto::SecretKey& key, std::string_view token) {
    const auto dot = token.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto text = token.substr(0, dot);
    const auto given = crypto::decodeBase64Url(token.substr(dot + 1));
    const bool isOurs = given && crypto::equalInConstantTime(*given, crypto::hmacSha256(key, bytesOf(text)));
    if (!isOurs) return std::nullopt;
    return text;
}

}  // namespace

EntrySecrets::EntrySecrets(const crypto::SecretKey& serverKey)
    : secret_(serverKey.derive("entry.secret")),
      token_(serverKey.derive("entry.token")),
      disavowal_(serverKey.derive("entry.disavowal")),
      link_(serverKey.derive("entry.link")) {}

std::string EntrySecrets::secretOf(std::string_view code, crypto::ByteView salt) const {
    const auto whole = crypto::keyedHash(secret_, {bytesOf(code), salt});
    return crypto::encodeBase64Url(crypto::ByteView{whole}.first(kSecretBytes));
}

crypto::Digest EntrySecrets::hashOf(std::string_view secret) {
    return crypto::sha256(bytesOf(secret));
}

std::string EntrySecrets::tokenFor(std::string_view code, Instant until) const {
    const auto text = fmt::format("{}.{}", code, until.at.time_since_epoch().count());
    return text + "." + mark(token_, text);
}

std::optional<std::string> EntrySecrets::codeIn(std::string_view token, Instant now) const {
    const auto text = marked(token_, token);
    if (!text) return std::nullopt;
    const auto dot = text->find('.');
    const auto digits = text->substr(dot + 1);
    std::int64_t until = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), until);
    if (read.ec != std::errc{} || until <= now.at.time_since_epoch().count()) return std::nullopt;
    return std::string{text->substr(0, dot)};
}

std::string EntrySecrets::disavowalToken(std::string_view code) const {
    return std::string{code} + "." + mark(disavowal_, code);
}

std::optional<std::string> EntrySecrets::disavowedIn(std::string_view token) const {
    const auto code = marked(disavowal_, token);
    if (!code) return std::nullopt;
    return std::string{*code};
}

std::string EntrySecrets::linkToken(crypto::ByteView nonce) const {
    return crypto::encodeBase64Url(crypto::keyedHash(link_, {nonce}));
}

}  // namespace agon::registration
