#include "registration/entry_wire.hpp"

#include <fmt/format.h>

#include "registration/phone.hpp"

namespace agon::registration {
namespace {

using nlohmann::json;

template <class T>
json orNull(const std::optional<T>& value) {
    return value ? json(*value) : json(nullptr);
}

// n***@example.org
std::string maskEmail(const std::string& email) {
    const auto sign = email.rfind('@');
    if (sign == std::string::npos || sign == 0) return "***";
    return email.substr(0, 1) + "***" + email.substr(sign);
}

}  // namespace

std::string hexOf(const crypto::Bytes& bytes) {
    std::string text;
    for (const auto byte : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

json toJson(const privacy::Person& person, Detail detail) {
    const bool isWhole = detail == Detail::Whole;
    return {{"full_name", person.fullName},
            {"birth_date", formatDate(person.born)},
            {"citizenships", person.citizenships},
            {"email", isWhole ? person.email : maskEmail(person.email)},
            {"phone", isWhole ? person.phone : maskPhone(person.phone)},
            {"language", person.language == Language::Greek ? "el" : "en"},
            {"nickname", orNull(person.nickname)}};
}

json toJson(const ShownEntry& shown) {
    const auto& entry = shown.entry;
    return {{"code", entry.code},
            {"championship", entry.championship},
            {"heat", entry.heat},
            {"number", entry.number},
            {"received_at", formatInstant(entry.receivedAt)},
            {"place", nameOf(entry.place)},
            {"reserve", orNull(entry.reserve)},
            {"confirmation", entry.confirmation},
            {"in_review", !entry.tasks.empty()},
            {"end_reason", orNull(entry.endReason)},
            {"terms", entry.terms},
            {"receipt", hexOf(entry.receipt)},
            {"person", toJson(shown.person, Detail::Whole)}};
}

json toJson(const Access& access) {
    json value{{"token", access.token}, {"expires_in", access.lifetime.count()}};
    if (access.secret.empty()) return value;
    value["code"] = access.code;
    value["secret"] = access.secret;
    return value;
}

json toJson(const std::vector<Sentence>& sentences) {
    auto items = json::array();
    for (const auto& one : sentences) {
        const json text{{"el", one.text.el}, {"en", one.text.en}};
        items.push_back({{"code", one.code}, {"text", text}});
    }
    return {{"items", std::move(items)}};
}

json toStaffJson(const Entry& entry, const privacy::Person* person, Detail detail) {
    return {{"code", entry.code},
            {"heat", entry.heat},
            {"number", entry.number},
            {"received_at", formatInstant(entry.receivedAt)},
            {"channel", entry.channel},
            {"place", nameOf(entry.place)},
            {"reserve", orNull(entry.reserve)},
            {"confirmation", entry.confirmation},
            {"open_tasks", entry.tasks},
            {"end_reason", orNull(entry.endReason)},
            {"person", person == nullptr ? json(nullptr) : toJson(*person, detail)}};
}

json toJson(const EntryEvent& event) {
    return {{"at", formatInstant(event.at)},
            {"what", event.what},
            {"cause", event.cause},
            {"place_no", orNull(event.placeNo)},
            {"by", orNull(event.by)}};
}

json toJson(const LedgerLine& line) {
    return {{"number", line.number},
            {"code", line.code},
            {"received_at", formatInstant(line.receivedAt)},
            {"hash", hexOf(line.hash)}};
}

}  // namespace agon::registration
