#include "registration/wire.hpp"

#include <algorithm>
#include <array>

#include "auth/wire.hpp"
#include "registration/names.hpp"

namespace agon::registration {
namespace {

using nlohmann::json;

constexpr std::size_t kNameMax = 200;
constexpr std::size_t kPhoneMax = 40;
constexpr std::size_t kNicknameMax = 40;
constexpr std::size_t kNoteMax = 300;
constexpr std::size_t kCodeMax = 20;
constexpr std::size_t kAnswersMax = 20;
constexpr std::size_t kAnswerMax = 500;
constexpr std::size_t kCitizenshipsMax = 8;

constexpr std::array kLanguages{std::pair<std::string_view, Language>{"el", Language::Greek},
                                std::pair<std::string_view, Language>{"en", Language::English}};
constexpr std::array kGivers{std::pair<std::string_view, std::string_view>{"person", "person"},
                             std::pair<std::string_view, std::string_view>{"representative", "representative"}};
constexpr std::array kWays{std::pair<std::string_view, std::string_view>{"phone", "phone"},
                           std::pair<std::string_view, std::string_view>{"in-person", "in-person"},
                           std::pair<std::string_view, std::string_view>{"letter", "letter"},
                           std::pair<std::string_view, std::string_view>{"e-mail", "e-mail"}};

const auto& declarationTable() {
    static const auto table = [] {
        std::array<std::pair<std::string_view, Declaration>, kAllDeclarations.size()> made{};
        std::ranges::transform(kAllDeclarations, made.begin(),
                               [](Declaration one) { return std::pair{nameOf(one), one}; });
        return made;
    }();
    return table;
}

// ISO 3166, two letters.
struct CountryText : WrittenAsText<CountryText, std::string> {
    std::optional<std::string> readText(std::string_view text, const agon::Place& at) const {
        const bool isCode = text.size() == 2 && std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
        if (!isCode) return at.refuse(FieldFault::BadFormat, "GR");
        return std::string{text};
    }
};

// A name as people write it; what is left of it without odd spaces must still be one.
struct NameText : WrittenAsText<NameText, std::string> {
    std::optional<std::string> readText(std::string_view text, const agon::Place& at) const {
        const auto read = Text{kNameMax, 2}.readText(text, at);
        if (!read) return std::nullopt;
        return Text{kNameMax, 2}.readText(tidyName(*read), at);
    }
};

struct Answers {
    using Value = std::map<std::string, std::variant<bool, std::string>>;
    std::optional<Value> read(const json& value, const agon::Place& at) const {
        if (!value.is_object()) return at.refuse(FieldFault::NotAnObject);
        if (value.size() > kAnswersMax) return at.refuse(FieldFault::TooMany, std::to_string(kAnswersMax));
        Value answers;
        for (const auto& [code, answer] : value.items()) {
            if (answer.is_boolean()) {
                answers[code] = answer.get<bool>();
            } else if (const auto text = Text{kAnswerMax, 0}.read(answer, at.member(code))) {
                answers[code] = *text;
            }
        }
        return answers;
    }
};

ConsentSource readConsentSource(ObjectReader& in) {
    return {.givenBy = std::string{in.get("given_by", Choice<std::string_view>{kGivers})},
            .how = std::string{in.get("how", Choice<std::string_view>{kWays})}};
}

json textOf(const Verdict& verdict) {
    return {{"el", reasonOf(verdict, Language::Greek)}, {"en", reasonOf(verdict, Language::English)}};
}

}  // namespace

std::optional<std::string> EmailText::readText(std::string_view text, const agon::Place& at) const {
    return auth::EmailText{}.readText(text, at);
}

Wanted readWanted(ObjectReader& in) {
    Wanted wanted;
    wanted.heat = in.get("heat", Text{kCodeMax});
    wanted.fullName = in.get("full_name", NameText{});
    wanted.born = in.get("birth_date", DateText{});
    wanted.citizenships = in.get("citizenships", ListOf{CountryText{}, kCitizenshipsMax, 1});
    wanted.email = in.get("email", EmailText{});
    wanted.phone = in.get("phone", Text{kPhoneMax});
    wanted.language = in.get("language", Choice<Language>{kLanguages});
    wanted.nickname = in.find("nickname", Text{kNicknameMax});
    const auto declared =
        in.get("declarations", ListOf{Choice<Declaration>{declarationTable()}, kAllDeclarations.size()});
    wanted.declared.insert(declared.begin(), declared.end());
    wanted.worksForOrganiser = in.get("works_for_organiser", Boolean{});
    wanted.isRelativeOfStaff = in.get("relative_of_staff", Boolean{});
    wanted.relativeNote = in.find("relative_note", Text{kNoteMax});
    if (auto answers = in.find("answers", Answers{})) wanted.answers = std::move(*answers);
    return wanted;
}

Wanted readWantedAtDesk(ObjectReader& in) {
    auto wanted = readWanted(in);
    wanted.consent = in.get("consent", ObjectOf{readConsentSource});
    return wanted;
}

Correction readCorrection(ObjectReader& in) {
    Correction correction;
    correction.fullName = in.find("full_name", NameText{});
    correction.born = in.find("birth_date", DateText{});
    correction.email = in.find("email", EmailText{});
    correction.phone = in.find("phone", Text{kPhoneMax});
    correction.language = in.find("language", Choice<Language>{kLanguages});
    correction.nickname = in.find("nickname", Text{kNicknameMax, 0});
    correction.dropsNickname = correction.nickname && correction.nickname->empty();
    return correction;
}

json toJson(const Verdict& verdict) {
    return {{"criterion", nameOf(verdict.criterion)},
            {"rule", ruleOf(verdict.criterion)},
            {"outcome", nameOf(verdict.outcome)},
            {"subject", verdict.subject},
            {"reason", textOf(verdict)}};
}

json toJson(const std::vector<Verdict>& verdicts) {
    auto list = json::array();
    for (const auto& verdict : verdicts) list.push_back(toJson(verdict));
    return list;
}

json toJson(const Entered& entered, const std::string& championship, const std::vector<Verdict>& verdicts) {
    return {{"code", entered.code},
            {"secret", entered.secret},
            {"championship", championship},
            {"heat", entered.heat},
            {"number", entered.number},
            {"received_at", formatInstant(entered.receivedAt)},
            {"place", entered.holdsPlace ? "held" : "waiting"},
            {"reserve", entered.reserve ? json(*entered.reserve) : json(nullptr)},
            {"terms", entered.terms},
            {"receipt", entered.receipt},
            {"verdicts", toJson(verdicts)}};
}

}  // namespace agon::registration
