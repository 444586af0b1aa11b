#pragma once

#include "app/settings.hpp"
#include "outbox/worker.hpp"

namespace agon::app {

// How mail leaves, as configured.
outbox::WorkerOptions mailOptions(const Settings& settings);

}  // namespace agon::app
