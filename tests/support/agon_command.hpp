#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/child_process.hpp"

namespace agon::test {

// The service's binary of this build, or the one that AGON_BINARY names. Throws when it has not been built.
std::filesystem::path agonBinary();
bool agonIsBuilt();

// Runs `agon <words>` to its end, with a data directory of its own unless `environment` names one.
Finished runAgon(std::vector<std::string> words, Environment environment = {},
                 std::chrono::milliseconds within = std::chrono::seconds{30});

}  // namespace agon::test
