#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <string>
#include <string_view>

namespace agon {

// A value, or what it has to be: "must be a whole number from 1 to 64". The caller puts the setting's name before it.
template <class T>
using Parsed = std::expected<T, std::string>;

Parsed<std::int64_t> parseInteger(std::string_view text, std::int64_t least, std::int64_t most);

// 250ms, 5s, 2m, 1h.
Parsed<std::chrono::milliseconds> parseDuration(std::string_view text, std::chrono::milliseconds least,
                                                std::chrono::milliseconds most);
std::string formatDuration(std::chrono::milliseconds duration);

// 65536, 64KiB, 1MiB.
Parsed<std::int64_t> parseSize(std::string_view text, std::int64_t least, std::int64_t most);

// true or false.
Parsed<bool> parseSwitch(std::string_view text);

Parsed<std::string> parseChoice(std::string_view text, std::initializer_list<std::string_view> choices);

// http or https, a host, perhaps a port; no path, query or user. Comes back without a final slash.
Parsed<std::string> parseOrigin(std::string_view text);

// Where the service listens: an IP address with a port (0: any free one), or a unix socket.
struct ListenAddress {
    std::string host;  // empty for a unix socket
    std::uint16_t port = 0;
    std::string socketPath;

    [[nodiscard]] bool isUnixSocket() const { return !socketPath.empty(); }
    // True for 127.0.0.0/8, ::1 and unix sockets: nobody else can reach it.
    [[nodiscard]] bool isPrivate() const;
    [[nodiscard]] std::string text() const;
    bool operator==(const ListenAddress&) const = default;
};

// 127.0.0.1:8080, [::1]:8080 or unix:/run/agon/http.sock.
Parsed<ListenAddress> parseListenAddress(std::string_view text);

}  // namespace agon
