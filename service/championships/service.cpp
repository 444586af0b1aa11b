#include "championships/service.hpp"

#include <algorithm>

#include "championships/record.hpp"

namespace agon::championships {
namespace {

using nlohmann::json;

Setup setupOf(const ChampionshipRow& championship, DraftRow draft, const std::vector<KnownHeat>& heats) {
    Setup setup;
    setup.slug = championship.slug;
    setup.kind = championship.kind;
    setup.termsNumber = championship.termsNumber;
    setup.now = championship.now;
    setup.settings = settingsFrom(draft.settings);
    if (draft.inForce) setup.changes = changes(*draft.inForce, draft.settings);
    setup.findings = findings(setup.settings, {championship.now, draft.zoneIsKnown, heats});
    setup.text = std::move(draft.text);
    setup.version = draft.version;
    return setup;
}

Task<Result<Setup>> loadSetup(Tx& tx, ChampionshipRow championship) {
    auto draft = co_await findDraft(tx, championship.id);
    if (!draft) co_return problem(ProblemCode::NotFound);
    const auto heats = co_await listHeats(tx, championship.id);
    co_return setupOf(championship, std::move(*draft), heats);
}

// A code names a heat of this championship, in force, retired or only drafted.
Result<void> mustBeKnown(const Settings& settings, const json& draft, const std::vector<KnownHeat>& heats) {
    std::vector<FieldError> errors;
    for (std::size_t i = 0; i < settings.heats.size(); ++i) {
        const auto& code = settings.heats[i].code;
        const bool isDrafted = std::ranges::any_of(
            draft.at("heats"), [&](const json& heat) { return heat.value("code", std::string{}) == code; });
        const bool isThere = std::ranges::any_of(heats, [&](const KnownHeat& heat) { return heat.code == code; });
        if (code.empty() || isDrafted || isThere) continue;
        errors.push_back({"/heats/" + std::to_string(i) + "/code", FieldFault::Incorrect, {}});
    }
    if (!errors.empty()) return problem(std::move(errors));
    return {};
}

void giveCodes(Settings& settings) {
    for (auto& heat : settings.heats) {
        if (heat.code.empty()) heat.code = Code::random().text();
    }
}

// What a repeated request is answered from: the same codes, by the same clock.
json factsOf(const NewChampionship& wish, const ChampionshipRow& championship, const DraftRow& draft) {
    auto codes = json::array();
    for (const auto& heat : wish.settings.heats) codes.push_back(heat.code);
    return {
        {"codes", std::move(codes)}, {"now", formatInstant(championship.now)}, {"zone_is_known", draft.zoneIsKnown}};
}

Setup firstSetup(NewChampionship wish, const json& facts) {
    for (std::size_t i = 0; i < wish.settings.heats.size(); ++i) {
        wish.settings.heats[i].code = facts.at("codes").at(i).get<std::string>();
    }
    ChampionshipRow championship;
    championship.slug = wish.slug;
    championship.kind = wish.kind;
    championship.now = parseInstant(facts.at("now").get_ref<const std::string&>()).value_or(Instant{});
    DraftRow draft;
    draft.settings = toJson(wish.settings, Audience::Staff);
    draft.version = 1;
    draft.zoneIsKnown = facts.at("zone_is_known").get<bool>();
    return setupOf(championship, std::move(draft), {});
}

}  // namespace

Task<Result<Setup>> createChampionship(Context context, Actor actor, NewChampionship wish, Claim claim) {
    for (auto& heat : wish.settings.heats) heat.code.clear();  // there is none yet that it could name
    auto act = [&](Tx& tx) -> Task<Result<Setup>> {
        auto begun = co_await http::idempotency::begin(tx, claim);
        if (!begun) co_return std::unexpected{std::move(begun.error())};
        if (begun->replay) co_return firstSetup(wish, begun->replay->value);
        const auto id = co_await insertChampionship(tx, wish.slug, wish.kind);
        if (!id) co_return problem(ProblemCode::SlugTaken);
        giveCodes(wish.settings);
        co_await insertDraft(tx, *id, toJson(wish.settings, Audience::Staff));
        co_await audit::record(tx, actor, about("championship-created", wish.slug));
        const auto championship = co_await lockChampionship(tx, wish.slug);
        const auto draft = co_await findDraft(tx, *id);
        if (!championship || !draft) co_return problem(ProblemCode::NotFound);
        const auto facts = factsOf(wish, *championship, *draft);
        http::idempotency::Outcome outcome{201, facts};
        co_await http::idempotency::complete(tx, claim, std::move(outcome));
        co_return firstSetup(wish, facts);
    };
    auto setup = co_await context.db.transact(act);
    co_return setup;
}

Task<Result<Setup>> getSetup(Context context, std::string slug) {
    auto championship = co_await findChampionship(context.db, std::move(slug));
    if (!championship) co_return problem(ProblemCode::NotFound);
    auto act = [&](Tx& tx) -> Task<Result<Setup>> {
        auto setup = co_await loadSetup(tx, *championship);
        co_return setup;
    };
    auto setup = co_await context.db.transact(act);
    co_return setup;
}

Task<Result<Setup>> changeSetup(Context context, Actor actor, std::string slug, Settings settings,
                                http::SeenVersion seen) {
    auto act = [&](Tx& tx) -> Task<Result<Setup>> {
        const auto championship = co_await lockChampionship(tx, slug);
        if (!championship) co_return problem(ProblemCode::NotFound);
        const auto draft = co_await findDraft(tx, championship->id);
        if (!draft) co_return problem(ProblemCode::NotFound);
        auto current = seen.mustBe(draft->version);
        if (!current) co_return std::unexpected{std::move(current.error())};
        const auto heats = co_await listHeats(tx, championship->id);
        auto known = mustBeKnown(settings, draft->settings, heats);
        if (!known) co_return std::unexpected{std::move(known.error())};
        giveCodes(settings);
        co_await updateDraft(tx, championship->id, toJson(settings, Audience::Staff));
        co_await audit::record(tx, actor, about("setup-changed", slug));
        auto setup = co_await loadSetup(tx, *championship);
        co_return setup;
    };
    auto setup = co_await context.db.transact(act);
    co_return setup;
}

Task<Result<Instant>> moveClock(Context context, Actor actor, std::string slug, Instant now) {
    auto act = [&](Tx& tx) -> Task<Result<Instant>> {
        const auto championship = co_await lockChampionship(tx, slug);
        if (!championship) co_return problem(ProblemCode::NotFound);
        if (championship->kind == Kind::Real) co_return problem(ProblemCode::RealClock);
        if (now <= championship->now) co_return problem(ProblemCode::ClockForwardOnly);
        const auto shown = co_await updateClock(tx, championship->id, now);
        auto entry = about("clock-moved", slug);
        entry.detail = {{"now", formatInstant(now)}};
        co_await audit::record(tx, actor, std::move(entry));
        co_return shown;
    };
    const auto shown = co_await context.db.transact(act);
    if (shown) co_await context.catalogue.catchUp();
    co_return shown;
}

Task<Result<Instant>> setDemoClock(Context context, std::string slug, Instant day) {
    auto act = [&](Tx& tx) -> Task<Result<Instant>> {
        const auto championship = co_await lockChampionship(tx, slug);
        if (!championship) co_return problem(ProblemCode::NotFound);
        if (championship->kind == Kind::Real) co_return problem(ProblemCode::RealClock);
        const auto shown = co_await updateDemoClock(tx, championship->id, day);
        co_return shown;
    };
    const auto shown = co_await context.db.transact(act);
    if (shown) co_await context.catalogue.catchUp();
    co_return shown;
}

Task<Result<HeatCount>> setPromotion(Context context, Actor actor, std::string slug, std::string heat, bool paused) {
    auto championship = co_await findChampionship(context.db, slug);
    if (!championship) co_return problem(ProblemCode::NotFound);
    auto act = [&](Tx& tx) -> Task<Result<HeatCount>> {
        const auto id = co_await lockHeat(tx, championship->id, heat);
        if (!id) co_return problem(ProblemCode::NotFound);
        co_await updatePromotion(tx, *id, paused);
        std::vector<std::int64_t> resumed;
        if (!paused) resumed.push_back(id->value);
        co_await fillPlaces(tx, std::move(resumed), "resumed", actor.account);
        auto entry = about(paused ? "promotion-paused" : "promotion-resumed", slug);
        entry.subjectKind = "heat";
        entry.subject = heat;
        entry.heat = heat;
        co_await audit::record(tx, actor, std::move(entry));
        const auto count = co_await getHeatCount(tx, *id);
        co_return count;
    };
    auto count = co_await context.db.transact(act);
    co_return count;
}

}  // namespace agon::championships
