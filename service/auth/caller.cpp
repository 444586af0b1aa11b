#include "auth/caller.hpp"

#include <algorithm>

namespace agon::auth {

Result<void> Caller::must(Right right, const Scope& scope) const {
    if (decide(awake, right, scope)) return {};
    return problem(ProblemCode::Forbidden, std::string{nameOf(right)});
}

Result<void> Caller::mustHaveGivenPasswordLately() const {
    if (gavePasswordLately) return {};
    return problem(ProblemCode::ReauthenticationRequired);
}

Actor Caller::actor(Right right, const std::string& requestId, const Scope& scope) const {
    const auto giving =
        std::ranges::find_if(awake, [&](const Grant& grant) { return decide(std::span{&grant, 1}, right, scope); });
    const std::string role{giving == awake.end() ? std::string_view{} : nameOf(giving->role)};
    return {.kind = Actor::Kind::Staff, .account = account, .role = role, .requestId = requestId};
}

Actor Caller::actor(const std::string& requestId) const {
    return {.kind = Actor::Kind::Staff, .account = account, .role = {}, .requestId = requestId};
}

}  // namespace agon::auth
