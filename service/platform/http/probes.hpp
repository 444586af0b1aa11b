#pragma once

#include <functional>

#include "platform/http/route.hpp"

namespace agon::http {

// Whether the service can do its work: the problem says why not. Asked at each /readyz.
using Readiness = std::function<Task<Result<void>>()>;

// /healthz: the process runs. /readyz: it can do its work, and is not about to end. /metrics: what it counts. They are
// answered to the end, and are for the operator's side of the proxy.
RouteTable probeRoutes(Readiness readiness);

}  // namespace agon::http
