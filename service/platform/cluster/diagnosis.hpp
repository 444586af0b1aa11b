#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "platform/config/operator_error.hpp"

namespace agon {

// What a new cluster takes, with room for its first log segments.
constexpr std::uintmax_t kRoomForCluster = 200U << 20U;

// Puts PostgreSQL's own words about a failure into a sentence with advice.
OperatorError diagnose(const std::string& what, const std::string& output);

// The last lines of what the server wrote when it last tried to start.
std::string tailOfLogs(const std::filesystem::path& clusterDir);

}  // namespace agon
