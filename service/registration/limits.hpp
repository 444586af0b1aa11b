#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>
#include <unordered_map>

#include "auth/throttle.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/problem/problem.hpp"

namespace agon::registration {

struct LimitOptions {
    // A whole school may sit behind one address.
    auth::BucketLimit address{120, std::chrono::milliseconds{500}};
    auth::BucketLimit contact{6, std::chrono::seconds{30}};
};

// How often one address, and one e-mail or telephone, may be tried. Kept in the memory of each instance, by keyed hash:
// asking the database would cost every honest person a round trip. Safe on every loop.
class Limits {
  public:
    Limits(const crypto::SecretKey& serverKey, LimitOptions options)
        : key_(serverKey.derive("entry.limits")), options_(options) {}

    // TooManyRequests, with the time to wait. Says nothing about which of them it was.
    Result<void> countAddress(std::string_view peer, Instant now);
    Result<void> countContact(std::string_view contact, Instant now);

  private:
    Result<void> count(std::string_view kind, std::string_view value, const auth::BucketLimit& limit, Instant now);
    void forgetFullOnes(Instant now);

    const crypto::SecretKey key_;
    const LimitOptions options_;
    std::mutex mutex_;
    std::unordered_map<std::uint64_t, auth::BucketState> buckets_;
    std::size_t forgetAt_ = 65'536;
};

}  // namespace agon::registration
