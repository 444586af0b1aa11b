#include "platform/db/db_type.hpp"

#include <limits>

namespace agon {
namespace {

using std::chrono::days;
using std::chrono::microseconds;
using std::chrono::sys_days;

// PostgreSQL counts from here.
constexpr sys_days kEpoch = std::chrono::January / 1 / 2000;

// Its first day, Julian day 0 (4714-11-24 BC). Its last is later than an Instant can be.
constexpr std::int64_t kFirstDay = -2'451'545;
constexpr std::int64_t kFirstMicrosecond = kFirstDay * 86'400'000'000;

constexpr std::int64_t kEpochSinceUnix = microseconds{kEpoch.time_since_epoch()}.count();

}  // namespace

void DbType<Instant>::encode(Instant value, std::string& to) {
    const auto sinceUnix = value.at.time_since_epoch().count();
    if (sinceUnix < kFirstMicrosecond + kEpochSinceUnix) throw DbUsageError("an instant before PostgreSQL's first day");
    wire::put(to, sinceUnix - kEpochSinceUnix);
}

Instant DbType<Instant>::decode(std::string_view bytes) {
    const auto value = wire::whole<std::int64_t>(bytes);
    // Both infinities, and the last decades, which would not fit.
    if (value < kFirstMicrosecond || value > std::numeric_limits<std::int64_t>::max() - kEpochSinceUnix)
        throw DbUsageError("a timestamp that is not an instant of the service");
    return Instant{kEpoch + microseconds{value}};
}

void DbType<CivilDate>::encode(CivilDate value, std::string& to) {
    if (!value.ok()) throw DbUsageError("a date that is in no calendar");
    const auto sinceEpoch = (sys_days{value} - kEpoch).count();
    if (sinceEpoch < kFirstDay) throw DbUsageError("a date before PostgreSQL's first day");
    wire::put(to, static_cast<std::int32_t>(sinceEpoch));
}

CivilDate DbType<CivilDate>::decode(std::string_view bytes) {
    const auto value = wire::whole<std::int32_t>(bytes);
    // Both infinities, and years that CivilDate does not have.
    constexpr auto kLast = (sys_days{std::chrono::year::max() / std::chrono::December / 31} - kEpoch).count();
    if (value < kFirstDay || value > kLast) throw DbUsageError("a date outside the calendar of the service");
    return CivilDate{kEpoch + days{value}};
}

void DbType<nlohmann::json>::encode(const nlohmann::json& value, std::string& to) {
    to += '\x01';  // the version of jsonb's binary form
    to += value.dump();
}

nlohmann::json DbType<nlohmann::json>::decode(std::string_view bytes) {
    if (bytes.starts_with('\x01')) bytes.remove_prefix(1);  // jsonb; json comes without
    return nlohmann::json::parse(bytes);
}

}  // namespace agon
