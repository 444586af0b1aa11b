#include <algorithm>
#include <charconv>

#include "championships/api.hpp"
#include "championships/publication_store.hpp"
#include "championships/rules.hpp"
#include "championships/store.hpp"
#include "championships/wire.hpp"
#include "championships/words.hpp"

namespace agon::championships {
namespace {

using http::Answer;
using http::Request;
using nlohmann::json;
using Body = PreparedBodies::Body;
using PublishedPtr = std::shared_ptr<const Published>;

constexpr std::string_view kBriefly = "public, max-age=1";
constexpr std::string_view kAWhile = "public, max-age=5";
constexpr std::string_view kForLong = "public, max-age=3600";  // a version never changes
constexpr std::chrono::seconds kClockSteps{5};                 // how old the time in an answer may be

struct Reading {
    Catalogue* catalogue;
    Db* db;
};

Body prepare(const json& value) {
    return http::PreparedBody::make(std::string{http::kJsonType}, value.dump(), http::Effort::Quick);
}

Answer answer(Body body, std::string_view cacheControl) {
    return http::prepared(std::move(body), std::string{cacheControl});
}

// A number of the path; nothing that cannot be one is anything's number.
std::optional<std::int32_t> numberOf(std::string_view text) {
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 1) return std::nullopt;
    return number;
}

struct Found {
    std::shared_ptr<const Snapshot> snapshot;
    PublishedPtr championship;
};

// NotFound for a championship that nobody has published. Unavailable in the first moment of a service.
Result<Found> find(const Catalogue& catalogue, const Request& request) {
    if (!catalogue.isReady()) return problem(ProblemCode::Unavailable);
    auto snapshot = catalogue.all();
    const auto found = snapshot->bySlug.find(request.pathParameter("championship"));
    if (found == snapshot->bySlug.end()) return problem(ProblemCode::NotFound);
    auto championship = found->second;
    return Found{std::move(snapshot), std::move(championship)};
}

json summaryToJson(const Published& championship, State state) {
    const auto& settings = championship.settings;
    return {{"slug", championship.slug},
            {"name", toJson(settings.name)},
            {"country", settings.country},
            {"state", nameOf(state)},
            {"rehearsal", championship.kind != Kind::Real},
            {"opens_at", formatInstant(settings.opensAt)},
            {"closes_at", formatInstant(settings.closesAt)}};
}

Task<Result<Answer>> getChampionships(Reading in, Request /*request*/) {
    if (!in.catalogue->isReady()) co_return problem(ProblemCode::Unavailable);
    const auto snapshot = in.catalogue->all();
    std::vector<PublishedPtr> championships;
    std::string states;
    for (const auto& [slug, championship] : snapshot->bySlug) {
        championships.push_back(championship);
        states += nameOf(stateAt(championship->settings, in.catalogue->now(*championship)));
    }
    if (auto body = snapshot->bodies.find("championships", states)) co_return answer(body, kAWhile);
    std::ranges::sort(championships, [](const PublishedPtr& a, const PublishedPtr& b) {
        return std::tie(b->settings.opensAt, a->slug) < std::tie(a->settings.opensAt, b->slug);
    });
    auto items = json::array();
    for (const auto& championship : championships) {
        items.push_back(
            summaryToJson(*championship, stateAt(championship->settings, in.catalogue->now(*championship))));
    }
    const json value{{"items", std::move(items)}};
    auto body = prepare(value);
    snapshot->bodies.keep("championships", std::move(states), body);
    co_return answer(std::move(body), kAWhile);
}

Task<Result<Answer>> getChampionship(Reading in, Request request) {
    auto found = find(*in.catalogue, request);
    if (!found) co_return std::unexpected{std::move(found.error())};
    const auto& championship = *found->championship;
    const auto now = in.catalogue->now(championship);
    const auto state = stateAt(championship.settings, now);
    auto mark = std::string{nameOf(state)} + ' ' + std::to_string(now.at.time_since_epoch() / kClockSteps);
    auto name = "championship " + championship.slug;
    if (auto body = found->snapshot->bodies.find(name, mark)) co_return answer(std::move(body), kAWhile);
    const json value{{"slug", championship.slug},
                     {"state", nameOf(state)},
                     {"rehearsal", championship.kind != Kind::Real},
                     {"now", formatInstant(now)},
                     {"terms", toJson(championship.terms)},
                     {"settings", toJson(championship.settings, Audience::Everybody)}};
    auto body = prepare(value);
    found->snapshot->bodies.keep(std::move(name), std::move(mark), body);
    co_return answer(std::move(body), kAWhile);
}

Task<Result<Answer>> getHeats(Reading in, Request request) {
    auto found = find(*in.catalogue, request);
    if (!found) co_return std::unexpected{std::move(found.error())};
    const auto second = in.catalogue->now(*found->championship).at.time_since_epoch() / std::chrono::seconds{1};
    auto mark = std::to_string(second);
    auto name = "heats " + found->championship->slug;
    if (auto body = found->snapshot->bodies.find(name, mark)) co_return answer(std::move(body), kBriefly);
    const auto counts = co_await listHeatCounts(*in.db, found->championship->id);
    auto items = json::array();
    for (const auto& count : counts) items.push_back(toJson(count));
    const json value{{"items", std::move(items)}};
    auto body = prepare(value);
    found->snapshot->bodies.keep(std::move(name), std::move(mark), body);
    co_return answer(std::move(body), kBriefly);
}

Task<Result<Answer>> getTermsList(Reading in, Request request) {
    auto found = find(*in.catalogue, request);
    if (!found) co_return std::unexpected{std::move(found.error())};
    auto name = "terms-list " + found->championship->slug;
    if (auto body = found->snapshot->bodies.find(name, {})) co_return answer(std::move(body), kAWhile);
    const auto terms = co_await listTerms(*in.db, found->championship->id);
    auto items = json::array();
    for (const auto& summary : terms) items.push_back(toJson(summary));
    const json value{{"items", std::move(items)}};
    auto body = prepare(value);
    found->snapshot->bodies.keep(std::move(name), {}, body);
    co_return answer(std::move(body), kAWhile);
}

Task<Result<Answer>> getTerms(Reading in, Request request) {
    auto found = find(*in.catalogue, request);
    if (!found) co_return std::unexpected{std::move(found.error())};
    const auto number = numberOf(request.pathParameter("number"));
    if (!number) co_return problem(ProblemCode::NotFound);
    auto name = "terms " + found->championship->slug + ' ' + std::to_string(*number);
    if (auto body = found->snapshot->bodies.find(name, {})) co_return answer(std::move(body), kForLong);
    const auto terms = co_await findTerms(*in.db, found->championship->id, *number);
    if (!terms) co_return problem(ProblemCode::NotFound);
    auto body = prepare(toJson(*terms));
    found->snapshot->bodies.keep(std::move(name), {}, body);
    co_return answer(std::move(body), kForLong);
}

Task<Result<Answer>> getDocuments(Reading in, Request request) {
    auto found = find(*in.catalogue, request);
    if (!found) co_return std::unexpected{std::move(found.error())};
    auto name = "documents " + found->championship->slug;
    if (auto body = found->snapshot->bodies.find(name, {})) co_return answer(std::move(body), kAWhile);
    const auto documents = co_await listDocuments(*in.db, found->championship->id);
    auto items = json::array();
    for (const auto& document : documents) items.push_back(toJson(document));
    const json value{{"items", std::move(items)}};
    auto body = prepare(value);
    found->snapshot->bodies.keep(std::move(name), {}, body);
    co_return answer(std::move(body), kAWhile);
}

Task<Result<Answer>> getDocument(Reading in, Request request) {
    auto found = find(*in.catalogue, request);
    if (!found) co_return std::unexpected{std::move(found.error())};
    const auto kind = named<DocumentKind>(request.pathParameter("kind"));
    const auto number = numberOf(request.pathParameter("number"));
    if (!kind || !number) co_return problem(ProblemCode::NotFound);
    auto name =
        "document " + found->championship->slug + ' ' + std::string{nameOf(*kind)} + ' ' + std::to_string(*number);
    if (auto body = found->snapshot->bodies.find(name, {})) co_return answer(std::move(body), kForLong);
    const auto document = co_await findDocument(*in.db, found->championship->id, *kind, *number);
    if (!document) co_return problem(ProblemCode::NotFound);
    auto body = prepare(toJson(*document));
    found->snapshot->bodies.keep(std::move(name), {}, body);
    co_return answer(std::move(body), kForLong);
}

using Handle = Task<Result<Answer>> (*)(Reading, Request);

http::Route route(Reading reading, std::string path, Handle handle) {
    http::Route made;
    made.path = std::move(path);
    made.right = http::kPublic;
    made.sharing = http::Sharing::AnyOrigin;
    made.handler = [reading, handle](Request request) {
        return handle(reading, std::move(request));
    };
    return made;
}

}  // namespace

http::RouteTable publicRoutes(Catalogue& catalogue, Db& publicReader) {
    const Reading reading{&catalogue, &publicReader};
    const std::string one = "/api/v1/championships/{championship}";
    http::RouteTable table;
    table.push_back(route(reading, "/api/v1/championships", getChampionships));
    table.push_back(route(reading, one, getChampionship));
    table.push_back(route(reading, one + "/heats", getHeats));
    table.push_back(route(reading, one + "/terms", getTermsList));
    table.push_back(route(reading, one + "/terms/{number}", getTerms));
    table.push_back(route(reading, one + "/documents", getDocuments));
    table.push_back(route(reading, one + "/documents/{kind}/{number}", getDocument));
    return table;
}

}  // namespace agon::championships
