#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "platform/async/worker_pool.hpp"
#include "platform/problem/problem.hpp"

namespace agon::auth {

// Cost of one Argon2id hash. The default is the second choice of RFC 9106, with the one lane that libsodium has.
struct HashCost {
    std::size_t memoryBytes = std::size_t{64} << 20U;
    unsigned passes = 3;
};

// False for settings below the least that OWASP recommends: 19 MiB and two passes, or equals of it.
bool isStrongEnough(const HashCost& cost);

// A PHC string: $argon2id$v=19$m=65536,t=3,p=1$salt$tag. Slow and hungry by design: on a worker only.
std::string hashPassword(std::string_view password, const HashCost& cost);
bool matchesHash(std::string_view password, const std::string& hash);

// True when `hash` was made at another cost, so that it is to be made anew while the password is at hand.
bool isOutdated(const std::string& hash, const HashCost& cost);

// Passwords, hashed on a bounded pool. Thread-safe; callers resume on their own loop. A full queue is Unavailable, to
// be tried again: hashing is the one thing here that a stranger can make us pay for.
class PasswordHasher {
  public:
    PasswordHasher(WorkerPool& workers, HashCost cost);

    Task<Result<std::string>> hash(std::string password);

    // For an unknown account pass no hash: the same work is done on a hash that nothing matches, and the answer is
    // false. So whoever measures the time learns nothing.
    Task<Result<bool>> verify(std::string password, std::optional<std::string> hash);

    bool isOutdated(const std::string& hash) const;

  private:
    WorkerPool& workers_;
    const HashCost cost_;
    const std::string decoy_;
};

}  // namespace agon::auth
