#include "championships/wire.hpp"

#include <set>

#include "championships/words.hpp"

namespace agon::championships {
namespace {

using nlohmann::json;

template <class Enum>
json wordsToJson(const std::vector<Enum>& values) {
    auto list = json::array();
    for (const auto value : values) list.push_back(nameOf(value));
    return list;
}

template <class T>
json orNull(const std::optional<T>& value) {
    return value ? json(*value) : json(nullptr);
}

json toJson(const Organiser& organiser) {
    return {{"kind", nameOf(organiser.kind)},
            {"name", organiser.name},
            {"contact_email", organiser.contactEmail},
            {"contact_phone", organiser.contactPhone}};
}

json toJson(const Stage& stage) {
    return {{"kind", nameOf(stage.kind)}, {"name", championships::toJson(stage.name)}};
}

json toJson(const HeatSettings& heat, Audience audience) {
    auto channels = json::array();
    for (const auto& channel : heat.channels) {
        channels.push_back({{"kind", nameOf(channel.kind)}, {"value", channel.value}});
    }
    json value{{"stage", heat.stage},
               {"city", championships::toJson(heat.city)},
               {"venue", championships::toJson(heat.venue)},
               {"starts_at", formatInstant(heat.startsAt)},
               {"capacity", heat.capacity},
               {"rounds", heat.rounds},
               {"takes_registrations", heat.takesRegistrations},
               {"reserve_limit", orNull(heat.reserveLimit)},
               {"channels", std::move(channels)}};
    if (!heat.code.empty()) value["code"] = heat.code;
    if (audience == Audience::Staff) value["public_label"] = heat.publicLabel;
    return value;
}

json toJson(const Question& question) {
    return {{"code", question.code},
            {"text", championships::toJson(question.text)},
            {"kind", nameOf(question.kind)},
            {"must_be", orNull(question.mustBe)}};
}

json toJson(const Award& award) {
    return {{"title", championships::toJson(award.title)}, {"description", championships::toJson(award.description)}};
}

template <class T, class... More>
json listToJson(const std::vector<T>& values, More... more) {
    auto list = json::array();
    for (const auto& value : values) list.push_back(toJson(value, more...));
    return list;
}

}  // namespace

json toJson(const Text& text) {
    return {{"el", text.el}, {"en", text.en}};
}

json toJson(const Settings& settings, Audience audience) {
    return {{"name", toJson(settings.name)},
            {"country", settings.country},
            {"time_zone", settings.timeZone},
            {"languages", wordsToJson(settings.languages)},
            {"opens_at", formatInstant(settings.opensAt)},
            {"closes_at", formatInstant(settings.closesAt)},
            {"minimum_age", settings.minimumAge},
            {"terms_url", settings.termsUrl},
            {"optional_declarations", wordsToJson(settings.optionalDeclarations)},
            {"organisers", listToJson(settings.organisers)},
            {"stages", listToJson(settings.stages)},
            {"heats", listToJson(settings.heats, audience)},
            {"questions", listToJson(settings.questions)},
            {"awards", listToJson(settings.awards)},
            {"cancelled", settings.cancelled}};
}

json toJson(const Finding& finding) {
    return {{"level", finding.level == Level::Error ? "error" : "warning"},
            {"code", finding.code},
            {"pointer", finding.pointer},
            {"message", toJson(finding.message)}};
}

json toJson(const Change& change) {
    return {{"pointer", change.pointer}, {"before", change.before}, {"after", change.after}};
}

json toJson(const std::vector<Change>& changes) {
    auto list = json::array();
    for (const auto& change : changes) list.push_back(toJson(change));
    return list;
}

json toJson(const TermsSummary& terms) {
    return {{"number", terms.number},
            {"published_at", formatInstant(terms.publishedAt)},
            {"published_by", nameOf(terms.publishedBy)},
            {"reason", nameOf(terms.reason)},
            {"note", toJson(terms.note)}};
}

json toJson(const Terms& terms) {
    auto value = toJson(terms.summary);
    value["text"] = toJson(terms.text);
    value["settings"] = withoutLabels(terms.settings);
    value["changes"] = terms.changes;
    return value;
}

json toJson(const DocumentSummary& document) {
    return {{"kind", nameOf(document.kind)},
            {"number", document.number},
            {"published_at", formatInstant(document.publishedAt)}};
}

json toJson(const Document& document) {
    auto value = toJson(document.summary);
    value["text"] = toJson(document.text);
    return value;
}

json toJson(const HeatCount& count) {
    return {{"code", count.code},
            {"capacity", count.capacity},
            {"held", count.held},
            {"waiting", count.waiting},
            {"promotion_paused", count.promotionPaused}};
}

json withoutLabels(json settings) {
    for (auto& heat : settings.at("heats")) heat.erase("public_label");
    return settings;
}

Settings settingsFrom(const json& stored) {
    std::vector<FieldError> errors;
    auto settings = ObjectOf{readSettings}.read(stored, Place{errors, ""});
    if (!settings || !errors.empty()) throw std::logic_error("stored settings that the service cannot read");
    return std::move(*settings);
}

}  // namespace agon::championships
