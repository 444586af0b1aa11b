#include "auth/token.hpp"

#include <algorithm>

#include "auth/jwt_library.hpp"
#include "platform/crypto/base64url.hpp"
#include "platform/crypto/digest.hpp"

namespace agon::auth {
namespace {

constexpr std::size_t kLongestToken = 2048;

std::int64_t secondsOf(Instant instant) {
    return std::chrono::floor<std::chrono::seconds>(instant.at).time_since_epoch().count();
}

bool isSigned(std::string_view token, const KeyRing::Key& key) {
    const auto dot = token.rfind('.');
    const auto signature = crypto::decodeBase64Url(token.substr(dot + 1));
    return signature &&
           crypto::equalInConstantTime(*signature, crypto::hmacSha256(key.secret, bytesOf(token.substr(0, dot))));
}

bool holds(const nlohmann::json& payload, const TokenOptions& options, Instant now) {
    const auto at = secondsOf(now);
    const auto leeway = options.leeway.count();
    return payload.at("iss").get_ref<const std::string&>() == options.issuer &&
           payload.at("aud").get_ref<const std::string&>() == options.audience &&
           payload.at("iat").get<std::int64_t>() <= at + leeway &&
           payload.at("nbf").get<std::int64_t>() <= at + leeway && at < payload.at("exp").get<std::int64_t>();
}

}  // namespace

std::string AccessTokens::issue(const AccessClaims& claims, const KeyRing& keys, Instant now) const {
    const auto& key = keys.signing(now);
    const auto at = secondsOf(now);
    const nlohmann::json payload{
        {"iss", options_.issuer},
        {"aud", options_.audience},
        {"sub", claims.account},
        {"sid", claims.session},
        {"ver", claims.version},
        {"iat", at},
        {"nbf", at},
        {"exp", at + options_.lifetime.count()},
    };
    return signJwt(key.kid, payload, key.secret);
}

std::optional<AccessClaims> AccessTokens::verify(std::string_view token, const KeyRing& keys, Instant now) const {
    if (token.size() > kLongestToken || std::ranges::count(token, '.') != 2) return std::nullopt;
    const auto* key = keys.findByHeader(token.substr(0, token.find('.')), now);
    if (key == nullptr || !isSigned(token, *key)) return std::nullopt;
    // From here on the text is our own: what fails is a token of another kind under the same key, or our mistake.
    try {
        const auto payload = readJwtPayload(std::string{token});
        if (!holds(payload, options_, now)) return std::nullopt;
        return AccessClaims{payload.at("sub").get<std::string>(), payload.at("sid").get<std::string>(),
                            payload.at("ver").get<std::int32_t>()};
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

}  // namespace agon::auth
