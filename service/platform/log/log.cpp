#include "platform/log/log.hpp"

#include <trantor/utils/Logger.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "platform/time/instant.hpp"

namespace agon {
namespace {

std::atomic<LogLevel> threshold{LogLevel::Info};

struct Output {
    std::mutex mutex;
    std::function<void(std::string_view)> sink;
};

// Never destroyed: threads may still write while the process ends.
Output& output() {
    static auto* const made = new Output;
    return *made;
}

constexpr std::array<std::string_view, 4> kLevelNames{"debug", "info", "warning", "error"};

// A log that cannot be written must not take the service down, so failures end the line and nothing else.
void writeToStandardError(std::string_view line) {
    while (!line.empty()) {
        const auto written = ::write(STDERR_FILENO, line.data(), line.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        line.remove_prefix(static_cast<std::size_t>(written));
    }
}

// Quoted and escaped; bytes that are not UTF-8 become U+FFFD, so that a line is always JSON.
void append(std::string& line, std::string_view text) {
    line += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append(std::string& line, const LogField::Value& value) {
    std::visit(
        [&line](const auto& held) {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::string_view>) {
                append(line, held);
            } else {
                line += nlohmann::json(held).dump();  // numbers JSON does not have become null
            }
        },
        value);
}

void write(LogLevel level, std::string_view event, std::span<const LogField> fields) {
    if (!isLogged(level)) return;
    const auto now = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
    std::string line;
    line.reserve(256);
    line += R"({"time":")";
    line += formatInstant(Instant{now});
    line += R"(","level":")";
    line += kLevelNames[static_cast<std::size_t>(level)];
    line += R"(","event":)";
    append(line, event);
    for (const auto& field : fields) {
        line += ',';
        append(line, field.key);
        line += ':';
        append(line, field.value);
    }
    line += "}\n";

    auto& out = output();
    const std::scoped_lock lock{out.mutex};
    if (out.sink) {
        line.pop_back();
        out.sink(line);
    } else {
        writeToStandardError(line);
    }
}

// Trantor hands over finished text: "20150520 20:59:59.999999 UTC 4711 WARN  the message - File.cc:12\n". Its level
// is the first of the words it uses for one; a message without is raw output.
void writeDrogonMessage(std::string_view text, LogLevel from) {
    static constexpr std::array<std::pair<std::string_view, LogLevel>, 6> kLevels{{{" TRACE ", LogLevel::Debug},
                                                                                   {" DEBUG ", LogLevel::Debug},
                                                                                   {" INFO ", LogLevel::Info},
                                                                                   {" WARN ", LogLevel::Warning},
                                                                                   {" ERROR ", LogLevel::Error},
                                                                                   {" FATAL ", LogLevel::Error}}};
    while (text.ends_with('\n')) text.remove_suffix(1);
    auto level = LogLevel::Info;
    auto first = std::string_view::npos;
    for (const auto& [word, meaning] : kLevels) {
        const auto at = text.find(word);
        if (at >= first) continue;
        first = at;
        level = meaning;
    }
    // Time and thread come before the level's word. Anything farther in is the message's own.
    constexpr std::size_t kLongestPrefix = 48;
    if (first > kLongestPrefix) {
        level = LogLevel::Info;
    } else {
        text.remove_prefix(text.find(' ', first + 1));
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
    if (level < from) return;  // Trantor's macros for warnings and errors do not ask for the level
    const std::array fields{LogField{"message", text}};
    write(level, "drogon.message", fields);
}

trantor::Logger::LogLevel trantorLevel(LogLevel level) {
    switch (level) {
        case LogLevel::Debug:
            return trantor::Logger::kDebug;
        case LogLevel::Info:
            return trantor::Logger::kInfo;
        case LogLevel::Warning:
            return trantor::Logger::kWarn;
        case LogLevel::Error:
        case LogLevel::Off:
            break;
    }
    return trantor::Logger::kError;
}

}  // namespace

void logDebug(std::string_view event, LogFields fields) {
    write(LogLevel::Debug, event, fields);
}
void logInfo(std::string_view event, LogFields fields) {
    write(LogLevel::Info, event, fields);
}
void logWarning(std::string_view event, LogFields fields) {
    write(LogLevel::Warning, event, fields);
}
void logError(std::string_view event, LogFields fields) {
    write(LogLevel::Error, event, fields);
}

void setLogLevel(LogLevel level) {
    threshold.store(level, std::memory_order_relaxed);
}

bool isLogged(LogLevel level) {
    return level >= threshold.load(std::memory_order_relaxed) && level != LogLevel::Off;
}

void setLogSink(std::function<void(std::string_view)> sink) {
    auto& out = output();
    const std::scoped_lock lock{out.mutex};
    out.sink = std::move(sink);
}

void captureDrogonLog(LogLevel from) {
    trantor::Logger::setLogLevel(trantorLevel(from));
    trantor::Logger::setOutputFunction(
        [from](const char* text, std::uint64_t size) {
            writeDrogonMessage({text, static_cast<std::size_t>(size)}, from);
        },
        [] {});
}

}  // namespace agon
