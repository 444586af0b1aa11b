#pragma once

#include "auth/context.hpp"
#include "platform/http/constraint_map.hpp"
#include "platform/http/route.hpp"

namespace agon::auth {

http::RouteTable signInRoutes(const AuthContextPtr& context);
http::RouteTable ownAccountRoutes(const AuthContextPtr& context);
http::RouteTable staffRoutes(const AuthContextPtr& context);

// What the constraints of this module's tables mean to a client.
void addConstraints(http::ConstraintMap& constraints);

}  // namespace agon::auth
