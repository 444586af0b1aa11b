#include "audit/api.hpp"

#include "audit/store.hpp"
#include "audit/wire.hpp"
#include "platform/http/paging.hpp"

namespace agon::audit {
namespace {

using http::Answer;
using http::Request;

constexpr std::size_t kLongestWord = 64;

struct ListWish {
    Filter filter;
    std::string list;  // what its cursors belong to
};

ListWish readListWish(http::QueryReader& in, const http::Cursors& cursors) {
    ListWish wish;
    auto& filter = wish.filter;
    // A code that nobody has finds nothing, as one that cannot be a code does.
    filter.account = in.find("actor", Text{kLongestWord});
    if (const auto code = filter.account ? Code::parse(*filter.account) : std::nullopt) filter.account = code->text();
    filter.act = in.find("act", Text{kLongestWord});
    filter.subject = in.find("subject", Text{kLongestWord});
    filter.from = in.find("from", InstantText{});
    filter.until = in.find("to", InstantText{});
    const auto word = [](const auto& value) {
        return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
    };
    wish.list = "audit" + nlohmann::json{word(filter.account), word(filter.act), word(filter.subject),
                                         word(filter.from.transform(formatInstant)),
                                         word(filter.until.transform(formatInstant))}
                              .dump();
    const auto page = http::readPageWish(in, cursors, wish.list);
    filter.limit = static_cast<std::int32_t>(page.limit);
    if (page.after) filter.before = page.after->get<std::int64_t>();
    return wish;
}

Task<Result<Answer>> list(Db* db, std::shared_ptr<const http::Cursors> cursors, Request request) {
    auto wish = http::readQuery(request.query(), [&](http::QueryReader& in) { return readListWish(in, *cursors); });
    if (!wish) co_return std::unexpected{std::move(wish.error())};
    const auto limit = static_cast<std::size_t>(wish->filter.limit);
    ++wish->filter.limit;  // one more tells whether there is a next page
    auto acts = co_await listActs(*db, wish->filter);
    const auto head = co_await findHead(*db);
    const bool more = acts.size() > limit;
    if (more) acts.resize(limit);
    nlohmann::json items = nlohmann::json::array();
    for (const auto& act : acts) items.push_back(toJson(act));
    nlohmann::json next;
    if (more) next = http::linkAfter(request, cursors->seal(wish->list, acts.back().act.id));
    co_return http::json(200, {{"items", std::move(items)}, {"next", std::move(next)}, {"seal", toJson(head)}});
}

}  // namespace

http::RouteTable routes(Db& db, const crypto::SecretKey& key) {
    const auto cursors = std::make_shared<const http::Cursors>(key);
    return {{.method = http::Method::Get,
             .path = "/api/v1/audit",
             .right = {"audit.read"},
             .handler = [&db, cursors](Request request) {
                 return list(&db, cursors, std::move(request));
             }}};
}

}  // namespace agon::audit
