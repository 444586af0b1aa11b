#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/settings.hpp"
#include "platform/migrate/migrator.hpp"

namespace agon::app {

// One thing that was looked at.
struct Finding {
    enum class Grade : std::uint8_t { Good, Advice, Bad };

    Grade grade = Grade::Good;
    std::string what;
    std::string advice;  // what to do about it; empty when it is good
};

// Looks at everything an installation needs. An embedded database that exists is started for as long as it takes; none
// is created.
std::vector<Finding> examine(const LoadedSettings& loaded, const Environment& environment, const Say& say);

// The parts, each for itself.
std::vector<Finding> examineSettings(const LoadedSettings& loaded);
std::vector<Finding> examineSurroundings(const Settings& settings);
std::vector<Finding> examineDatabase(const Settings& settings, const Environment& environment, const Migrator& migrator,
                                     const Say& say);

// False when something is bad.
bool isHealthy(const std::vector<Finding>& findings);

}  // namespace agon::app
