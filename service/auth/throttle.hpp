#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "auth/bytes.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/time/instant.hpp"

namespace agon::auth {

// A token bucket: `burst` attempts at once, one more every `interval`.
struct BucketLimit {
    double burst;
    std::chrono::milliseconds interval;
};

struct BucketState {
    double tokens;
    Instant at;
};

// What may be tried how often. A stranger's failures must never keep somebody else out, so an account has a bucket for
// strangers and each device that has signed in to it before has its own; an address has one too, wide enough for a
// whole school behind it.
struct ThrottleLimits {
    BucketLimit address{60, std::chrono::seconds{2}};
    BucketLimit accountByStrangers{10, std::chrono::seconds{30}};
    BucketLimit accountByKnownDevice{10, std::chrono::seconds{30}};
    BucketLimit secondFactor{5, std::chrono::minutes{5}};  // filled only by who knows the password
    BucketLimit mailToAccount{3, std::chrono::minutes{20}};
};

// The state after one attempt, or how long to wait for one. An absent state is a full bucket; a clock that went back
// adds nothing.
struct Attempt {
    BucketState state;
    std::optional<std::chrono::seconds> waitFor;  // the attempt is refused
};
Attempt attempt(const std::optional<BucketState>& before, const BucketLimit& limit, Instant now);

// One attempt against several buckets at once: it counts in all of them or, when one refuses, in none. So a flood that
// its address stops does not empty the account's bucket.
struct Attempts {
    std::vector<BucketState> states;  // unchanged ones too, in the order of the limits
    std::optional<std::chrono::seconds> waitFor;
};
Attempts attemptAll(std::span<const std::optional<BucketState>> before, std::span<const BucketLimit> limits,
                    Instant now);

// The name of a bucket in the database: a keyed hash, so that neither address nor e-mail stands there.
Bytes bucketName(const crypto::SecretKey& key, std::string_view kind, std::string_view value);

// The part of a peer's address that one customer of a provider controls: an IPv4 address, or 64 bits of an IPv6 one.
std::string networkOf(std::string_view address);

}  // namespace agon::auth
