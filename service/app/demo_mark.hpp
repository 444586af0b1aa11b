#pragma once

#include "app/settings.hpp"

namespace agon::app {

// A data directory made by `agon demo` carries a mark, so that nobody registers real people in it, and `agon demo`
// never touches one without it.

// Throws OperatorError when the settings lead to a demonstration's data.
void refuseDemoData(const Settings& settings);

// Marks a new data directory. Throws OperatorError when it has data without the mark.
void markAsDemo(const std::filesystem::path& dataDir);

// Removes a demonstration's data. Throws OperatorError when it is not one, or is in use.
void removeDemoData(const std::filesystem::path& dataDir);

}  // namespace agon::app
