#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "platform/problem/problem.hpp"
#include "platform/time/instant.hpp"

namespace agon::registration {

// The six declarations of the terms, all needed (R20): own e-mail, true data, of age, contact, promotion, advertising
// (R24 to R29).
enum class Declaration : std::uint8_t { OwnEmail, TrueData, OfAge, Contact, Promotion, Advertising };
inline constexpr std::array kAllDeclarations{Declaration::OwnEmail, Declaration::TrueData,  Declaration::OfAge,
                                             Declaration::Contact,  Declaration::Promotion, Declaration::Advertising};
std::string_view nameOf(Declaration declaration);
std::optional<Declaration> declarationNamed(std::string_view name);

// A question of the country's own (R34) and what was answered.
struct AnsweredQuestion {
    std::string code;
    std::optional<bool> mustBe;  // the only answer that is eligible
    std::optional<bool> answer;  // of a yes-no question
};

// What decides whether somebody may take part, and nothing else about them.
struct Applicant {
    CivilDate born;
    std::set<std::string> citizenships;  // ISO 3166 codes
    std::set<Declaration> declared;
    bool worksForOrganiser = false;
    bool isRelativeOfStaff = false;
    std::vector<AnsweredQuestion> answers;
};

struct Conditions {
    std::string country;
    int minimumAge = 18;
    CivilDate heatDate;  // ages count on it
    Instant opensAt;
    Instant closesAt;                // the first instant that is too late
    std::set<Declaration> optional;  // what this championship leaves to the player
};

// What the register knows about others with the same details.
struct Likeness {
    bool sameEmail = false;
    bool samePhone = false;
    bool sameNameAndBirth = false;
};

enum class Outcome : std::uint8_t { Pass, Fail, Review };

enum class Criterion : std::uint8_t {
    Window,
    Acceptance,
    Age,
    Citizenship,
    Staff,
    Relatives,
    OneEntry,
    SharedPhone,
    SamePerson,
    Question,
};

struct Verdict {
    Criterion criterion;
    Outcome outcome;
    std::string subject;  // which question, which declaration; empty where there is only one
};

std::string_view nameOf(Outcome outcome);
std::string_view nameOf(Criterion criterion);
// The rule behind a criterion, as the terms number it.
std::string_view ruleOf(Criterion criterion);
// Why, in a sentence a person can act on.
std::string reasonOf(const Verdict& verdict, Language language);

// Whether somebody born then has completed that many years on the day. Who was born on 29 February completes them on
// the 28th in a year without one.
bool isOfAge(CivilDate born, int years, CivilDate on);

// Everything that can be said before the register is asked, in the order of Criterion.
std::vector<Verdict> judge(const Applicant& applicant, const Conditions& conditions);

// About the moment itself, which only the stamp decides (R08, R47).
Verdict judgeWindow(const Conditions& conditions, Instant receivedAt);

// About others: the same e-mail is somebody who is in already (R24); families share telephones and, rarely, two people
// a name and a birthday, so those are for the desk to look at.
std::vector<Verdict> judgeLikeness(const Likeness& likeness);

bool isRefused(const std::vector<Verdict>& verdicts);

}  // namespace agon::registration
