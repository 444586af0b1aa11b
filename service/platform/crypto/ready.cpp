#include "platform/crypto/ready.hpp"

#include <sodium.h>

#include <stdexcept>

namespace agon::crypto {

void ready() {
    static const int state = sodium_init();
    if (state < 0) throw std::runtime_error{"libsodium finds no source of randomness on this machine"};
}

}  // namespace agon::crypto
