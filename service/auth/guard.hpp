#pragma once

#include "auth/caller.hpp"
#include "auth/context.hpp"
#include "platform/http/route.hpp"

namespace agon::auth {

// For what everybody who is signed in may do with the own account.
inline constexpr http::Right kSignedIn{"signed-in"};

// The right of a route by its entry in the table, for the whole service.
http::Right needs(Right right);

// The same for a route whose place is in its path: the guard lets in whoever holds the right somewhere, and the handler
// asks Caller::must() about the place.
http::Right needsSomewhere(Right right);

// Attaches the Caller. Unauthenticated, without saying why, for a token that is missing, wrong, old or revoked;
// Forbidden, naming it, when the right is not held.
http::Guard guardOf(const AuthContextPtr& context);

}  // namespace agon::auth
