#include "auth/api.hpp"
#include "auth/arrivals.hpp"
#include "auth/cookies.hpp"
#include "auth/wire.hpp"

namespace agon::auth {
namespace {

using http::Answer;
using http::Method;
using http::Request;

Answer signedInAnswer(const AuthContext& context, const SignedIn& signedIn) {
    return withCookies(http::json(200, toJson(signedIn, context.tokens.lifetime())), signedIn);
}

Task<Result<Answer>> postSignIn(AuthContextPtr context, Request request) {
    auto credentials = readJson(request.body(), readCredentials);
    if (!credentials) co_return std::unexpected{std::move(credentials.error())};
    const auto signedIn = co_await signIn(context, std::move(*credentials), originOf(request));
    if (!signedIn) co_return std::unexpected{signedIn.error()};
    co_return signedInAnswer(*context, *signedIn);
}

// A page of another site cannot send the cookie (SameSite) nor, should a browser let it, get past the boundary, which
// refuses unsafe requests that another site's page made.
Task<Result<Answer>> postRefresh(AuthContextPtr context, Request request) {
    const std::string token{request.cookie(kRefreshCookie)};
    const auto signedIn = co_await refresh(context, token, request.requestId());
    if (!signedIn) co_return std::unexpected{signedIn.error()};
    co_return signedInAnswer(*context, *signedIn);
}

Task<Result<Answer>> postSignOut(AuthContextPtr context, Request request) {
    const std::string token{request.cookie(kRefreshCookie)};
    co_await signOut(context, token, request.requestId());
    co_return withoutRefreshCookie(http::noContent());
}

Task<Result<Answer>> postInvitationLookup(AuthContextPtr context, Request request) {
    auto token = readJson(request.body(), [](ObjectReader& in) { return readOnly(in, "token", 128); });
    if (!token) co_return std::unexpected{std::move(token.error())};
    const auto shown = co_await lookUpInvitation(context, std::move(*token), originOf(request));
    if (!shown) co_return std::unexpected{shown.error()};
    const auto orNull = [](const std::string& text) {
        return text.empty() ? nlohmann::json(nullptr) : nlohmann::json(text);
    };
    const nlohmann::json value{{"email", orNull(shown->email.value_or(""))},
                               {"display_name", orNull(shown->displayName)},
                               {"language", nameOf(shown->language)}};
    co_return http::json(200, value);
}

Task<Result<Answer>> postInvitationAcceptance(AuthContextPtr context, Request request) {
    auto acceptance = readJson(request.body(), readAcceptance);
    if (!acceptance) co_return std::unexpected{std::move(acceptance.error())};
    const auto signedIn = co_await acceptInvitation(context, std::move(*acceptance), originOf(request));
    if (!signedIn) co_return std::unexpected{signedIn.error()};
    co_return signedInAnswer(*context, *signedIn);
}

Task<Result<Answer>> postPasswordReset(AuthContextPtr context, Request request) {
    auto email = readJson(request.body(), [](ObjectReader& in) { return in.get("email", EmailText{}); });
    if (!email) co_return std::unexpected{std::move(email.error())};
    const auto asked = co_await askForReset(context, std::move(*email), originOf(request));
    if (!asked) co_return std::unexpected{asked.error()};
    auto answer = http::noContent();
    answer.status = 202;
    co_return answer;
}

Task<Result<Answer>> postResetCompletion(AuthContextPtr context, Request request) {
    auto wanted = readJson(request.body(), readResetCompletion);
    if (!wanted) co_return std::unexpected{std::move(wanted.error())};
    const auto done =
        co_await completeReset(context, std::move(wanted->token), std::move(wanted->password), originOf(request));
    if (!done) co_return std::unexpected{done.error()};
    co_return withDeviceCookie(http::noContent(), *done);
}

using Handle = Task<Result<Answer>> (*)(AuthContextPtr, Request);

http::Route open(const AuthContextPtr& context, std::string path, Handle handle) {
    http::Route route;
    route.method = Method::Post;
    route.path = std::move(path);
    route.right = http::kPublic;
    route.handler = [context, handle](Request request) {
        return handle(context, std::move(request));
    };
    return route;
}

}  // namespace

http::RouteTable signInRoutes(const AuthContextPtr& context) {
    http::RouteTable table;
    table.push_back(open(context, "/api/v1/auth/sign-in", postSignIn));
    table.push_back(open(context, "/api/v1/auth/refresh", postRefresh));
    table.push_back(open(context, "/api/v1/auth/sign-out", postSignOut));
    table.push_back(open(context, "/api/v1/auth/invitations/lookup", postInvitationLookup));
    table.push_back(open(context, "/api/v1/auth/invitations/acceptance", postInvitationAcceptance));
    table.push_back(open(context, "/api/v1/auth/password-resets", postPasswordReset));
    table.push_back(open(context, "/api/v1/auth/password-resets/completion", postResetCompletion));
    return table;
}

void addConstraints(http::ConstraintMap& constraints) {
    constraints.add("staff_email_once", ProblemCode::EmailTaken);
    constraints.add("role_grant_once", ProblemCode::Conflict);
}

}  // namespace agon::auth
