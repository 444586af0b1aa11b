#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "platform/ids/id.hpp"
#include "platform/problem/problem.hpp"
#include "platform/time/instant.hpp"

namespace agon {

struct Championship;
struct Heat;

}  // namespace agon

namespace agon::championships {

// Whether real people's places depend on it. Only the others have a clock that can be moved.
enum class Kind : std::uint8_t { Real, Rehearsal, Demo };

enum class State : std::uint8_t { Draft, Upcoming, Open, Closed, Cancelled };

// The same in both languages.
struct Text {
    std::string el;
    std::string en;

    const std::string& in(Language language) const { return language == Language::Greek ? el : en; }
    bool operator==(const Text&) const = default;
};

// One of the two companies behind a championship (R01).
enum class OrganiserKind : std::uint8_t { Organising, Hosting };
struct Organiser {
    OrganiserKind kind = OrganiserKind::Organising;
    std::string name;
    std::string contactEmail;
    std::string contactPhone;

    bool operator==(const Organiser&) const = default;
};

enum class StageKind : std::uint8_t { CityHeat, CityFinal, NationalFinal };
struct Stage {
    StageKind kind = StageKind::CityHeat;
    Text name;

    bool operator==(const Stage&) const = default;
};

enum class ChannelKind : std::uint8_t { Phone, Email };
struct ContactChannel {
    ChannelKind kind = ChannelKind::Phone;
    std::string value;

    bool operator==(const ContactChannel&) const = default;
};

struct HeatSettings {
    std::string code;        // empty for one that is new
    std::int32_t stage = 1;  // which of the stages, from 1
    Text city;
    Text venue;
    Instant startsAt;
    std::int32_t capacity = 0;
    std::int32_t rounds = 1;
    std::string publicLabel;  // what results call it; shown to nobody beside the city
    bool takesRegistrations = false;
    std::optional<std::int32_t> reserveLimit;
    std::vector<ContactChannel> channels;

    bool operator==(const HeatSettings&) const = default;
};

// What a country asks beyond the common rules (R34).
enum class QuestionKind : std::uint8_t { YesNo, FreeText };
struct Question {
    std::string code;
    Text text;
    QuestionKind kind = QuestionKind::YesNo;
    std::optional<bool> mustBe;  // the only answer that is eligible

    bool operator==(const Question&) const = default;
};

// What can be won by playing; there is no draw.
struct Award {
    Text title;
    Text description;

    bool operator==(const Award&) const = default;
};

// Declarations that a championship may leave to the player.
enum class OptionalDeclaration : std::uint8_t { Promotion, Advertising };

// Everything that the terms put in force, as one document (R11).
struct Settings {
    Text name;
    std::string country;   // ISO 3166
    std::string timeZone;  // of the tz database
    std::vector<Language> languages;
    Instant opensAt;
    Instant closesAt;  // the first instant that is too late
    std::int32_t minimumAge = 18;
    std::string termsUrl;
    std::vector<OptionalDeclaration> optionalDeclarations;
    std::vector<Organiser> organisers;
    std::vector<Stage> stages;
    std::vector<HeatSettings> heats;
    std::vector<Question> questions;
    std::vector<Award> awards;
    bool cancelled = false;

    bool operator==(const Settings&) const = default;
};

enum class TermsReason : std::uint8_t {
    First,
    Correction,
    Extension,
    Shortening,
    Capacity,
    Prizes,
    Procedure,
    Cancellation,
    Other,
};

enum class DocumentKind : std::uint8_t { Rulebook, CodeOfConduct, Rulings };

// A published version of the terms, without what it says.
struct TermsSummary {
    std::int32_t number = 0;
    Instant publishedAt;  // by the championship's clock
    OrganiserKind publishedBy = OrganiserKind::Organising;
    TermsReason reason = TermsReason::First;
    Text note;
};

struct Terms {
    TermsSummary summary;
    Text text;
    nlohmann::json settings;  // with what only the staff may see
    nlohmann::json changes;   // as everybody may see them
};

struct DocumentSummary {
    DocumentKind kind = DocumentKind::Rulebook;
    std::int32_t number = 0;
    Instant publishedAt;
};
struct Document {
    DocumentSummary summary;
    Text text;
};

// A heat that is or was in force, with what its register knows.
struct KnownHeat {
    Id<Heat> id;
    std::string code;
    std::int32_t capacity = 0;
    std::int32_t lastNumber = 0;  // 0: it never took a registration
    std::int32_t held = 0;
};

// How full a heat is.
struct HeatCount {
    std::string code;
    std::int32_t capacity = 0;
    std::int32_t held = 0;
    std::int32_t waiting = 0;
    bool promotionPaused = false;
};

}  // namespace agon::championships
