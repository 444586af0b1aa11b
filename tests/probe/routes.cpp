#include "probe/routes.hpp"

#include <drogon/utils/coroutine.h>

#include <atomic>

#include "platform/http/query.hpp"
#include "platform/json/object_reader.hpp"
#include "platform/log/log.hpp"

namespace agon::probe {
namespace {

using namespace std::chrono_literals;
using http::Answer;
using http::Method;
using http::Request;
using http::Route;
using SharedPtr = std::shared_ptr<Shared>;

Route route(Method method, std::string path, http::Handler handler) {
    Route made;
    made.method = method;
    made.path = "/probe" + std::move(path);
    made.right = http::kPublic;
    made.handler = std::move(handler);
    return made;
}

Task<Result<Answer>> small(Request request) {
    co_return http::json(200,
                         {{"language", request.language() == Language::Greek ? "el" : "en"}, {"peer", request.peer()}});
}

Task<Result<Answer>> large(Request) {
    nlohmann::json rows;
    for (int i = 0; i < 200; ++i) rows.push_back({{"number", i}, {"text", "the same words again and again"}});
    co_return http::json(200, rows).tagged(http::tagOfVersion(1));
}

Task<Result<Answer>> item(Request request) {
    const auto code = request.pathParameter("code");
    co_return http::json(200, {{"code", code}}).tagged(http::tagOfVersion(7));
}

Task<Result<Answer>> changeItem(Request request) {
    auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{std::move(seen.error())};
    auto fresh = seen->mustBe(7);
    if (!fresh) co_return std::unexpected{std::move(fresh.error())};
    co_return http::noContent().tagged(http::tagOfVersion(8));
}

Task<Result<Answer>> list(SharedPtr shared, Request request) {
    auto wish = http::readQuery(request.query(), [&](http::QueryReader& in) {
        return http::readPageWish(in, shared->cursors, "probe.list", {.usual = 3, .most = 5});
    });
    if (!wish) co_return std::unexpected{std::move(wish.error())};
    const auto after = wish->after ? wish->after->get<std::int64_t>() : 0;
    nlohmann::json items = nlohmann::json::array();
    for (auto i = after + 1; i <= std::min<std::int64_t>(10, after + wish->limit); ++i) items.push_back(i);
    nlohmann::json page{{"items", items}, {"next", nullptr}};
    if (after + wish->limit < 10)
        page["next"] = http::linkAfter(request, shared->cursors.seal("probe.list", items.back()));
    co_return http::json(200, page);
}

Task<Result<Answer>> slow(Request request) {
    const auto wish = http::readQuery(
        request.query(), [](http::QueryReader& in) { return in.get("ms", Integer{.min = 0, .max = 10'000}, 200); });
    if (!wish) co_return std::unexpected{wish.error()};
    logInfo("probe.slow_begun", {{"ms", *wish}});
    auto* const loop = trantor::EventLoop::getEventLoopOfCurrentThread();
    co_await drogon::sleepCoro(loop, std::chrono::milliseconds{*wish});
    co_return http::json(200, {{"slept", *wish}});
}

Task<Result<Answer>> broken(Request request) {
    if (!request.path().empty()) throw std::runtime_error("the cause, which is nobody's business");
    co_return http::noContent();
}

Task<Result<Answer>> limited(Request) {
    auto refused = problem(ProblemCode::TooManyRequests);
    refused.error().retryAfter = 30s;
    co_return refused;
}

Task<Result<Answer>> conflict(Request) {
    co_return problem(ProblemCode::Conflict);
}

Task<Result<Answer>> busy(Request) {
    co_return problem(ProblemCode::Unavailable);
}

Task<Result<Answer>> half(Request) {
    co_return problem(ProblemCode::SecondFactorRequired);
}

}  // namespace

http::RouteTable routes(const SharedPtr& shared) {
    http::RouteTable table{
        route(Method::Get, "/small", small),
        route(Method::Get, "/large", large),
        route(Method::Get, "/items/{code}", item),
        route(Method::Put, "/items/{code}", changeItem),
        route(Method::Get, "/list", [shared](Request request) { return list(shared, std::move(request)); }),
        route(Method::Get, "/slow", slow),
        route(Method::Get, "/late", slow),
        route(Method::Get, "/broken", broken),
        route(Method::Get, "/limited", limited),
        route(Method::Post, "/conflict", conflict),
        route(Method::Get, "/guarded", small),
        route(Method::Get, "/shared", small),
        route(Method::Get, "/busy", busy),
        route(Method::Get, "/half", half),
    };
    table[6].limits.deadline = 100ms;
    table[10].right = http::Right{"probe.act"};
    table[11].sharing = http::Sharing::AnyOrigin;
    return table;
}

Task<Result<void>> guard(http::Request& request, http::Right right) {
    const auto token = request.header("authorization");
    if (token == "Bearer weak") co_return problem(ProblemCode::Forbidden, std::string{right.name});
    if (token != "Bearer strong") co_return problem(ProblemCode::Unauthenticated);
    request.attachIdentity(std::string{"strong"});
    co_return Result<void>{};
}

}  // namespace agon::probe
