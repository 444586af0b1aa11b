#include "auth/jwt_library.hpp"

#include <stdexcept>

#ifdef AGON_JWT_CPP
#include <jwt-cpp/traits/nlohmann-json/traits.h>
#else
#include <jwt/jwt.hpp>
#endif

namespace agon::auth {
namespace {

constexpr auto kType = "at+jwt";

// Both libraries take a key as text.
std::string textOf(const crypto::SecretKey& key) {
    return {reinterpret_cast<const char*>(key.bytes().data()), key.bytes().size()};  // NOLINT
}

}  // namespace

#ifdef AGON_JWT_CPP

using Traits = jwt::traits::nlohmann_json;

std::string signJwt(const std::string& kid, const nlohmann::json& payload, const crypto::SecretKey& key) {
    auto builder = jwt::builder<jwt::default_clock, Traits>{jwt::default_clock{}};
    builder.set_type(kType).set_key_id(kid);
    for (const auto& [name, value] : payload.items()) builder.set_payload_claim(name, value);
    return builder.sign(jwt::algorithm::hs256{textOf(key)});
}

nlohmann::json readJwtPayload(const std::string& token) {
    const auto decoded = jwt::decode<Traits>(token);
    return decoded.get_payload_json();
}

#else

std::string signJwt(const std::string& kid, const nlohmann::json& payload, const crypto::SecretKey& key) {
    jwt::jwt_header header{jwt::algorithm::HS256};
    header.add_header("kid", kid);
    header.add_header("typ", std::string{kType}, true);
    jwt::jwt_payload claims;
    for (const auto& [name, value] : payload.items()) claims.add_claim(name, value);
    const auto secret = textOf(key);
    std::error_code error;
    auto token = jwt::jwt_signature{secret}.encode(header, claims, error);
    if (error) throw std::runtime_error{"a token cannot be signed"};
    return token;
}

// jwt::decode() knows no type but "JWT" and compares signatures letter by letter; its payload reader is all we need.
nlohmann::json readJwtPayload(const std::string& token) {
    const auto begin = token.find('.') + 1;
    const std::string part = token.substr(begin, token.rfind('.') - begin);
    jwt::jwt_payload claims;
    std::error_code error;
    claims.decode(part, error);
    auto payload = claims.create_json_obj();
    if (error || !payload.is_object()) throw std::runtime_error{"the payload of a token is not an object"};
    return payload;
}

#endif

}  // namespace agon::auth
