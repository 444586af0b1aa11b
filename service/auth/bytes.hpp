#pragma once

#include "platform/crypto/bytes.hpp"

namespace agon::auth {

using crypto::Bytes;
using crypto::bytesOf;
using crypto::ByteView;

}  // namespace agon::auth
