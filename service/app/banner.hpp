#pragma once

#include <string>

#include "app/settings.hpp"

namespace agon::app {

// Tells people where everything is. `where` is http://address:port or unix:/path.
void printBanner(const Settings& settings, const std::string& where);

// Says loudly what is missing when others can reach the address.
void warnIfReachable(const Settings& settings);

}  // namespace agon::app
