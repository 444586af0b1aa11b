#pragma once

namespace agon::crypto {

// Prepares libsodium, once per process, from any thread. Throws std::runtime_error when the machine has no source of
// randomness. Whatever needs it calls it.
void ready();

}  // namespace agon::crypto
