#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "platform/crypto/bytes.hpp"

namespace agon::crypto {

// RFC 4648, section 5, without padding.
std::string encodeBase64Url(ByteView bytes);

// Nothing unless `text` is exactly what encodeBase64Url() makes of some bytes: no padding, no white space, no stray
// bits at the end.
std::optional<Bytes> decodeBase64Url(std::string_view text);

}  // namespace agon::crypto
