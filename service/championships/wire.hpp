#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "championships/difference.hpp"
#include "championships/model.hpp"
#include "championships/rules.hpp"
#include "platform/json/object_reader.hpp"

namespace agon::championships {

// A heat's label in results must not lead to its city, and everybody sees the settings: they see them without.
enum class Audience : std::uint8_t { Staff, Everybody };

nlohmann::json toJson(const Text& text);
nlohmann::json toJson(const Settings& settings, Audience audience);
nlohmann::json toJson(const Finding& finding);
nlohmann::json toJson(const Change& change);
nlohmann::json toJson(const TermsSummary& terms);
nlohmann::json toJson(const HeatCount& count);
nlohmann::json toJson(const std::vector<Change>& changes);
nlohmann::json toJson(const Terms& terms);  // as everybody may see them
nlohmann::json toJson(const DocumentSummary& document);
nlohmann::json toJson(const Document& document);

// `settings` as they were stored, as everybody may see them.
nlohmann::json withoutLabels(nlohmann::json settings);

Settings readSettings(ObjectReader& in);

// Settings that were stored. Throws std::logic_error when they are not what readSettings() takes.
Settings settingsFrom(const nlohmann::json& stored);

struct NewChampionship {
    std::string slug;
    Kind kind = Kind::Real;
    Settings settings;
};
NewChampionship readNewChampionship(ObjectReader& in);

struct TermsWish {
    TermsReason reason = TermsReason::Other;
    Text text;
    Text note;
};
TermsWish readTermsWish(ObjectReader& in);

struct DocumentWish {
    DocumentKind kind = DocumentKind::Rulebook;
    Text text;
};
DocumentWish readDocumentWish(ObjectReader& in);

Instant readClockWish(ObjectReader& in);
bool readPromotionWish(ObjectReader& in);

}  // namespace agon::championships
