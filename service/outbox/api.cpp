#include "outbox/api.hpp"

#include "outbox/service.hpp"
#include "outbox/store.hpp"
#include "outbox/wire.hpp"
#include "platform/http/paging.hpp"

namespace agon::outbox {
namespace {

using http::Answer;
using http::Method;
using http::Request;

struct Api {
    Db& db;
    http::Cursors cursors;
    Lookups lookups;
    Mode mode;
    std::function<Actor(const Request&)> actorOf;
};
using ApiPtr = std::shared_ptr<const Api>;

struct ListWish {
    Filter filter;
    std::string list;  // what its cursors belong to
};

ListWish readListWish(http::QueryReader& in, const http::Cursors& cursors) {
    ListWish wish;
    wish.filter.state = in.find("state", Choice<State>{kStates});
    wish.list = "outbox";
    if (wish.filter.state) wish.list.append("/").append(nameOf(*wish.filter.state));
    const auto page = http::readPageWish(in, cursors, wish.list);
    wish.filter.limit = static_cast<std::int32_t>(page.limit);
    if (page.after) wish.filter.before = page.after->get<std::int64_t>();
    return wish;
}

Task<Result<Answer>> list(ApiPtr api, Request request) {
    auto wish = http::readQuery(request.query(), [&](http::QueryReader& in) { return readListWish(in, api->cursors); });
    if (!wish) co_return std::unexpected{std::move(wish.error())};
    const auto limit = static_cast<std::size_t>(wish->filter.limit);
    ++wish->filter.limit;  // one more tells whether there is a next page
    auto messages = co_await listMessages(api->db, wish->filter);
    const auto counts = co_await countByState(api->db);
    const bool more = messages.size() > limit;
    if (more) messages.resize(limit);
    nlohmann::json items = nlohmann::json::array();
    for (const auto& message : messages) items.push_back(toJson(message));
    nlohmann::json next;
    if (more) next = http::linkAfter(request, api->cursors.seal(wish->list, messages.back().id.value));
    co_return http::json(200, {{"items", std::move(items)},
                               {"next", std::move(next)},
                               {"counts", toJson(counts)},
                               {"dry_run", api->mode == Mode::DryRun}});
}

Result<std::string> codeIn(const Request& request) {
    const auto code = Code::parse(request.pathParameter("message"));
    if (!code) return problem(ProblemCode::NotFound);
    return code->text();
}

Task<Result<Answer>> retry(ApiPtr api, Request request) {
    auto code = codeIn(request);
    if (!code) co_return std::unexpected{std::move(code.error())};
    auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{std::move(seen.error())};
    const auto message = co_await retryMessage(api->db, api->actorOf(request), *code, *seen);
    if (!message) co_return std::unexpected{message.error()};
    co_return http::json(202, toJson(*message)).tagged(http::tagOfVersion(message->version));
}

Task<Result<Answer>> preview(ApiPtr api, Request request) {
    auto code = codeIn(request);
    if (!code) co_return std::unexpected{std::move(code.error())};
    const auto shown = co_await previewMessage(api->db, api->lookups, *code);
    if (!shown) co_return std::unexpected{shown.error()};
    co_return http::json(200, toJson(*shown));
}

}  // namespace

http::RouteTable routes(ApiParts parts) {
    const ApiPtr api = std::make_shared<const Api>(Api{.db = parts.db,
                                                       .cursors = http::Cursors{parts.key},
                                                       .lookups = std::move(parts.lookups),
                                                       .mode = parts.mode,
                                                       .actorOf = std::move(parts.actorOf)});
    const auto with = [&api](Task<Result<Answer>> (*handler)(ApiPtr, Request)) {
        return [api, handler](Request request) {
            return handler(api, std::move(request));
        };
    };
    return {{.method = Method::Get, .path = "/api/v1/outbox", .right = {"outbox.read"}, .handler = with(list)},
            {.method = Method::Post,
             .path = "/api/v1/outbox/{message}/retry",
             .right = {"outbox.retry"},
             .handler = with(retry)},
            {.method = Method::Get,
             .path = "/api/v1/outbox/{message}/preview",
             .right = {"outbox.read"},
             .handler = with(preview)}};
}

}  // namespace agon::outbox
