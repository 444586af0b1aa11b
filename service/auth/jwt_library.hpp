#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "platform/crypto/secret.hpp"

namespace agon::auth {

// The one place that knows which JWT library is built in: jwt-cpp, or Debian's cpp-jwt.

// A signed token of type at+jwt with HS256.
std::string signJwt(const std::string& kid, const nlohmann::json& payload, const crypto::SecretKey& key);

// The payload of a token whose signature has been verified. Throws std::exception when it is not an object.
nlohmann::json readJwtPayload(const std::string& token);

}  // namespace agon::auth
