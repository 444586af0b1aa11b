#pragma once

#include <optional>
#include <string>

#include "app/settings.hpp"
#include "app/staff_console.hpp"

namespace agon::app {

// Tells people where everything is. `where` is http://address:port or unix:/path.
// `first`: the link that lets the first director in, which is shown this once.
void printBanner(const Settings& settings, const std::string& where, const std::optional<StaffConsole::Link>& first);

// Says loudly what is missing when others can reach the address.
void warnIfReachable(const Settings& settings);

}  // namespace agon::app
