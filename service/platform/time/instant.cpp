#include "platform/time/instant.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace agon {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::minutes;
using std::chrono::seconds;

// Takes exactly `digits` digits off the front of `text`.
std::optional<int> takeNumber(std::string_view& text, std::size_t digits) {
    if (text.size() < digits) return std::nullopt;
    int value = 0;
    for (const char c : text.substr(0, digits)) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + (c - '0');
    }
    text.remove_prefix(digits);
    return value;
}

bool takeOneOf(std::string_view& text, std::string_view choices) {
    if (text.empty() || !choices.contains(text.front())) return false;
    text.remove_prefix(1);
    return true;
}

std::optional<CivilDate> takeDate(std::string_view& text) {
    const auto year = takeNumber(text, 4);
    if (!year || !takeOneOf(text, "-")) return std::nullopt;
    const auto month = takeNumber(text, 2);
    if (!month || !takeOneOf(text, "-")) return std::nullopt;
    const auto day = takeNumber(text, 2);
    if (!day) return std::nullopt;
    const CivilDate date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                         std::chrono::day{static_cast<unsigned>(*day)}};
    if (*year == 0 || !date.ok()) return std::nullopt;
    return date;
}

std::optional<microseconds> takeTimeOfDay(std::string_view& text) {
    const auto hour = takeNumber(text, 2);
    if (!hour || *hour > 23 || !takeOneOf(text, ":")) return std::nullopt;
    const auto minute = takeNumber(text, 2);
    if (!minute || *minute > 59 || !takeOneOf(text, ":")) return std::nullopt;
    const auto second = takeNumber(text, 2);
    if (!second || *second > 59) return std::nullopt;
    auto time = hours{*hour} + minutes{*minute} + seconds{*second} + microseconds{0};
    if (!takeOneOf(text, ".")) return time;
    microseconds unit{100'000};
    for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1), unit /= 10) {
        if (unit == microseconds::zero()) return std::nullopt;
        time += unit * (text.front() - '0');
    }
    if (unit == microseconds{100'000}) return std::nullopt;  // a point with nothing after it
    return time;
}

std::optional<minutes> takeOffset(std::string_view& text) {
    if (takeOneOf(text, "Zz")) return minutes{0};
    const bool west = text.starts_with('-');
    if (!takeOneOf(text, "+-")) return std::nullopt;
    const auto hour = takeNumber(text, 2);
    if (!hour || *hour > 23 || !takeOneOf(text, ":")) return std::nullopt;
    const auto minute = takeNumber(text, 2);
    if (!minute || *minute > 59) return std::nullopt;
    const auto offset = hours{*hour} + minutes{*minute};
    return west ? -offset : offset;
}

}  // namespace

std::string formatDate(CivilDate date) {
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                       static_cast<unsigned>(date.day()));
}

std::optional<CivilDate> parseDate(std::string_view text) {
    const auto date = takeDate(text);
    return text.empty() ? date : std::nullopt;
}

std::string formatInstant(Instant instant) {
    const auto day = std::chrono::floor<days>(instant.at);
    const std::chrono::hh_mm_ss time{instant.at - day};
    return fmt::format("{}T{:02}:{:02}:{:02}.{:06}Z", formatDate(CivilDate{day}), time.hours().count(),
                       time.minutes().count(), time.seconds().count(), time.subseconds().count());
}

std::optional<Instant> parseInstant(std::string_view text) {
    const auto date = takeDate(text);
    if (!date || !takeOneOf(text, "Tt")) return std::nullopt;
    const auto time = takeTimeOfDay(text);
    if (!time) return std::nullopt;
    const auto offset = takeOffset(text);
    if (!offset || !text.empty()) return std::nullopt;
    const Instant instant{std::chrono::sys_days{*date} + *time - *offset};
    // The offset may lead out of the years that can be written again.
    const auto year = CivilDate{std::chrono::floor<days>(instant.at)}.year();
    if (year < std::chrono::year{1} || year > std::chrono::year{9999}) return std::nullopt;
    return instant;
}

}  // namespace agon
