#include "platform/config/values.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <ranges>
#include <span>
#include <utility>

namespace agon {
namespace {

using std::chrono::milliseconds;

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

struct Unit {
    std::string_view suffix;
    std::int64_t factor;
};

// Longest suffix first where one ends in another: "ms" before "s".
constexpr std::array kTimeUnits{Unit{"ms", 1}, Unit{"s", 1'000}, Unit{"m", 60'000}, Unit{"h", 3'600'000}};
constexpr std::array kSizeUnits{Unit{"KiB", 1'024}, Unit{"MiB", 1'024 * 1'024}, Unit{"GiB", 1'024 * 1'024 * 1'024}};

std::optional<std::int64_t> scaled(std::string_view text, std::span<const Unit> units) {
    for (const auto& unit : units) {
        if (!text.ends_with(unit.suffix)) continue;
        const auto number = wholeNumber(text.substr(0, text.size() - unit.suffix.size()));
        std::int64_t product = 0;
        if (!number || __builtin_mul_overflow(*number, unit.factor, &product)) return std::nullopt;
        return product;
    }
    return std::nullopt;
}

std::string formatSize(std::int64_t bytes) {
    for (const auto& unit : std::views::reverse(kSizeUnits)) {
        if (bytes >= unit.factor && bytes % unit.factor == 0) {
            return fmt::format("{}{}", bytes / unit.factor, unit.suffix);
        }
    }
    return fmt::format("{}", bytes);
}

bool isAddress(const std::string& host) {
    std::array<unsigned char, sizeof(in6_addr)> ignored{};
    return inet_pton(AF_INET, host.c_str(), ignored.data()) == 1 ||
           inet_pton(AF_INET6, host.c_str(), ignored.data()) == 1;
}

Parsed<ListenAddress> parseSocketPath(std::string_view path) {
    constexpr auto kLongest = sizeof(sockaddr_un::sun_path) - 1;
    if (!path.starts_with('/')) return std::unexpected{"must have an absolute path after unix:"};
    if (path.size() > kLongest) {
        return std::unexpected{
            fmt::format("must have a socket path of at most {} bytes; this one has {}", kLongest, path.size())};
    }
    return ListenAddress{.host = {}, .port = 0, .socketPath = std::string{path}};
}

}  // namespace

Parsed<std::int64_t> parseInteger(std::string_view text, std::int64_t least, std::int64_t most) {
    const auto value = wholeNumber(text);
    if (value && *value >= least && *value <= most) return *value;
    return std::unexpected{fmt::format("must be a whole number from {} to {}", least, most)};
}

Parsed<milliseconds> parseDuration(std::string_view text, milliseconds least, milliseconds most) {
    const auto value = scaled(text, kTimeUnits);
    if (value && *value >= least.count() && *value <= most.count()) return milliseconds{*value};
    return std::unexpected{
        fmt::format("must be a time from {} to {}, like 250ms, 5s or 2m", formatDuration(least), formatDuration(most))};
}

std::string formatDuration(milliseconds duration) {
    for (const auto& unit : std::views::reverse(kTimeUnits)) {
        if (duration.count() >= unit.factor && duration.count() % unit.factor == 0) {
            return fmt::format("{}{}", duration.count() / unit.factor, unit.suffix);
        }
    }
    return "0ms";
}

Parsed<std::int64_t> parseSize(std::string_view text, std::int64_t least, std::int64_t most) {
    const auto plain = wholeNumber(text);
    const auto value = plain ? plain : scaled(text, kSizeUnits);
    if (value && *value >= least && *value <= most) return *value;
    return std::unexpected{
        fmt::format("must be a size from {} to {}, like 65536, 64KiB or 1MiB", formatSize(least), formatSize(most))};
}

Parsed<bool> parseSwitch(std::string_view text) {
    if (text == "true") return true;
    if (text == "false") return false;
    return std::unexpected{"must be true or false"};
}

Parsed<std::string> parseChoice(std::string_view text, std::initializer_list<std::string_view> choices) {
    if (std::ranges::find(choices, text) != choices.end()) return std::string{text};
    return std::unexpected{fmt::format("must be one of {}", fmt::join(choices, ", "))};
}

Parsed<std::string> parseOrigin(std::string_view text) {
    const auto refused = std::unexpected{std::string{"must be like https://agon.example.org, without a path"}};
    auto rest = text;
    if (rest.starts_with("https://")) {
        rest.remove_prefix(8);
    } else if (rest.starts_with("http://")) {
        rest.remove_prefix(7);
    } else {
        return refused;
    }
    if (rest.ends_with('/')) rest.remove_suffix(1);
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view{".-:[]"}.contains(c);
    };
    if (rest.empty() || !std::ranges::all_of(rest, allowed)) return refused;
    return std::string{text.substr(0, static_cast<std::size_t>(rest.data() - text.data()) + rest.size())};
}

bool ListenAddress::isPrivate() const {
    return isUnixSocket() || host.starts_with("127.") || host == "::1";
}

std::string ListenAddress::text() const {
    if (isUnixSocket()) return "unix:" + socketPath;
    return host.contains(':') ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

Parsed<ListenAddress> parseListenAddress(std::string_view text) {
    if (text.starts_with("unix:")) return parseSocketPath(text.substr(5));
    const auto refused = std::unexpected{
        std::string{"must be an address with a port, like 127.0.0.1:8080 or [::1]:8080, or unix:/path/to/socket"}};
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) return refused;
    auto host = text.substr(0, colon);
    const bool bracketed = host.starts_with('[') && host.ends_with(']');
    if (host.contains(':') && !bracketed) return refused;
    if (bracketed) host = host.substr(1, host.size() - 2);
    const auto port = wholeNumber(text.substr(colon + 1));
    if (!port || *port < 0 || *port > 65'535 || !isAddress(std::string{host})) return refused;
    return ListenAddress{.host = std::string{host}, .port = static_cast<std::uint16_t>(*port), .socketPath = {}};
}

}  // namespace agon
