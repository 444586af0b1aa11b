#pragma once

#include "app/modules.hpp"
#include "platform/http/probes.hpp"

namespace agon::app {

// Ready: both ways to the database answer, and the database has every migration of this binary.
http::Readiness readinessOf(Databases databases);

}  // namespace agon::app
