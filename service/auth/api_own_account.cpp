#include "auth/api.hpp"
#include "auth/guard.hpp"
#include "auth/second_factor.hpp"
#include "auth/wire.hpp"
#include "platform/http/entity_tag.hpp"

namespace agon::auth {
namespace {

using http::Answer;
using http::Method;
using http::Request;

Answer meAnswer(const Me& me, const Caller& caller) {
    return http::json(200, toJson(me, caller)).tagged(http::tagOfVersion(me.account.version));
}

Task<Result<Answer>> getOwn(AuthContextPtr context, Request request) {
    const auto& caller = request.identity<Caller>();
    const auto me = co_await getMe(context, caller);
    if (!me) co_return std::unexpected{me.error()};
    co_return meAnswer(*me, caller);
}

Task<Result<Answer>> patchOwn(AuthContextPtr context, Request request) {
    const auto& caller = request.identity<Caller>();
    auto change = readJson(request.body(), readProfileChange);
    if (!change) co_return std::unexpected{std::move(change.error())};
    const auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{seen.error()};
    const auto me = co_await changeProfile(context, caller, std::move(*change), *seen, request.requestId());
    if (!me) co_return std::unexpected{me.error()};
    co_return meAnswer(*me, caller);
}

Task<Result<Answer>> postOwnPassword(AuthContextPtr context, Request request) {
    auto change = readJson(request.body(), readPasswordChange);
    if (!change) co_return std::unexpected{std::move(change.error())};
    const auto done = co_await changePassword(context, request.identity<Caller>(), std::move(change->current),
                                              std::move(change->wanted), request.requestId());
    if (!done) co_return std::unexpected{done.error()};
    co_return http::noContent();
}

Task<Result<Answer>> postTotp(AuthContextPtr context, Request request) {
    const auto started = co_await startTotp(context, request.identity<Caller>());
    if (!started) co_return std::unexpected{started.error()};
    const nlohmann::json value{{"secret", started->secret}, {"uri", started->uri}};
    co_return http::json(200, value);
}

Task<Result<Answer>> postTotpConfirmation(AuthContextPtr context, Request request) {
    auto code = readJson(request.body(), [](ObjectReader& in) { return readOnly(in, "code", 16); });
    if (!code) co_return std::unexpected{std::move(code.error())};
    const auto codes = co_await confirmTotp(context, request.identity<Caller>(), std::move(*code), request.requestId());
    if (!codes) co_return std::unexpected{codes.error()};
    const nlohmann::json value{{"recovery_codes", *codes}};
    co_return http::json(200, value);
}

Task<Result<Answer>> deleteTotp(AuthContextPtr context, Request request) {
    const auto done = co_await removeTotp(context, request.identity<Caller>(), request.requestId());
    if (!done) co_return std::unexpected{done.error()};
    co_return http::noContent();
}

Task<Result<Answer>> postReauthentication(AuthContextPtr context, Request request) {
    auto password = readJson(request.body(), [](ObjectReader& in) { return readOnly(in, "password", 1024); });
    if (!password) co_return std::unexpected{std::move(password.error())};
    const auto done = co_await givePasswordAgain(context, request.identity<Caller>(), std::move(*password));
    if (!done) co_return std::unexpected{done.error()};
    co_return http::noContent();
}

Task<Result<Answer>> getSessions(AuthContextPtr context, Request request) {
    const auto& caller = request.identity<Caller>();
    const auto sessions = co_await listSessions(context->db, caller.account);
    auto items = nlohmann::json::array();
    for (const auto& session : sessions) items.push_back(toJson(session, caller));
    const nlohmann::json value{{"items", std::move(items)}, {"next", nullptr}};
    co_return http::json(200, value);
}

Task<Result<Answer>> deleteSession(AuthContextPtr context, Request request) {
    const auto& caller = request.identity<Caller>();
    const auto done = co_await endOwnSession(context, caller, request.pathParameter("session"), request.requestId());
    if (!done) co_return std::unexpected{done.error()};
    co_return http::noContent();
}

using Handle = Task<Result<Answer>> (*)(AuthContextPtr, Request);

http::Route own(const AuthContextPtr& context, Method method, std::string path, Handle handle) {
    http::Route route;
    route.method = method;
    route.path = std::move(path);
    route.right = kSignedIn;
    route.handler = [context, handle](Request request) {
        return handle(context, std::move(request));
    };
    return route;
}

}  // namespace

http::RouteTable ownAccountRoutes(const AuthContextPtr& context) {
    http::RouteTable table;
    table.push_back(own(context, Method::Get, "/api/v1/auth/me", getOwn));
    table.push_back(own(context, Method::Patch, "/api/v1/auth/me", patchOwn));
    table.push_back(own(context, Method::Post, "/api/v1/auth/me/password", postOwnPassword));
    table.push_back(own(context, Method::Post, "/api/v1/auth/me/totp", postTotp));
    table.push_back(own(context, Method::Delete, "/api/v1/auth/me/totp", deleteTotp));
    table.push_back(own(context, Method::Post, "/api/v1/auth/me/totp/confirmation", postTotpConfirmation));
    table.push_back(own(context, Method::Post, "/api/v1/auth/reauthentication", postReauthentication));
    table.push_back(own(context, Method::Get, "/api/v1/auth/sessions", getSessions));
    table.push_back(own(context, Method::Delete, "/api/v1/auth/sessions/{session}", deleteSession));
    return table;
}

}  // namespace agon::auth
