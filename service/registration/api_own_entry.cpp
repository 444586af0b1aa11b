#include "platform/http/entity_tag.hpp"
#include "registration/api.hpp"
#include "registration/entry_wire.hpp"
#include "registration/record.hpp"

namespace agon::registration {
namespace {

using http::Answer;
using http::Method;
using http::Request;

constexpr std::size_t kSecretMax = 100;
constexpr std::size_t kTokenMax = 200;
constexpr std::size_t kSlugMax = 60;
constexpr std::size_t kHeatMax = 20;

// What somebody who has the token of an entry is known by.
struct Holder {
    std::string code;
};

Answer entryAnswer(const ShownEntry& shown) {
    return http::json(200, toJson(shown)).tagged(http::tagOfVersion(shown.entry.version));
}

Answer accepted() {
    auto answer = http::noContent();
    answer.status = 202;
    return answer;
}

Task<Result<Answer>> postAccess(ContextPtr context, Request request) {
    auto secret = readJson(request.body(), [](ObjectReader& in) { return in.get("secret", Text{kSecretMax}); });
    if (!secret) co_return std::unexpected{std::move(secret.error())};
    const auto code = Code::parse(request.pathParameter("entry"));
    auto wanted = code ? code->text() : std::string{};
    const auto access = co_await openEntry(context, std::move(wanted), std::move(*secret), request.peer());
    if (!access) co_return std::unexpected{access.error()};
    co_return http::json(200, toJson(*access));
}

Task<Result<Answer>> getEntry(ContextPtr context, Request request) {
    const auto shown = co_await showEntry(context, request.identity<Holder>().code);
    if (!shown) co_return std::unexpected{shown.error()};
    co_return entryAnswer(*shown);
}

Task<Result<Answer>> getExplanation(ContextPtr context, Request request) {
    const auto said = co_await explainEntry(context, request.identity<Holder>().code);
    if (!said) co_return std::unexpected{said.error()};
    co_return http::json(200, toJson(*said));
}

Task<Result<Answer>> patchEntry(ContextPtr context, Request request) {
    auto correction = readJson(request.body(), readCorrection);
    if (!correction) co_return std::unexpected{std::move(correction.error())};
    auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{std::move(seen.error())};
    const auto shown = co_await correctEntry(context, request.identity<Holder>().code, std::move(*correction),
                                             std::move(*seen), personActing(request.requestId()));
    if (!shown) co_return std::unexpected{shown.error()};
    co_return entryAnswer(*shown);
}

Task<Result<Answer>> postWithdrawal(ContextPtr context, Request request) {
    auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{std::move(seen.error())};
    const auto shown = co_await withdrawEntry(context, request.identity<Holder>().code, std::move(*seen),
                                              personActing(request.requestId()));
    if (!shown) co_return std::unexpected{shown.error()};
    co_return entryAnswer(*shown);
}

Task<Result<Answer>> postMove(ContextPtr context, Request request) {
    auto heat = readJson(request.body(), [](ObjectReader& in) { return in.get("heat", Text{kHeatMax}); });
    if (!heat) co_return std::unexpected{std::move(heat.error())};
    auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{std::move(seen.error())};
    const auto& code = request.identity<Holder>().code;
    auto claim = context->idempotency.claimOf(request, "move " + code);
    if (!claim) co_return std::unexpected{std::move(claim.error())};
    Move move{.code = code,
              .heat = std::move(*heat),
              .seen = std::move(*seen),
              .actor = personActing(request.requestId()),
              .claim = std::move(*claim)};
    const auto registered = co_await moveEntry(context, std::move(move));
    if (!registered) co_return std::unexpected{registered.error()};
    const auto entry = co_await findEntry(context->db, registered->entered.code);
    if (!entry) co_return problem(ProblemCode::NotFound);
    co_return http::created("/api/v1/entries/" + entry->code,
                            toJson(registered->entered, entry->championship, registered->verdicts));
}

Task<Result<Answer>> postRecovery(ContextPtr context, Request request) {
    struct Wish {
        std::string championship;
        std::string email;
    };
    auto wish = readJson(request.body(), [](ObjectReader& in) {
        return Wish{in.get("championship", Text{kSlugMax}), in.get("email", EmailText{})};
    });
    if (!wish) co_return std::unexpected{std::move(wish.error())};
    const auto noted =
        co_await askForLink(context, std::move(wish->championship), std::move(wish->email), request.peer());
    if (!noted) co_return std::unexpected{noted.error()};
    co_return accepted();
}

std::string readToken(ObjectReader& in) {
    return in.get("token", Text{kTokenMax});
}

Task<Result<Answer>> postRecoveryCompletion(ContextPtr context, Request request) {
    auto token = readJson(request.body(), readToken);
    if (!token) co_return std::unexpected{std::move(token.error())};
    const auto access = co_await useEntryLink(context, std::move(*token), request.peer(), request.requestId());
    if (!access) co_return std::unexpected{access.error()};
    co_return http::json(200, toJson(*access));
}

Task<Result<Answer>> postDisavowal(ContextPtr context, Request request) {
    auto token = readJson(request.body(), readToken);
    if (!token) co_return std::unexpected{std::move(token.error())};
    const auto noted = co_await disavowEntry(context, std::move(*token), request.peer(), request.requestId());
    if (!noted) co_return std::unexpected{noted.error()};
    co_return accepted();
}

using Handle = Task<Result<Answer>> (*)(ContextPtr, Request);

http::Route route(const ContextPtr& context, Method method, std::string path, http::Right right, Handle handle) {
    http::Route made;
    made.method = method;
    made.path = std::move(path);
    made.right = right;
    made.handler = [context, handle](Request request) {
        return handle(context, std::move(request));
    };
    return made;
}

}  // namespace

http::Guard ownEntryGuard(const ContextPtr& context) {
    return [context](Request& request, http::Right) -> Task<Result<void>> {
        constexpr std::string_view kScheme = "Bearer ";
        if (!context->isReady()) co_return problem(ProblemCode::Unavailable);
        const auto header = request.header("authorization");
        if (!header.starts_with(kScheme)) co_return problem(ProblemCode::Unauthenticated);
        auto code = context->secrets.codeIn(header.substr(kScheme.size()), context->now());
        const auto asked = Code::parse(request.pathParameter("entry"));
        if (!code || !asked || asked->text() != *code) co_return problem(ProblemCode::Unauthenticated);
        request.attachIdentity(Holder{std::move(*code)});
        co_return {};
    };
}

http::RouteTable ownEntryRoutes(const ContextPtr& context) {
    const std::string one = "/api/v1/entries/{entry}";
    http::RouteTable table;
    table.push_back(route(context, Method::Post, one + "/access", http::kPublic, postAccess));
    table.push_back(route(context, Method::Get, one, kOwnEntry, getEntry));
    table.push_back(route(context, Method::Patch, one, kOwnEntry, patchEntry));
    table.push_back(route(context, Method::Get, one + "/explain", kOwnEntry, getExplanation));
    table.push_back(route(context, Method::Post, one + "/withdrawal", kOwnEntry, postWithdrawal));
    table.push_back(route(context, Method::Post, one + "/move", kOwnEntry, postMove));
    table.push_back(route(context, Method::Post, "/api/v1/entry-recoveries", http::kPublic, postRecovery));
    table.push_back(
        route(context, Method::Post, "/api/v1/entry-recoveries/completion", http::kPublic, postRecoveryCompletion));
    table.push_back(route(context, Method::Post, "/api/v1/entry-disavowals", http::kPublic, postDisavowal));
    return table;
}

}  // namespace agon::registration
