#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/problem/problem.hpp"

namespace agon::http {

struct HeadLimits {
    std::size_t targetBytes = 4096;
    std::size_t headBytes = 16 * 1024;  // request line and headers together
    std::size_t headers = 64;
};

// The request line and headers of one HTTP/1.x request, read as RFC 9112 says and not one byte more leniently.
struct RequestHead {
    std::string method;
    std::string target;                                        // in origin form
    std::vector<std::pair<std::string, std::string>> headers;  // names in lower case, each once
    std::uint64_t contentLength = 0;
    bool closes = false;           // the client wants no other request on this connection
    bool expectsContinue = false;  // it waits for leave to send the body

    std::string_view header(std::string_view name) const;  // empty when there is none
};

// `bytes` ends with the empty line. Refuses whatever two readers could understand differently: a missing or second
// Host, two lengths, a length with Transfer-Encoding, space before a colon, folded lines, bare CR or LF, control
// characters. Transfer-Encoding itself is refused with LengthRequired. What belongs to the connection and not to the
// request (Connection, Upgrade, Keep-Alive, TE, Expect, Content-Length) is taken out of the headers.
Result<RequestHead> parseHead(std::string_view bytes, const HeadLimits& limits);

// The one way to write the request that leaves no room for reading it otherwise.
std::string writeHead(const RequestHead& head);

}  // namespace agon::http
