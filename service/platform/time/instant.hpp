#pragma once

#include <chrono>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace agon {

// A moment in time to the microsecond, as PostgreSQL's timestamptz has it. It comes from the database or from a
// request that named its offset; the service never reads a clock of its own to decide anything.
struct Instant {
    std::chrono::sys_time<std::chrono::microseconds> at{};

    auto operator<=>(const Instant&) const = default;
};

// RFC 3339 in UTC, always with six decimals: 2015-05-20T20:59:59.999999Z
std::string formatInstant(Instant instant);

// Accepts RFC 3339 with an offset or Z and up to six decimals. A time without an offset is refused.
std::optional<Instant> parseInstant(std::string_view text);

using CivilDate = std::chrono::year_month_day;

// ISO 8601: 1997-05-23
std::string formatDate(CivilDate date);
std::optional<CivilDate> parseDate(std::string_view text);

}  // namespace agon
