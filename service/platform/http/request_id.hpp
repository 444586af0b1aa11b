#pragma once

#include <string>
#include <string_view>

namespace agon::http {

// Whether what stands in front of the service is ours: then its word counts on who the client is (X-Real-IP) and on
// the request's id (X-Request-Id). Otherwise anyone could write those headers, and they are not read.
enum class Front : std::uint8_t { Untrusted, Trusted };

// 128 random bits.
std::string makeRequestId();

// The id that a trusted front gave, if it is one that can stand in a log line; else a new one.
std::string requestIdFrom(std::string_view header, Front front);

}  // namespace agon::http
