#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "auth/bytes.hpp"
#include "platform/crypto/secret.hpp"

namespace agon::auth {

// A device that has signed in to an account before carries a cookie that says so, under our key. It opens nothing; it
// only gives the device its own bucket of attempts (throttle.hpp).
std::string makeDeviceCookie(const crypto::SecretKey& key, std::string_view accountCode);

// The device's own name, if the cookie is ours and for the account one tries to enter.
std::optional<std::string> knownDevice(const crypto::SecretKey& key, std::string_view accountCode,
                                       std::string_view cookie);

}  // namespace agon::auth
