#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "platform/config/values.hpp"

namespace agon::app {

// The status of GET `path` from a service that listens there; nothing when it does not answer in time. A wildcard
// address is asked on loopback.
std::optional<int> probe(const ListenAddress& address, const std::string& path, std::chrono::milliseconds within);

// Why one cannot listen there; nothing when one can.
std::optional<std::string> whyNotListen(const ListenAddress& address);

}  // namespace agon::app
