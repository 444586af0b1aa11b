#include <algorithm>

#include "championships/record.hpp"
#include "championships/service.hpp"
#include "championships/words.hpp"

namespace agon::championships {
namespace {

using nlohmann::json;

std::unexpected<Problem> notPublishable(const std::vector<Finding>& findings, Language language) {
    auto refusal = problem(ProblemCode::NotPublishable);
    for (const auto& finding : findings) {
        if (finding.level != Level::Error) continue;
        refusal.error().errors.push_back({finding.pointer, FieldFault::SpeaksAgainst, finding.message.in(language)});
    }
    return refusal;
}

// The first version is the first and no other is; and people can read it in every language of the championship.
Result<void> mustFit(const TermsWish& wish, const Settings& settings, std::int32_t inForce) {
    std::vector<FieldError> errors;
    if ((wish.reason == TermsReason::First) != (inForce == 0)) {
        std::string words;
        for (const auto& [word, reason] : kTermsReasons) {
            if ((reason == TermsReason::First) != (inForce == 0)) continue;
            words.append(words.empty() ? "" : ", ").append(word);
        }
        errors.push_back({"/reason", FieldFault::NotAChoice, std::move(words)});
    }
    for (const auto language : settings.languages) {
        if (!wish.text.in(language).empty()) continue;
        errors.push_back({"/text/" + std::string{nameOf(language)}, FieldFault::TooShort, "1"});
    }
    if (!errors.empty()) return problem(std::move(errors));
    return {};
}

// Their ids, in the order of the ids.
std::vector<std::int64_t> raisedHeats(const std::vector<KnownHeat>& before, const Settings& after) {
    std::vector<std::int64_t> raised;
    for (const auto& heat : before) {
        const bool isRaised = std::ranges::any_of(after.heats, [&](const HeatSettings& settings) {
            return settings.code == heat.code && settings.capacity > heat.capacity;
        });
        if (isRaised) raised.push_back(heat.id.value);
    }
    std::ranges::sort(raised);
    return raised;
}

// What everybody may see of the difference: no label beside a city. Nothing changes for the first version.
json publicChanges(const std::optional<json>& before, const json& after) {
    if (!before) return json::array();
    return toJson(changes(withoutLabels(*before), withoutLabels(after)));
}

audit::Entry publishedTerms(const std::string& slug, const TermsSummary& terms, const json& changed) {
    auto entry = about("terms-published", slug);
    entry.reasonCode = std::string{nameOf(terms.reason)};
    entry.detail = {{"number", terms.number}, {"organiser", nameOf(terms.publishedBy)}, {"changes", changed.size()}};
    return entry;
}

Task<Result<Terms>> publish(Tx& tx, Actor actor, ChampionshipRow championship, Publication publication) {
    const auto draft = co_await findDraft(tx, championship.id);
    if (!draft) co_return problem(ProblemCode::NotFound);
    auto current = publication.seen ? publication.seen->mustBe(draft->version) : Result<void>{};
    if (!current) co_return std::unexpected{std::move(current.error())};
    const auto settings = settingsFrom(draft->settings);
    auto fits = mustFit(publication.wish, settings, championship.termsNumber);
    if (!fits) co_return std::unexpected{std::move(fits.error())};

    co_await lockHeats(tx, championship.id);
    const auto heats = co_await listHeats(tx, championship.id);
    const auto against = findings(settings, {championship.now, draft->zoneIsKnown, heats});
    if (!mayBePublished(against)) co_return notPublishable(against, publication.language);

    co_await applySettings(tx, championship.id, draft->settings);
    co_await updateDraft(tx, championship.id, draft->settings);
    Terms terms;
    terms.text = publication.wish.text;
    terms.settings = draft->settings;
    terms.changes = publicChanges(draft->inForce, draft->settings);
    NewTerms row{.reason = publication.wish.reason,
                 .text = terms.text,
                 .note = publication.wish.note,
                 .settings = terms.settings,
                 .changes = terms.changes,
                 .account = actor.account};
    terms.summary = co_await insertTerms(tx, championship.id, std::move(row));
    co_await fillPlaces(tx, raisedHeats(heats, settings), "capacity", actor.account);
    co_await audit::record(tx, actor, publishedTerms(championship.slug, terms.summary, terms.changes));
    co_return terms;
}

}  // namespace

Task<Result<Terms>> publishTerms(Context context, Actor actor, std::string slug, Publication publication, Claim claim) {
    auto act = [&](Tx& tx) -> Task<Result<Terms>> {
        auto begun = co_await http::idempotency::begin(tx, claim);
        if (!begun) co_return std::unexpected{std::move(begun.error())};
        const auto championship = co_await lockChampionship(tx, slug);
        if (!championship) co_return problem(ProblemCode::NotFound);
        if (begun->replay) {
            const auto number = begun->replay->value.at("number").get<std::int32_t>();
            auto again = co_await findTerms(tx, championship->id, number);
            if (!again) co_return problem(ProblemCode::NotFound);
            co_return std::move(*again);
        }
        auto terms = co_await publish(tx, actor, *championship, publication);
        if (!terms) co_return std::unexpected{std::move(terms.error())};
        http::idempotency::Outcome outcome{201, {{"number", terms->summary.number}}};
        co_await http::idempotency::complete(tx, claim, std::move(outcome));
        co_return std::move(*terms);
    };
    auto terms = co_await context.db.transact(act);
    if (terms) co_await context.catalogue.catchUp();
    co_return terms;
}

Task<Result<Document>> publishDocument(Context context, Actor actor, std::string slug, DocumentWish wish, Claim claim) {
    auto act = [&](Tx& tx) -> Task<Result<Document>> {
        auto begun = co_await http::idempotency::begin(tx, claim);
        if (!begun) co_return std::unexpected{std::move(begun.error())};
        const auto championship = co_await lockChampionship(tx, slug);
        if (!championship) co_return problem(ProblemCode::NotFound);
        if (begun->replay) {
            const auto number = begun->replay->value.at("number").get<std::int32_t>();
            auto again = co_await findDocument(tx, championship->id, wish.kind, number);
            if (!again) co_return problem(ProblemCode::NotFound);
            co_return std::move(*again);
        }
        Document document;
        document.summary = co_await insertDocument(tx, championship->id, wish.kind, wish.text, actor.account);
        document.text = wish.text;
        co_await touchChampionship(tx, championship->id);
        auto entry = about("document-published", slug);
        entry.detail = {{"kind", nameOf(wish.kind)}, {"number", document.summary.number}};
        co_await audit::record(tx, actor, std::move(entry));
        http::idempotency::Outcome outcome{201, {{"number", document.summary.number}}};
        co_await http::idempotency::complete(tx, claim, std::move(outcome));
        co_return document;
    };
    auto document = co_await context.db.transact(act);
    if (document) co_await context.catalogue.catchUp();
    co_return document;
}

}  // namespace agon::championships
