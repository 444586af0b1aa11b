#pragma once

#include "platform/http/constraint_map.hpp"
#include "platform/http/route.hpp"
#include "registration/context.hpp"

namespace agon::registration {

// For whoever holds an entry's token. It opens that entry and nothing else.
inline constexpr http::Right kOwnEntry{"own-entry"};

// Attaches who holds the entry in the path. Unauthenticated, without saying why, for any other token.
http::Guard ownEntryGuard(const ContextPtr& context);

http::RouteTable registrationRoutes(const ContextPtr& context);
http::RouteTable ownEntryRoutes(const ContextPtr& context);
http::RouteTable entryRoutes(const ContextPtr& context);
http::RouteTable importRoutes(const ContextPtr& context);

void addConstraints(http::ConstraintMap& constraints);

}  // namespace agon::registration
