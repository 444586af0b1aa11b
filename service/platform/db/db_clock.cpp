#include "platform/db/db_clock.hpp"

#include <stdexcept>

namespace agon {
namespace {

using std::chrono::microseconds;

constexpr Sql kNow{"db.now", "select clock_timestamp() as now"};

std::int64_t steady() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<microseconds>(since).count();
}

}  // namespace

Task<void> DbClock::adjust(Db& db) {
    const auto before = steady();
    const auto rows = co_await db.query(kNow);
    const auto after = steady();
    const auto at = rows.front().get<Instant>("now").at.time_since_epoch().count();
    offset_.store(at - before - (after - before) / 2, std::memory_order_relaxed);
}

Instant DbClock::now() const {
    const auto offset = offset_.load(std::memory_order_relaxed);
    if (offset == kUnset) throw std::logic_error("the database's clock has not been looked at yet");
    return Instant{std::chrono::sys_time<microseconds>{microseconds{steady() + offset}}};
}

}  // namespace agon
