#include <array>

#include "auth/caller.hpp"
#include "auth/guard.hpp"
#include "platform/http/entity_tag.hpp"
#include "platform/http/paging.hpp"
#include "registration/api.hpp"
#include "registration/entry_wire.hpp"
#include "registration/names.hpp"
#include "registration/staff_entries.hpp"
#include "registration/staff_place.hpp"

namespace agon::registration {
namespace {

using auth::Right;
using http::Answer;
using http::Method;
using http::Request;
using nlohmann::json;

constexpr std::size_t kNoteMax = 1000;
constexpr std::size_t kHeatMax = 20;
constexpr std::size_t kSearchMax = 200;
constexpr std::int32_t kSearchLimit = 50;

using Word = std::pair<std::string_view, std::string_view>;
constexpr std::array kReasons{Word{"incomplete", "incomplete"}, Word{"breach", "breach"}, Word{"image", "image"},
                              Word{"morals", "morals"}, Word{"other", "other"}};
constexpr std::array kPlaceWords{Word{"held", "held"}, Word{"waiting", "waiting"}, Word{"ended", "ended"}};
constexpr std::array kTaskWords{Word{"open", "open"}};
constexpr std::array kDecisions{std::pair<std::string_view, ReviewDecision>{"keep", ReviewDecision::Keep},
                                std::pair<std::string_view, ReviewDecision>{"refuse", ReviewDecision::Refuse}};

Answer detailAnswer(const EntryDetail& detail) {
    auto history = json::array();
    for (const auto& event : detail.history) history.push_back(toJson(event));
    const json value{{"entry", toStaffJson(detail.entry, &detail.person, Detail::Whole)},
                     {"terms", detail.entry.terms},
                     {"receipt", hexOf(detail.entry.receipt)},
                     {"declarations", detail.declarations},
                     {"answers", detail.answers},
                     {"note", detail.note ? json(*detail.note) : json(nullptr)},
                     {"history", std::move(history)}};
    return http::json(200, value).tagged(http::tagOfVersion(detail.entry.version));
}

Task<Result<StaffAct>> actOf(ContextPtr context, Request request, Right right) {
    auto where = co_await placeOf(context, request, right);
    if (!where) co_return std::unexpected{std::move(where.error())};
    auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{std::move(seen.error())};
    const auto code = Code::parse(request.pathParameter("entry"));
    if (!code) co_return problem(ProblemCode::NotFound);
    co_return StaffAct{where->championship->slug, code->text(), std::move(*seen),
                       request.identity<auth::Caller>().actor(right, request.requestId(), where->scope)};
}

Task<json> staffList(ContextPtr context, std::vector<Entry> entries) {
    std::vector<std::int64_t> ids;
    ids.reserve(entries.size());
    for (const auto& entry : entries) ids.push_back(entry.person.value);
    const auto persons = co_await privacy::personsOf(context->db, std::move(ids));
    auto items = json::array();
    for (const auto& entry : entries) {
        const auto found = persons.find(entry.person.value);
        items.push_back(toStaffJson(entry, found == persons.end() ? nullptr : &found->second, Detail::Masked));
    }
    co_return items;
}

struct ListWish {
    EntryFilter filter;
    std::string list;
};

ListWish readListWish(http::QueryReader& in, const Context& context, const championships::Published& championship) {
    ListWish wish;
    wish.filter.championship = championship.id.value;
    wish.filter.heat = in.find("heat", Text{kHeatMax});
    const auto place = in.find("place", Choice<std::string_view>{kPlaceWords});
    if (place) wish.filter.place = std::string{*place};
    wish.filter.withTasks = in.find("task", Choice<std::string_view>{kTaskWords}).has_value();
    wish.list = "entries/" + championship.slug + "/" + wish.filter.heat.value_or("") + "/" +
                wish.filter.place.value_or("") + (wish.filter.withTasks ? "/open" : "");
    const auto page = http::readPageWish(in, context.cursors, wish.list);
    wish.filter.limit = static_cast<std::int32_t>(page.limit);
    if (page.after) {
        wish.filter.afterHeat = page.after->at("heat").get<std::int64_t>();
        wish.filter.afterNumber = page.after->at("number").get<std::int32_t>();
    }
    return wish;
}

Task<Result<Answer>> getEntries(ContextPtr context, Request request) {
    const auto where = co_await placeOf(context, request, Right::EntryRead);
    if (!where) co_return std::unexpected{where.error()};
    auto wish = http::readQuery(
        request.query(), [&](http::QueryReader& in) { return readListWish(in, *context, *where->championship); });
    if (!wish) co_return std::unexpected{std::move(wish.error())};
    const auto limit = static_cast<std::size_t>(wish->filter.limit);
    ++wish->filter.limit;
    auto entries = co_await listEntries(context->db, wish->filter);
    json next;
    if (entries.size() > limit) {
        entries.resize(limit);
        const json position{{"heat", entries.back().heatId.value}, {"number", entries.back().number}};
        next = http::linkAfter(request, context->cursors.seal(wish->list, position));
    }
    auto items = co_await staffList(context, std::move(entries));
    co_return http::json(200, {{"items", std::move(items)}, {"next", std::move(next)}});
}

Task<Result<Answer>> postSearch(ContextPtr context, Request request) {
    const auto where = co_await placeOf(context, request, Right::EntryRead);
    if (!where) co_return std::unexpected{where.error()};
    const auto text = readJson(request.body(), [](ObjectReader& in) { return in.get("text", Text{kSearchMax, 2}); });
    if (!text) co_return std::unexpected{text.error()};
    std::vector<Entry> entries;
    if (const auto code = Code::parse(*text)) {
        auto entry = co_await findEntry(context->db, code->text());
        if (entry && entry->championshipId == where->championship->id.value) entries.push_back(std::move(*entry));
    }
    std::string digits;
    for (const char c : *text) {
        if (c >= '0' && c <= '9') digits += c;
    }
    if (digits.size() < 4) digits.clear();  // fewer match half the country
    auto persons = co_await privacy::searchPersons(context->db, where->championship->id.value, foldName(*text), digits,
                                                   kSearchLimit);
    auto found = co_await entriesOf(context->db, std::move(persons));
    std::ranges::move(found, std::back_inserter(entries));
    auto items = co_await staffList(context, std::move(entries));
    co_return http::json(200, {{"items", std::move(items)}});
}

Task<Result<Answer>> getEntry(ContextPtr context, Request request) {
    const auto where = co_await placeOf(context, request, Right::EntryRead);
    if (!where) co_return std::unexpected{where.error()};
    const auto code = Code::parse(request.pathParameter("entry"));
    if (!code) co_return problem(ProblemCode::NotFound);
    const auto detail = co_await entryDetail(context, where->championship->slug, code->text());
    if (!detail) co_return std::unexpected{detail.error()};
    co_return detailAnswer(*detail);
}

Task<Result<Answer>> patchEntry(ContextPtr context, Request request) {
    auto act = co_await actOf(context, request, Right::CallTake);
    if (!act) co_return std::unexpected{std::move(act.error())};
    auto correction = readJson(request.body(), readCorrection);
    if (!correction) co_return std::unexpected{std::move(correction.error())};
    const auto detail = co_await correctForPerson(context, std::move(*act), std::move(*correction));
    if (!detail) co_return std::unexpected{detail.error()};
    co_return detailAnswer(*detail);
}

Task<Result<Answer>> postCancellation(ContextPtr context, Request request) {
    auto act = co_await actOf(context, request, Right::EntryCancel);
    if (!act) co_return std::unexpected{std::move(act.error())};
    struct Wish {
        std::string reason;
        std::string note;
    };
    auto wish = readJson(request.body(), [](ObjectReader& in) {
        return Wish{std::string{in.get("reason", Choice<std::string_view>{kReasons})},
                    in.get("note", Text{kNoteMax, 0, LineBreaks::Allowed})};
    });
    if (!wish) co_return std::unexpected{std::move(wish.error())};
    const auto detail = co_await cancelEntry(context, std::move(*act), std::move(wish->reason), std::move(wish->note));
    if (!detail) co_return std::unexpected{detail.error()};
    co_return detailAnswer(*detail);
}

Task<Result<Answer>> postReview(ContextPtr context, Request request) {
    auto act = co_await actOf(context, request, Right::CallTake);
    if (!act) co_return std::unexpected{std::move(act.error())};
    struct Wish {
        ReviewDecision decision;
        std::string note;
    };
    auto wish = readJson(request.body(), [](ObjectReader& in) {
        return Wish{in.get("decision", Choice<ReviewDecision>{kDecisions}),
                    in.find("note", Text{kNoteMax, 0, LineBreaks::Allowed}).value_or("")};
    });
    if (!wish) co_return std::unexpected{std::move(wish.error())};
    const auto detail = co_await reviewEntry(context, std::move(*act), wish->decision, std::move(wish->note));
    if (!detail) co_return std::unexpected{detail.error()};
    co_return detailAnswer(*detail);
}

Task<Result<Answer>> postExtraPlace(ContextPtr context, Request request) {
    auto act = co_await actOf(context, request, Right::ChampionshipManage);
    if (!act) co_return std::unexpected{std::move(act.error())};
    const auto detail = co_await giveExtra(context, std::move(*act));
    if (!detail) co_return std::unexpected{detail.error()};
    co_return detailAnswer(*detail);
}

Task<Result<Answer>> getLedger(ContextPtr context, Request request) {
    const auto championship = context->catalogue.find(request.pathParameter("championship"));
    const auto* const heat = championship ? championship->heat(request.pathParameter("heat")) : nullptr;
    if (heat == nullptr) co_return problem(ProblemCode::NotFound);
    const auto list = "ledger/" + heat->code;
    const auto wish = http::readQuery(
        request.query(), [&](http::QueryReader& in) { return http::readPageWish(in, context->cursors, list); });
    if (!wish) co_return std::unexpected{wish.error()};
    const auto after = wish->after ? wish->after->get<std::int32_t>() : 0;
    const auto limit = static_cast<std::int32_t>(wish->limit);
    auto lines = co_await ledgerOf(context->publicReader, heat->id, after, limit + 1);
    json next;
    if (std::cmp_greater(lines.size(), limit)) {
        lines.resize(static_cast<std::size_t>(limit));
        next = http::linkAfter(request, context->cursors.seal(list, lines.back().number));
    }
    auto items = json::array();
    for (const auto& line : lines) items.push_back(toJson(line));
    co_return http::json(200, {{"items", std::move(items)}, {"next", std::move(next)}});
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

http::RouteTable entryRoutes(const ContextPtr& context) {
    using auth::needsSomewhere;
    const std::string all = "/api/v1/championships/{championship}/entries";
    const auto one = all + "/{entry}";
    http::RouteTable table;
    table.push_back(route(context, Method::Get, all, needsSomewhere(Right::EntryRead), getEntries));
    table.push_back(route(context, Method::Post, all + "/search", needsSomewhere(Right::EntryRead), postSearch));
    table.push_back(route(context, Method::Get, one, needsSomewhere(Right::EntryRead), getEntry));
    table.push_back(route(context, Method::Patch, one, needsSomewhere(Right::CallTake), patchEntry));
    table.push_back(
        route(context, Method::Post, one + "/cancellation", needsSomewhere(Right::EntryCancel), postCancellation));
    table.push_back(route(context, Method::Post, one + "/review", needsSomewhere(Right::CallTake), postReview));
    table.push_back(
        route(context, Method::Post, one + "/extra-place", needsSomewhere(Right::ChampionshipManage), postExtraPlace));
    table.push_back(route(context, Method::Get, "/api/v1/championships/{championship}/heats/{heat}/ledger",
                          http::kPublic, getLedger));
    return table;
}

}  // namespace agon::registration
