#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "championships/model.hpp"
#include "platform/json/object_reader.hpp"
#include "registration/eligibility.hpp"
#include "registration/model.hpp"

namespace agon::registration {

// What somebody sent, read but not judged.
struct Wanted {
    std::string heat;
    std::string fullName;
    CivilDate born;
    std::vector<std::string> citizenships;
    std::string email;
    std::string phone;  // as typed
    Language language = Language::Greek;
    std::optional<std::string> nickname;
    std::set<Declaration> declared;
    bool worksForOrganiser = false;
    bool isRelativeOfStaff = false;
    std::optional<std::string> relativeNote;
    std::map<std::string, std::variant<bool, std::string>> answers;
    std::optional<ConsentSource> consent;  // only from the desk, where it must be there
};

Wanted readWanted(ObjectReader& in);
Wanted readWantedAtDesk(ObjectReader& in);

// What somebody corrects; at least one of them.
struct Correction {
    std::optional<std::string> fullName;
    std::optional<CivilDate> born;
    std::optional<std::string> email;
    std::optional<std::string> phone;
    std::optional<Language> language;
    std::optional<std::string> nickname;
    bool dropsNickname = false;
};
Correction readCorrection(ObjectReader& in);

// An address that mail can be sent to.
struct EmailText : WrittenAsText<EmailText, std::string> {
    std::optional<std::string> readText(std::string_view text, const agon::Place& at) const;
};

nlohmann::json toJson(const Verdict& verdict);
nlohmann::json toJson(const std::vector<Verdict>& verdicts);
nlohmann::json toJson(const Entered& entered, const std::string& championship, const std::vector<Verdict>& verdicts);

}  // namespace agon::registration
