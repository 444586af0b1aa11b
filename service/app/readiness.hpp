#pragma once

#include "app/modules.hpp"
#include "platform/http/probes.hpp"

namespace agon::app {

// Ready: both ways to the database answer, the database has every migration of this binary, the keys that sign people
// in are known, and so are the championships. The catalogue outlives it.
http::Readiness readinessOf(Databases databases, const auth::AuthContextPtr& auth,
                            const championships::Catalogue& catalogue);

}  // namespace agon::app
