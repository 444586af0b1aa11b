#pragma once

#include <string>

#include "support/http_client.hpp"

namespace agon::test {

struct Exchange {
    const std::string& method;
    const std::string& path;  // with its query
    const Headers& requestHeaders;
    const HttpReply& reply;
};

// Appends one line of JSON to the file that AGON_CONTRACT_LOG names, if it does and the path is one that the OpenAPI
// document speaks of. Safe from any number of threads and processes. Request bodies are left out: only answers are
// judged, and tests send much on purpose that no schema allows.
void recordExchange(const Exchange& exchange);

}  // namespace agon::test
