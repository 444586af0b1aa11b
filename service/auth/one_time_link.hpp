#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "auth/bytes.hpp"
#include "auth/model.hpp"
#include "platform/crypto/digest.hpp"
#include "platform/crypto/secret.hpp"

namespace agon::auth {

enum class LinkPurpose : std::uint8_t { Invitation, Reset };

std::string_view nameOf(LinkPurpose purpose);
std::optional<LinkPurpose> linkPurposeNamed(std::string_view name);

// The secret of a one-time link: derived from its row under the server's key whenever it is written down, so that
// neither the database nor the outbox holds it.
std::string linkToken(const crypto::SecretKey& key, LinkPurpose purpose, ByteView nonce);

// What the database keeps of it.
crypto::Digest hashLinkToken(std::string_view token);

// The address a person opens. The token stands behind the #, which browsers send to nobody.
std::string linkAddress(std::string_view publicUrl, LinkPurpose purpose, std::string_view token);

}  // namespace agon::auth
