#pragma once

#include <array>
#include <string_view>

#include "platform/crypto/bytes.hpp"

namespace agon::crypto {

// 256 bits that nobody else may know. Wiped when destroyed; has no printed form.
class SecretKey {
  public:
    static constexpr std::size_t kSize = 32;

    // Throws std::invalid_argument unless `bytes` has exactly kSize bytes.
    explicit SecretKey(ByteView bytes);
    static SecretKey random();
    ~SecretKey();
    SecretKey(const SecretKey&) = default;
    SecretKey& operator=(const SecretKey&) = default;

    ByteView bytes() const { return bytes_; }

    // An independent key for one purpose: a keyed hash of purpose and salt. Knowing it tells nothing about this key.
    SecretKey derive(std::string_view purpose, ByteView salt = {}) const;

  private:
    std::array<std::byte, kSize> bytes_{};
};

}  // namespace agon::crypto
