#include <algorithm>
#include <set>

#include "championships/wire.hpp"
#include "championships/words.hpp"
#include "platform/text/ascii.hpp"

namespace agon::championships {
namespace {

using nlohmann::json;
using Line = agon::Text;  // the rule for a text in one language

constexpr std::size_t kNameMax = 200;
constexpr std::size_t kSentenceMax = 2000;
constexpr std::size_t kDocumentMax = 50'000;
constexpr std::size_t kSlugMax = 60;

bool isSlug(std::string_view text) {
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    };
    return !text.empty() && text.size() <= kSlugMax && !text.starts_with('-') && !text.ends_with('-') &&
           !text.contains("--") && std::ranges::all_of(text, isPlain);
}

struct SlugText : WrittenAsText<SlugText, std::string> {
    std::optional<std::string> readText(std::string_view text, const Place& at) const {
        if (!isSlug(text)) return at.refuse(FieldFault::BadFormat, "a-z, 0-9, -");
        return std::string{text};
    }
};

struct CountryText : WrittenAsText<CountryText, std::string> {
    std::optional<std::string> readText(std::string_view text, const Place& at) const {
        const bool isTwoCapitals =
            text.size() == 2 && std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
        if (!isTwoCapitals) return at.refuse(FieldFault::BadFormat, "GR");
        return std::string{text};
    }
};

struct WebAddress : WrittenAsText<WebAddress, std::string> {
    std::optional<std::string> readText(std::string_view text, const Place& at) const {
        auto address = Line{300, 0}.readText(text, at);
        if (!address || address->empty()) return address;
        if (!address->starts_with("https://") && !address->starts_with("http://")) {
            return at.refuse(FieldFault::BadFormat, "https://...");
        }
        return address;
    }
};

// The text in both languages, each of at most `max` characters. Which may be empty, the findings say.
struct BothLanguages {
    using Value = Text;
    explicit BothLanguages(std::size_t max_, LineBreaks lineBreaks_ = LineBreaks::Refused)
        : max(max_), lineBreaks(lineBreaks_) {}

    std::optional<Text> read(const json& value, const Place& at) const {
        const Line line{max, 0, lineBreaks};
        const auto readBoth = [&](ObjectReader& in) {
            return Text{.el = in.get("el", line), .en = in.get("en", line)};
        };
        return ObjectOf{readBoth}.read(value, at);
    }

    std::size_t max;
    LineBreaks lineBreaks;
};

// The text that tells an element of a list from the others: its member of that name, or the element itself.
std::optional<std::string> wordOf(const json& element, const std::string& member) {
    const auto* word = &element;
    if (!member.empty()) {
        if (!element.is_object() || !element.contains(member)) return std::nullopt;
        word = &element.at(member);
    }
    if (!word->is_string()) return std::nullopt;
    const auto& text = word->get_ref<const std::string&>();
    const auto code = Code::parse(text);  // a code may be written in several ways
    return code ? code->text() : text;
}

// A list in which no two elements have the same `key`; without one, no two are equal.
template <Rule Element>
struct Distinct {
    using Value = typename ListOf<Element>::Value;

    std::optional<Value> read(const json& value, const Place& at) const {
        auto values = list.read(value, at);
        if (!values) return std::nullopt;
        std::set<std::string> seen;
        for (std::size_t i = 0; i < value.size(); ++i) {
            const auto word = wordOf(value[i], key);
            if (!word || seen.insert(*word).second) continue;
            const auto place = at.element(i);
            (key.empty() ? place : place.member(key)).refuse(FieldFault::Duplicate);
        }
        return values;
    }

    ListOf<Element> list;
    std::string key{};
};

template <Rule Element>
Distinct(ListOf<Element>, std::string) -> Distinct<Element>;
template <Rule Element>
Distinct(ListOf<Element>) -> Distinct<Element>;

std::int32_t readCount(ObjectReader& in, std::string_view name, std::int64_t min, std::int64_t max) {
    return static_cast<std::int32_t>(in.get(name, Integer{.min = min, .max = max}));
}

Organiser readOrganiser(ObjectReader& in) {
    return {.kind = in.get("kind", Choice<OrganiserKind>{kOrganiserKinds}),
            .name = in.get("name", Line{120}),
            .contactEmail = in.get("contact_email", Line{254, 0}),
            .contactPhone = in.get("contact_phone", Line{40, 0})};
}

Stage readStage(ObjectReader& in) {
    return {.kind = in.get("kind", Choice<StageKind>{kStageKinds}), .name = in.get("name", BothLanguages{kNameMax})};
}

ContactChannel readChannel(ObjectReader& in) {
    return {.kind = in.get("kind", Choice<ChannelKind>{kChannelKinds}), .value = in.get("value", Line{254, 3})};
}

HeatSettings readHeat(ObjectReader& in) {
    HeatSettings heat;
    if (const auto code = in.find("code", CodeText{})) heat.code = code->text();
    heat.stage = readCount(in, "stage", 1, 1000);
    heat.city = in.get("city", BothLanguages{kNameMax});
    heat.venue = in.get("venue", BothLanguages{kNameMax});
    heat.startsAt = in.get("starts_at", InstantText{});
    heat.capacity = readCount(in, "capacity", 0, 10'000);
    heat.rounds = readCount(in, "rounds", 1, 12);
    heat.publicLabel = in.get("public_label", Line{60});
    heat.takesRegistrations = in.get("takes_registrations", Boolean{});
    if (const auto limit = in.find("reserve_limit", Integer{.min = 0, .max = 1'000'000})) {
        heat.reserveLimit = static_cast<std::int32_t>(*limit);
    }
    heat.channels = in.get("channels", ListOf{ObjectOf{readChannel}, 10});
    return heat;
}

Question readQuestion(ObjectReader& in) {
    Question question{.code = in.get("code", SlugText{}),
                      .text = in.get("text", BothLanguages{kSentenceMax}),
                      .kind = in.get("kind", Choice<QuestionKind>{kQuestionKinds}),
                      .mustBe = in.find("must_be", Boolean{})};
    if (question.mustBe && question.kind != QuestionKind::YesNo) in.refuse("must_be", FieldFault::Incorrect);
    return question;
}

Award readAward(ObjectReader& in) {
    return {.title = in.get("title", BothLanguages{kNameMax}),
            .description = in.get("description", BothLanguages{kSentenceMax, LineBreaks::Allowed})};
}

}  // namespace

Settings readSettings(ObjectReader& in) {
    using Declarations = Choice<OptionalDeclaration>;
    Settings settings;
    settings.name = in.get("name", BothLanguages{kNameMax});
    settings.country = in.get("country", CountryText{});
    settings.timeZone = in.get("time_zone", Line{60});
    settings.languages = in.get("languages", Distinct{ListOf{Choice<Language>{kLanguages}, 2, 1}});
    settings.opensAt = in.get("opens_at", InstantText{});
    settings.closesAt = in.get("closes_at", InstantText{});
    settings.minimumAge = readCount(in, "minimum_age", 0, 120);
    settings.termsUrl = in.get("terms_url", WebAddress{});
    settings.optionalDeclarations =
        in.get("optional_declarations", Distinct{ListOf{Declarations{kOptionalDeclarations}, 2}});
    settings.organisers = in.get("organisers", ListOf{ObjectOf{readOrganiser}, 2, 1});
    settings.stages = in.get("stages", ListOf{ObjectOf{readStage}, 6, 1});
    settings.heats = in.get("heats", Distinct{ListOf{ObjectOf{readHeat}, 100}, "code"});
    settings.questions = in.get("questions", Distinct{ListOf{ObjectOf{readQuestion}, 20}, "code"});
    settings.awards = in.get("awards", ListOf{ObjectOf{readAward}, 50});
    settings.cancelled = in.get("cancelled", Boolean{});
    return settings;
}

NewChampionship readNewChampionship(ObjectReader& in) {
    static constexpr std::array kNewKinds{Word<Kind>{"real", Kind::Real}, Word<Kind>{"rehearsal", Kind::Rehearsal}};
    return {.slug = in.get("slug", SlugText{}),
            .kind = in.get("kind", Choice<Kind>{kNewKinds}),
            .settings = in.get("settings", ObjectOf{readSettings})};
}

TermsWish readTermsWish(ObjectReader& in) {
    return {.reason = in.get("reason", Choice<TermsReason>{kTermsReasons}),
            .text = in.get("text", BothLanguages{kDocumentMax, LineBreaks::Allowed}),
            .note = in.find("note", BothLanguages{kSentenceMax, LineBreaks::Allowed}).value_or(Text{})};
}

DocumentWish readDocumentWish(ObjectReader& in) {
    return {.kind = in.get("kind", Choice<DocumentKind>{kDocumentKinds}),
            .text = in.get("text", BothLanguages{kDocumentMax, LineBreaks::Allowed})};
}

Instant readClockWish(ObjectReader& in) {
    return in.get("now", InstantText{});
}

bool readPromotionWish(ObjectReader& in) {
    return in.get("paused", Boolean{});
}

}  // namespace agon::championships
