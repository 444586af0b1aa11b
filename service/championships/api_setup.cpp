#include "auth/guard.hpp"
#include "championships/api.hpp"
#include "championships/service.hpp"
#include "championships/words.hpp"

namespace agon::championships {
namespace {

using auth::Caller;
using auth::Right;
using http::Answer;
using http::Method;
using http::Request;
using nlohmann::json;

constexpr std::size_t kLongBody = 512 * 1024;  // two languages of 50,000 characters, and what JSON adds

struct Parts {
    Parts(Context context_, const crypto::SecretKey& key) : context(context_), idempotency(key) {}

    Context context;
    http::idempotency::Keys idempotency;
};
using PartsPtr = std::shared_ptr<const Parts>;

json toJson(const Setup& setup) {
    auto findings = json::array();
    for (const auto& finding : setup.findings) findings.push_back(championships::toJson(finding));
    return {{"slug", setup.slug},
            {"kind", nameOf(setup.kind)},
            {"terms_number", setup.termsNumber},
            {"now", formatInstant(setup.now)},
            {"settings", championships::toJson(setup.settings, Audience::Staff)},
            {"changes", championships::toJson(setup.changes)},
            {"findings", std::move(findings)},
            {"text", championships::toJson(setup.text)}};
}

Answer setupAnswer(const Setup& setup) {
    return http::json(200, toJson(setup)).tagged(http::tagOfVersion(setup.version));
}

// Keys are the caller's own: somebody else may happen on the same.
Result<Claim> claimOf(const Parts& parts, const Request& request, std::string_view act) {
    return parts.idempotency.claimOf(request, std::string{act} + ' ' + request.identity<Caller>().accountCode);
}

std::string pathOf(const Request& request) {
    return "/api/v1/championships/" + request.pathParameter("championship");
}

// Who may do it there. NotFound, not Forbidden, while nobody outside knows that the championship exists.
Task<Result<Actor>> actorFor(PartsPtr parts, Request request, Right right, std::string heat = {}) {
    const auto championship = co_await findChampionship(parts->context.db, request.pathParameter("championship"));
    if (!championship) co_return problem(ProblemCode::NotFound);
    const auto& caller = request.identity<Caller>();
    auth::Scope scope{.championship = championship->id, .heat = std::nullopt};
    const auto published = parts->context.catalogue.find(championship->slug);
    if (const auto* const known = published ? published->heat(heat) : nullptr) scope.heat = known->id;
    auto allowed = caller.must(right, scope);
    if (!allowed && championship->termsNumber == 0) co_return problem(ProblemCode::NotFound);
    if (!allowed) co_return std::unexpected{std::move(allowed.error())};
    co_return caller.actor(right, request.requestId(), scope);
}

Task<Result<Answer>> postChampionship(PartsPtr parts, Request request) {
    auto wish = readJson(request.body(), readNewChampionship);
    if (!wish) co_return std::unexpected{std::move(wish.error())};
    auto claim = claimOf(*parts, request, "create-championship");
    if (!claim) co_return std::unexpected{std::move(claim.error())};
    const auto actor = request.identity<Caller>().actor(Right::ChampionshipManage, request.requestId());
    const auto setup = co_await createChampionship(parts->context, actor, std::move(*wish), std::move(*claim));
    if (!setup) co_return std::unexpected{setup.error()};
    auto answer = http::created("/api/v1/championships/" + setup->slug + "/setup", toJson(*setup))
                      .tagged(http::tagOfVersion(setup->version));
    co_return answer;
}

Task<Result<Answer>> getSetupOf(PartsPtr parts, Request request) {
    auto actor = co_await actorFor(parts, request, Right::ChampionshipManage);
    if (!actor) co_return std::unexpected{std::move(actor.error())};
    const auto setup = co_await getSetup(parts->context, request.pathParameter("championship"));
    if (!setup) co_return std::unexpected{setup.error()};
    co_return setupAnswer(*setup);
}

Task<Result<Answer>> putSetup(PartsPtr parts, Request request) {
    auto actor = co_await actorFor(parts, request, Right::ChampionshipManage);
    if (!actor) co_return std::unexpected{std::move(actor.error())};
    auto settings = readJson(request.body(), readSettings);
    if (!settings) co_return std::unexpected{std::move(settings.error())};
    const auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{seen.error()};
    const auto setup = co_await changeSetup(parts->context, *actor, request.pathParameter("championship"),
                                            std::move(*settings), *seen);
    if (!setup) co_return std::unexpected{setup.error()};
    co_return setupAnswer(*setup);
}

Task<Result<Answer>> postTerms(PartsPtr parts, Request request) {
    auto actor = co_await actorFor(parts, request, Right::TermsPublish);
    if (!actor) co_return std::unexpected{std::move(actor.error())};
    auto wish = readJson(request.body(), readTermsWish);
    if (!wish) co_return std::unexpected{std::move(wish.error())};
    auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{std::move(seen.error())};
    auto claim = claimOf(*parts, request, "publish-terms " + request.pathParameter("championship"));
    if (!claim) co_return std::unexpected{std::move(claim.error())};
    Publication publication{.wish = std::move(*wish), .seen = std::move(*seen), .language = request.language()};
    const auto terms = co_await publishTerms(parts->context, *actor, request.pathParameter("championship"),
                                             std::move(publication), std::move(*claim));
    if (!terms) co_return std::unexpected{terms.error()};
    const auto location = pathOf(request) + "/terms/" + std::to_string(terms->summary.number);
    co_return http::created(location, championships::toJson(*terms));
}

Task<Result<Answer>> postDocument(PartsPtr parts, Request request) {
    auto actor = co_await actorFor(parts, request, Right::TermsPublish);
    if (!actor) co_return std::unexpected{std::move(actor.error())};
    auto wish = readJson(request.body(), readDocumentWish);
    if (!wish) co_return std::unexpected{std::move(wish.error())};
    auto claim = claimOf(*parts, request, "publish-document " + request.pathParameter("championship"));
    if (!claim) co_return std::unexpected{std::move(claim.error())};
    const auto document = co_await publishDocument(parts->context, *actor, request.pathParameter("championship"),
                                                   std::move(*wish), std::move(*claim));
    if (!document) co_return std::unexpected{document.error()};
    const auto location = pathOf(request) + "/documents/" + std::string{nameOf(document->summary.kind)} + '/' +
                          std::to_string(document->summary.number);
    co_return http::created(location, championships::toJson(*document));
}

Task<Result<Answer>> postClock(PartsPtr parts, Request request) {
    auto actor = co_await actorFor(parts, request, Right::ChampionshipManage);
    if (!actor) co_return std::unexpected{std::move(actor.error())};
    const auto wanted = readJson(request.body(), readClockWish);
    if (!wanted) co_return std::unexpected{wanted.error()};
    const auto now = co_await moveClock(parts->context, *actor, request.pathParameter("championship"), *wanted);
    if (!now) co_return std::unexpected{now.error()};
    const json value{{"now", formatInstant(*now)}};
    co_return http::json(200, value);
}

Task<Result<Answer>> putPromotion(PartsPtr parts, Request request) {
    const auto code = Code::parse(request.pathParameter("heat"));
    const auto heat = code ? code->text() : std::string{};
    auto actor = co_await actorFor(parts, request, Right::ChampionshipManage, heat);
    if (!actor) co_return std::unexpected{std::move(actor.error())};
    const auto paused = readJson(request.body(), readPromotionWish);
    if (!paused) co_return std::unexpected{paused.error()};
    if (!code) co_return problem(ProblemCode::NotFound);
    const auto count =
        co_await setPromotion(parts->context, *actor, request.pathParameter("championship"), code->text(), *paused);
    if (!count) co_return std::unexpected{count.error()};
    co_return http::json(200, championships::toJson(*count));
}

using Handle = Task<Result<Answer>> (*)(PartsPtr, Request);

http::Route route(const PartsPtr& parts, Method method, std::string path, http::Right right, Handle handle) {
    http::Route made;
    made.method = method;
    made.path = std::move(path);
    made.right = right;
    made.limits.bodyBytes = kLongBody;
    made.handler = [parts, handle](Request request) {
        return handle(parts, std::move(request));
    };
    return made;
}

}  // namespace

http::RouteTable setupRoutes(SetupRoutes given) {
    const auto parts = std::make_shared<const Parts>(Context{given.db, given.catalogue}, given.key);
    const auto manage = auth::needsSomewhere(Right::ChampionshipManage);
    const auto publish = auth::needsSomewhere(Right::TermsPublish);
    const std::string all = "/api/v1/championships";
    const std::string one = all + "/{championship}";
    http::RouteTable table;
    table.push_back(route(parts, Method::Post, all, auth::needs(Right::ChampionshipManage), postChampionship));
    table.push_back(route(parts, Method::Get, one + "/setup", manage, getSetupOf));
    table.push_back(route(parts, Method::Put, one + "/setup", manage, putSetup));
    table.push_back(route(parts, Method::Post, one + "/terms", publish, postTerms));
    table.push_back(route(parts, Method::Post, one + "/documents", publish, postDocument));
    table.push_back(route(parts, Method::Post, one + "/clock", manage, postClock));
    table.push_back(route(parts, Method::Put, one + "/heats/{heat}/promotion", manage, putPromotion));
    return table;
}

void addConstraints(http::ConstraintMap& constraints) {
    constraints.add("championship_slug_once", ProblemCode::SlugTaken);
}

}  // namespace agon::championships
