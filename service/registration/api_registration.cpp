#include "auth/caller.hpp"
#include "auth/guard.hpp"
#include "registration/api.hpp"
#include "registration/registering.hpp"
#include "registration/staff_place.hpp"

namespace agon::registration {
namespace {

using http::Answer;
using http::Method;
using http::Request;

Answer registeredAnswer(const Registered& registered, const std::string& championship) {
    return http::created("/api/v1/entries/" + registered.entered.code,
                         toJson(registered.entered, championship, registered.verdicts));
}

Task<Result<Answer>> postRegistration(ContextPtr context, Request request) {
    if (!context->isReady()) co_return problem(ProblemCode::Unavailable);
    const auto counted = context->limits.countAddress(request.peer(), context->now());
    if (!counted) co_return std::unexpected{counted.error()};
    auto wanted = readJson(request.body(), readWanted);
    if (!wanted) co_return std::unexpected{std::move(wanted.error())};
    auto slug = request.pathParameter("championship");
    auto claim = context->idempotency.claimOf(request, "register " + slug);
    if (!claim) co_return std::unexpected{std::move(claim.error())};
    Attempt attempt{.championship = slug,
                    .wanted = std::move(*wanted),
                    .channel = Channel::Form,
                    .actor = {.kind = Actor::Kind::Person, .account = {}, .role = {}, .requestId = request.requestId()},
                    .claim = std::move(*claim),
                    .peer = request.peer()};
    const auto registered = co_await registerPerson(context, std::move(attempt));
    if (!registered) co_return std::unexpected{registered.error()};
    co_return registeredAnswer(*registered, slug);
}

Task<Result<Answer>> postDeskRegistration(ContextPtr context, Request request) {
    const auto& caller = request.identity<auth::Caller>();
    auto slug = request.pathParameter("championship");
    const auto place = co_await placeOf(context, request, auth::Right::CallTake);
    if (!place) co_return std::unexpected{place.error()};
    auto wanted = readJson(request.body(), readWantedAtDesk);
    if (!wanted) co_return std::unexpected{std::move(wanted.error())};
    auto claim = context->idempotency.claimOf(request, "desk-register " + slug + ' ' + caller.accountCode);
    if (!claim) co_return std::unexpected{std::move(claim.error())};
    Attempt attempt{.championship = slug,
                    .wanted = std::move(*wanted),
                    .channel = Channel::Desk,
                    .actor = caller.actor(auth::Right::CallTake, request.requestId(), place->scope),
                    .claim = std::move(*claim),
                    .peer = request.peer()};
    const auto registered = co_await registerPerson(context, std::move(attempt));
    if (!registered) co_return std::unexpected{registered.error()};
    co_return registeredAnswer(*registered, slug);
}

}  // namespace

void addConstraints(http::ConstraintMap& constraints) {
    constraints.add("person_email_once", ProblemCode::AlreadyRegistered);
}

http::RouteTable registrationRoutes(const ContextPtr& context) {
    const std::string one = "/api/v1/championships/{championship}";
    http::Route form;
    form.method = Method::Post;
    form.path = one + "/registrations";
    form.right = http::kPublic;
    form.handler = [context](Request request) {
        return postRegistration(context, std::move(request));
    };
    http::Route desk;
    desk.method = Method::Post;
    desk.path = one + "/desk-registrations";
    desk.right = auth::needsSomewhere(auth::Right::CallTake);
    desk.handler = [context](Request request) {
        return postDeskRegistration(context, std::move(request));
    };
    http::RouteTable table;
    table.push_back(std::move(form));
    table.push_back(std::move(desk));
    return table;
}

}  // namespace agon::registration
