#include "auth/api.hpp"
#include "auth/guard.hpp"
#include "auth/wire.hpp"
#include "platform/http/entity_tag.hpp"
#include "platform/http/paging.hpp"

namespace agon::auth {
namespace {

using http::Answer;
using http::Method;
using http::Request;

constexpr std::string_view kList = "accounts";

Answer memberAnswer(const StaffMember& member) {
    return http::json(200, toJson(member)).tagged(http::tagOfVersion(member.account.version));
}

// Keys are the caller's own: somebody else may happen on the same.
Result<Claim> claimOf(const AuthContext& context, const Request& request, std::string_view act) {
    return context.idempotency.claimOf(request, std::string{act} + ' ' + request.identity<Caller>().accountCode);
}

Task<Result<Answer>> getAccounts(AuthContextPtr context, Request request) {
    const auto wish = http::readQuery(
        request.query(), [&](http::QueryReader& in) { return http::readPageWish(in, context->cursors, kList); });
    if (!wish) co_return std::unexpected{wish.error()};
    AccountPage page{.limit = wish->limit + 1, .afterName = std::nullopt, .afterId = std::nullopt};
    if (wish->after) {
        page.afterName = wish->after->at("name").get<std::string>();
        page.afterId = wish->after->at("id").get<std::int64_t>();
    }
    auto members = co_await listStaff(context, std::move(page));
    nlohmann::json next = nullptr;
    if (std::cmp_greater(members.size(), wish->limit)) {
        members.resize(static_cast<std::size_t>(wish->limit));
        const nlohmann::json position{{"name", members.back().account.displayName},
                                      {"id", members.back().account.id.value}};
        next = http::linkAfter(request, context->cursors.seal(kList, position));
    }
    auto items = nlohmann::json::array();
    for (const auto& member : members) items.push_back(toJson(member));
    const nlohmann::json value{{"items", std::move(items)}, {"next", std::move(next)}};
    co_return http::json(200, value);
}

Task<Result<Answer>> getAccount(AuthContextPtr context, Request request) {
    const auto member = co_await getStaff(context, request.pathParameter("account"));
    if (!member) co_return std::unexpected{member.error()};
    co_return memberAnswer(*member);
}

Task<Result<Answer>> postAccount(AuthContextPtr context, Request request) {
    auto invitation = readJson(request.body(), readInvitation);
    if (!invitation) co_return std::unexpected{std::move(invitation.error())};
    auto claim = claimOf(*context, request, "invite");
    if (!claim) co_return std::unexpected{std::move(claim.error())};
    const auto code =
        co_await invite(context, request.identity<Caller>(), *invitation, std::move(*claim), request.requestId());
    if (!code) co_return std::unexpected{code.error()};
    // Made from the request, not from what may have changed since: a repeated request gets the same bytes.
    StaffMember member;
    member.account.code = *code;
    member.account.displayName = invitation->displayName;
    member.account.email = invitation->email;
    member.account.organiser = invitation->organiser;
    member.account.language = invitation->language;
    auto answer = http::created("/api/v1/accounts/" + *code, toJson(member)).tagged(http::tagOfVersion(1));
    co_return answer;
}

Task<Result<Answer>> postInvitation(AuthContextPtr context, Request request) {
    auto claim = claimOf(*context, request, "invite-again");
    if (!claim) co_return std::unexpected{std::move(claim.error())};
    const auto done = co_await inviteAgain(context, request.identity<Caller>(), request.pathParameter("account"),
                                           std::move(*claim), request.requestId());
    if (!done) co_return std::unexpected{done.error()};
    auto answer = http::noContent();
    answer.status = 202;
    co_return answer;
}

Task<Result<Answer>> patchAccount(AuthContextPtr context, Request request) {
    const auto state = readJson(request.body(), readStateChange);
    if (!state) co_return std::unexpected{state.error()};
    const auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{seen.error()};
    const auto member = co_await changeState(context, request.identity<Caller>(), request.pathParameter("account"),
                                             *state, *seen, request.requestId());
    if (!member) co_return std::unexpected{member.error()};
    co_return memberAnswer(*member);
}

Task<Result<Answer>> postGrant(AuthContextPtr context, Request request) {
    const auto wanted = readJson(request.body(), readWantedGrant);
    if (!wanted) co_return std::unexpected{wanted.error()};
    auto claim = claimOf(*context, request, "grant");
    if (!claim) co_return std::unexpected{std::move(claim.error())};
    const auto& account = request.pathParameter("account");
    const auto code = co_await grantRole(context, request.identity<Caller>(), account, *wanted, std::move(*claim),
                                         request.requestId());
    if (!code) co_return std::unexpected{code.error()};
    HeldGrant grant;
    grant.grant.role = wanted->role;
    grant.code = *code;
    grant.championship = wanted->championship;
    grant.heat = wanted->heat;
    co_return http::created("/api/v1/accounts/" + account + "/grants/" + *code, toJson(grant));
}

Task<Result<Answer>> deleteGrantOf(AuthContextPtr context, Request request) {
    const auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{seen.error()};
    const auto done = co_await revokeRole(context, request.identity<Caller>(), request.pathParameter("account"),
                                          request.pathParameter("grant"), *seen, request.requestId());
    if (!done) co_return std::unexpected{done.error()};
    co_return http::noContent();
}

using Handle = Task<Result<Answer>> (*)(AuthContextPtr, Request);

http::Route route(const AuthContextPtr& context, Method method, std::string path, Right right, Handle handle) {
    http::Route made;
    made.method = method;
    made.path = std::move(path);
    made.right = needs(right);
    made.handler = [context, handle](Request request) {
        return handle(context, std::move(request));
    };
    return made;
}

}  // namespace

http::RouteTable staffRoutes(const AuthContextPtr& context) {
    using enum Right;
    const std::string one = "/api/v1/accounts/{account}";
    http::RouteTable table;
    table.push_back(route(context, Method::Get, "/api/v1/accounts", AccountRead, getAccounts));
    table.push_back(route(context, Method::Post, "/api/v1/accounts", AccountManage, postAccount));
    table.push_back(route(context, Method::Get, one, AccountRead, getAccount));
    table.push_back(route(context, Method::Patch, one, AccountManage, patchAccount));
    table.push_back(route(context, Method::Post, one + "/invitation", AccountManage, postInvitation));
    table.push_back(route(context, Method::Post, one + "/grants", AccountManage, postGrant));
    table.push_back(route(context, Method::Delete, one + "/grants/{grant}", AccountManage, deleteGrantOf));
    return table;
}

}  // namespace agon::auth
