#pragma once

#include "app/modules.hpp"
#include "platform/http/probes.hpp"

namespace agon::app {

// Ready: both ways to the database answer, the database has every migration of this binary, and the keys that sign
// people in are known.
http::Readiness readinessOf(Databases databases, const auth::AuthContextPtr& auth);

}  // namespace agon::app
