#pragma once

#include "platform/http/request.hpp"
#include "platform/http/route.hpp"

namespace agon::http {

// CrossOriginRefused for a changing request that a browser sends for another site's page: by Sec-Fetch-Site, or, from
// browsers without it, by an Origin that is not our own host. Programs that are no browsers send neither and pass.
Result<void> checkOrigin(const Request& request, Method method);

// Whether there may be a body, of this size and kind: MalformedRequest, BodyTooLarge, UnsupportedMediaType.
Result<void> checkBody(const Request& request, const Route& route);

// NotAcceptable when Accept leaves no room for what the route produces.
Result<void> checkAccept(const Request& request, const Route& route);

}  // namespace agon::http
