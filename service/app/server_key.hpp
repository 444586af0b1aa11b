#pragma once

#include <filesystem>

#include "app/settings.hpp"
#include "platform/crypto/secret.hpp"

namespace agon::app {

// The key that every secret of the service is derived from: the configured one, or the one in the data directory, made
// there when it is first needed. Throws OperatorError when an outside database is used without a configured key: a
// second instance with a key of its own would not recognise what the first has promised.
crypto::SecretKey serverKey(const Settings& settings);

std::filesystem::path serverKeyFile(const std::filesystem::path& dataDir);

}  // namespace agon::app
