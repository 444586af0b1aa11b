#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "platform/async/task.hpp"
#include "platform/db/db.hpp"
#include "platform/time/instant.hpp"

namespace agon {

// The database's clock between two looks at it: what decides about tokens, leases and limits where asking the database
// would cost a round trip. Carried forward by the machine's steady clock, so that setting the wall clock of one
// instance changes nothing.
class DbClock {
  public:
    // Looks at the database's clock. Throws DbError; the clock then goes on as it was.
    Task<void> adjust(Db& db);

    // From any thread. Throws std::logic_error before the first adjust().
    [[nodiscard]] Instant now() const;
    [[nodiscard]] bool isSet() const { return offset_.load(std::memory_order_relaxed) != kUnset; }

  private:
    static constexpr std::int64_t kUnset = std::numeric_limits<std::int64_t>::min();

    std::atomic<std::int64_t> offset_{kUnset};  // microseconds from the steady clock to the database's
};

}  // namespace agon
