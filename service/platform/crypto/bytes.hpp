#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace agon::crypto {

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

inline ByteView bytesOf(std::string_view text) {
    return std::as_bytes(std::span{text.data(), text.size()});
}

}  // namespace agon::crypto
