#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace agon::http {

// How a body is packed on the wire (RFC 9110, section 8.4.1).
enum class Coding : std::uint8_t { Identity, Gzip, Brotli };

// The word for Content-Encoding and for the tags of the packed form; empty for Identity.
constexpr std::string_view nameOf(Coding coding) {
    switch (coding) {
        case Coding::Identity:
            return {};
        case Coding::Gzip:
            return "gzip";
        case Coding::Brotli:
            return "br";
    }
    return {};
}

// The best that Accept-Encoding allows: brotli before gzip before neither, by weight first.
Coding chooseCoding(std::string_view acceptEncoding);

// Whether packing a body of this kind and size saves more than it costs.
bool isWorthPacking(std::string_view contentType, std::size_t size);

// For a request: quick. For the start of the process: as small as it gets.
enum class Effort : std::uint8_t { Quick, Thorough };

// Empty when the packed form would be no smaller.
std::string pack(std::string_view bytes, Coding coding, Effort effort);

}  // namespace agon::http
