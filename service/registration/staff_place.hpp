#pragma once

#include "auth/caller.hpp"
#include "platform/http/request.hpp"
#include "registration/context.hpp"

namespace agon::registration {

// The championship in a path, where the caller holds the right.
struct StaffPlace {
    std::shared_ptr<const championships::Published> championship;
    auth::Scope scope;
};

// Forbidden unless the right is held in all of the championship: who has it in one heat has it there only. NotFound for
// one that has no terms in force.
Task<Result<StaffPlace>> placeOf(ContextPtr context, http::Request request, auth::Right right);

}  // namespace agon::registration
