#include "auth/guard.hpp"

#include "auth/session_store.hpp"
#include "platform/text/ascii.hpp"

namespace agon::auth {
namespace {

std::string_view bearerOf(const http::Request& request) {
    auto header = request.header("authorization");
    const auto scheme = ascii::takeUntil(header, ' ');
    return ascii::equalIgnoringCase(scheme, "bearer") ? header : std::string_view{};
}

Task<std::optional<Caller>> callerOf(AuthContextPtr context, std::shared_ptr<const KeyRing> ring, std::string token) {
    const auto claims = context->tokens.verify(token, *ring, context->clock.now());
    if (!claims) co_return std::nullopt;
    auto caller = co_await findCaller(context->db, claims->session, claims->account, claims->version,
                                      context->options.isDemonstration);
    co_return caller;
}

Result<void> allows(const Caller& caller, const http::Right& wanted) {
    if (wanted == kSignedIn) return {};
    const auto right = rightNamed(wanted.name);
    if (!right) return problem(ProblemCode::Forbidden, std::string{wanted.name});
    const bool held = wanted.isPlaced ? holdsSomewhere(caller.awake, *right) : decide(caller.awake, *right, Scope{});
    if (held) return {};
    return problem(ProblemCode::Forbidden, std::string{wanted.name});
}

Task<Result<void>> admit(AuthContextPtr context, http::Request& request, http::Right wanted) {
    const auto ring = context->ring();
    const std::string token{bearerOf(request)};
    if (token.empty()) co_return problem(ProblemCode::Unauthenticated);
    if (!ring) co_return problem(ProblemCode::Unavailable);  // nobody is signed out by a service that has just started
    auto caller = co_await callerOf(context, ring, token);
    if (!caller) co_return problem(ProblemCode::Unauthenticated);
    auto allowed = allows(*caller, wanted);
    request.attachIdentity(std::move(*caller));
    co_return allowed;
}

}  // namespace

http::Right needs(Right right) {
    return {nameOf(right)};
}

http::Right needsSomewhere(Right right) {
    return {.name = nameOf(right), .isPlaced = true};
}

http::Guard guardOf(const AuthContextPtr& context) {
    return [context](http::Request& request, http::Right wanted) {
        return admit(context, request, wanted);
    };
}

}  // namespace agon::auth
