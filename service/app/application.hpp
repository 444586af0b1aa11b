#pragma once

#include "app/settings.hpp"

namespace agon::app {

// The whole life of the service: starts everything in order, serves until it is told to stop, and takes everything down
// in the opposite order. Returns the exit code. Throws OperatorError when something cannot be started.
int serve(const Settings& settings, const Environment& environment);

}  // namespace agon::app
