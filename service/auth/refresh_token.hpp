#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "auth/bytes.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/time/instant.hpp"

namespace agon::auth {

// A refresh token names its session and its generation, under the server's key: K7QM-2F9X.12.signature. It is derived,
// not stored, so a copy of the database opens no session, and whoever asks twice for the same generation gets the same.
std::string makeRefreshToken(const crypto::SecretKey& key, std::string_view sessionCode, std::int32_t generation,
                             ByteView nonce);

// What a token claims; nothing is proved yet.
struct RefreshClaim {
    std::string sessionCode;
    std::int32_t generation;
};
std::optional<RefreshClaim> readRefreshToken(std::string_view token);

enum class RefreshVerdict : std::uint8_t {
    Rotate,  // the newest token: it is worth a new one
    Repeat,  // the one before, a moment after it was exchanged: the answer got lost, and is given again
    Theft,   // one that was exchanged before: two have it, so nobody keeps the session
    Forged,
};

// How long an exchanged token may be shown again, for answers that got lost on the way.
inline constexpr std::chrono::seconds kRepeatWithin{10};

struct RefreshState {
    std::int32_t generation;
    Bytes nonce;
    Instant rotatedAt;
};
RefreshVerdict judgeRefresh(const crypto::SecretKey& key, std::string_view token, const RefreshState& state,
                            Instant now);

}  // namespace agon::auth
