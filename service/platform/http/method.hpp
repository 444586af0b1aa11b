#pragma once

#include <cstdint>
#include <string_view>

namespace agon::http {

// What a route can be for. HEAD is served by the GET route, OPTIONS by the router itself.
enum class Method : std::uint8_t { Get, Post, Put, Patch, Delete };

constexpr std::string_view nameOf(Method method) {
    switch (method) {
        case Method::Get:
            return "GET";
        case Method::Post:
            return "POST";
        case Method::Put:
            return "PUT";
        case Method::Patch:
            return "PATCH";
        case Method::Delete:
            return "DELETE";
    }
    return {};
}

// Whether a request of this method may change something (RFC 9110, section 9.2.1).
constexpr bool isSafe(Method method) {
    return method == Method::Get;
}

constexpr bool mayHaveBody(Method method) {
    return method == Method::Post || method == Method::Put || method == Method::Patch;
}

}  // namespace agon::http
