#include "auth/guard.hpp"
#include "registration/api.hpp"
#include "registration/imports.hpp"
#include "registration/staff_place.hpp"

namespace agon::registration {
namespace {

using auth::Right;
using http::Answer;
using http::Method;
using http::Request;
using nlohmann::json;

constexpr std::size_t kLargestFile = std::size_t{1} << 20U;
constexpr std::chrono::seconds kPatience{30};

std::string_view nameOf(ImportLine::Outcome outcome) {
    switch (outcome) {
        case ImportLine::Outcome::Ready:
            return "ready";
        case ImportLine::Outcome::Refused:
            return "refused";
        case ImportLine::Outcome::Entered:
            return "entered";
    }
    std::unreachable();
}

json toJson(const ImportLine& line, Language language) {
    auto errors = json::array();
    for (const auto& error : line.errors) {
        errors.push_back(
            {{"pointer", error.pointer}, {"code", codeOf(error.fault)}, {"message", messageOf(error, language)}});
    }
    return {{"line", line.line},
            {"heat", line.heat ? json(*line.heat) : json(nullptr)},
            {"received_at", line.receivedAt ? json(formatInstant(*line.receivedAt)) : json(nullptr)},
            {"full_name", line.fullName ? json(*line.fullName) : json(nullptr)},
            {"outcome", nameOf(line.outcome)},
            {"errors", std::move(errors)},
            {"verdicts", toJson(line.verdicts)},
            {"entry", line.entry ? json(*line.entry) : json(nullptr)}};
}

json toJson(const Import& shown, Language language) {
    auto heats = json::array();
    for (const auto& part : shown.heats) {
        heats.push_back({{"heat", part.heat}, {"keeps_stamps", part.keepsStamps}, {"lines", part.lines}});
    }
    auto lines = json::array();
    std::int32_t refused = 0;
    for (const auto& line : shown.lines) {
        if (line.outcome == ImportLine::Outcome::Refused) ++refused;
        lines.push_back(toJson(line, language));
    }
    const auto ready = static_cast<std::int32_t>(shown.lines.size()) - refused;
    return {{"code", shown.code},
            {"state", shown.isEntered ? "entered" : "staged"},
            {"staged_at", formatInstant(shown.stagedAt)},
            {"heats", std::move(heats)},
            {"ready", ready},
            {"refused", refused},
            {"lines", std::move(lines)}};
}

Answer importAnswer(const Import& shown, const Request& request) {
    return http::json(200, toJson(shown, request.language())).tagged(http::tagOfVersion(shown.version));
}

Task<Result<Answer>> postImport(ContextPtr context, Request request) {
    const auto place = co_await placeOf(context, request, Right::ChampionshipManage);
    if (!place) co_return std::unexpected{place.error()};
    auto actor = request.identity<auth::Caller>().actor(Right::ChampionshipManage, request.requestId(), place->scope);
    const auto& slug = place->championship->slug;
    std::string file{request.body()};
    const auto shown = co_await stageImport(context, slug, std::move(file), std::move(actor));
    if (!shown) co_return std::unexpected{shown.error()};
    co_return http::created("/api/v1/championships/" + slug + "/imports/" + shown->code,
                            toJson(*shown, request.language()))
        .tagged(http::tagOfVersion(shown->version));
}

Task<Result<Answer>> getImport(ContextPtr context, Request request) {
    const auto place = co_await placeOf(context, request, Right::ChampionshipManage);
    if (!place) co_return std::unexpected{place.error()};
    const auto shown = co_await showImport(context, place->championship->slug, request.pathParameter("import"));
    if (!shown) co_return std::unexpected{shown.error()};
    co_return importAnswer(*shown, request);
}

Task<Result<Answer>> postCommit(ContextPtr context, Request request) {
    const auto place = co_await placeOf(context, request, Right::ChampionshipManage);
    if (!place) co_return std::unexpected{place.error()};
    auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{std::move(seen.error())};
    auto actor = request.identity<auth::Caller>().actor(Right::ChampionshipManage, request.requestId(), place->scope);
    const auto shown = co_await commitImport(context, place->championship->slug, request.pathParameter("import"),
                                             std::move(*seen), std::move(actor));
    if (!shown) co_return std::unexpected{shown.error()};
    co_return importAnswer(*shown, request);
}

Task<Result<Answer>> deleteImport(ContextPtr context, Request request) {
    const auto place = co_await placeOf(context, request, Right::ChampionshipManage);
    if (!place) co_return std::unexpected{place.error()};
    auto seen = http::SeenVersion::of(request);
    if (!seen) co_return std::unexpected{std::move(seen.error())};
    auto actor = request.identity<auth::Caller>().actor(Right::ChampionshipManage, request.requestId(), place->scope);
    const auto done = co_await discardImport(context, place->championship->slug, request.pathParameter("import"),
                                             std::move(*seen), std::move(actor));
    if (!done) co_return std::unexpected{done.error()};
    co_return http::noContent();
}

using Handle = Task<Result<Answer>> (*)(ContextPtr, Request);

http::Route route(const ContextPtr& context, Method method, std::string path, Handle handle) {
    http::Route made;
    made.method = method;
    made.path = std::move(path);
    made.right = auth::needsSomewhere(Right::ChampionshipManage);
    made.limits.deadline = kPatience;
    made.handler = [context, handle](Request request) {
        return handle(context, std::move(request));
    };
    return made;
}

}  // namespace

http::RouteTable importRoutes(const ContextPtr& context) {
    const std::string all = "/api/v1/championships/{championship}/imports";
    http::RouteTable table;
    table.push_back(route(context, Method::Post, all, postImport));
    table.back().consumes = "text/csv";
    table.back().limits.bodyBytes = kLargestFile;
    table.push_back(route(context, Method::Get, all + "/{import}", getImport));
    table.push_back(route(context, Method::Delete, all + "/{import}", deleteImport));
    table.push_back(route(context, Method::Post, all + "/{import}/commit", postCommit));
    return table;
}

}  // namespace agon::registration
