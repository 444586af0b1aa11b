#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

namespace agon {

// The service's log: one JSON object per line on standard error, written whole, from any thread.
//
//   logWarning("db.connection_lost", {{"pool", "agon-app"}, {"sql_state", error.sqlState()}});
//   {"time":"2015-05-20T20:59:59.999999Z","level":"warning","event":"db.connection_lost","pool":"agon-app",...}
//
// The event is a constant word of the form part.what_happened; whatever varies is a field. Fields hold codes, ids,
// counts and durations, never personal data: no names, addresses, request bodies or query strings.
enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error, Off };

// A key and a typed value. Text is viewed, not copied: it has to live until the call returns, which it does when the
// field is written in the call.
struct LogField {
    using Value = std::variant<bool, std::int64_t, std::uint64_t, double, std::string_view>;

    LogField(std::string_view name, bool is) : key{name}, value{is} {}
    LogField(std::string_view name, std::signed_integral auto number)
        : key{name}, value{static_cast<std::int64_t>(number)} {}
    LogField(std::string_view name, std::unsigned_integral auto number)
        : key{name}, value{static_cast<std::uint64_t>(number)} {}
    LogField(std::string_view name, double number) : key{name}, value{number} {}
    LogField(std::string_view name, std::string_view text) : key{name}, value{text} {}
    LogField(std::string_view name, const char* text) : key{name}, value{std::string_view{text}} {}
    LogField(std::string_view name, const std::string& text) : key{name}, value{std::string_view{text}} {}

    std::string_view key;  // not one of time, level, event
    Value value;
};

using LogFields = std::initializer_list<LogField>;

void logDebug(std::string_view event, LogFields fields = {});
void logInfo(std::string_view event, LogFields fields = {});
void logWarning(std::string_view event, LogFields fields = {});
void logError(std::string_view event, LogFields fields = {});

// Lines below the level are dropped. Info unless told otherwise.
void setLogLevel(LogLevel level);
bool isLogged(LogLevel level);

// Where lines go instead of standard error; each comes without its line end, one at a time. An empty function brings
// standard error back. For tests.
void setLogSink(std::function<void(std::string_view line)> sink);

// From now on what Drogon and Trantor have to say comes out as lines of this log, with the event "drogon.message", from
// the given level on. To be called before their threads start.
void captureDrogonLog(LogLevel from = LogLevel::Warning);

}  // namespace agon
