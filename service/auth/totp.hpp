#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "auth/bytes.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/time/instant.hpp"

namespace agon::auth {

// RFC 6238 with what every authenticator understands: SHA-1, six digits, thirty seconds.
using TotpStep = std::int64_t;  // thirty-second steps since 1970

Bytes makeTotpSecret();
TotpStep totpStepAt(Instant now);
std::string totpCode(ByteView secret, TotpStep step);

// The step whose code this is: the present one or one to either side, for clocks that differ. Never a step up to and
// including `lastUsed`, so a code that was read over a shoulder is worth nothing. The caller stores the answer as the
// new `lastUsed` in the transaction that acts on it.
std::optional<TotpStep> matchTotp(ByteView secret, std::string_view code, TotpStep lastUsed, Instant now);

// RFC 4648 base 32 without padding: how a person types the secret.
std::string encodeBase32(ByteView bytes);

// otpauth://totp/Agon:name@example.org?secret=…&issuer=Agon
std::string otpauthUri(std::string_view issuer, std::string_view accountName, ByteView secret);

// For who has lost the authenticator: 120 random bits each, good once. They are shown once; the hash is kept.
std::vector<std::string> makeRecoveryCodes();

// Keyed, and the same for any way of typing the code: capitals, hyphens and spaces do not matter, and o, i, l read as
// the digits they look like.
Bytes hashRecoveryCode(const crypto::SecretKey& key, std::string_view code);

}  // namespace agon::auth
