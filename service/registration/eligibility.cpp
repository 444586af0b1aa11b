#include "registration/eligibility.hpp"

#include <algorithm>
#include <utility>

namespace agon::registration {
namespace {

struct Sentence {
    std::string_view greek;
    std::string_view english;
};

struct Facts {
    std::string_view name;
    std::string_view rule;
    Sentence passed;
    Sentence failed;  // or to be reviewed
};

constexpr Facts factsOf(Criterion criterion) {
    switch (criterion) {
        case Criterion::Window:
            return {"window",
                    "R08",
                    {"Οι εγγραφές είναι ανοιχτές.", "Registration is open."},
                    {"Οι εγγραφές δεν είναι ανοιχτές αυτή τη στιγμή.", "Registration is not open at this moment."}};
        case Criterion::Acceptance:
            return {"acceptance",
                    "R20",
                    {"Όλες οι δηλώσεις έγιναν δεκτές.", "Every declaration is accepted."},
                    {"Για τη συμμετοχή πρέπει να γίνουν δεκτές όλες οι δηλώσεις.",
                     "Taking part needs every declaration to be accepted."}};
        case Criterion::Age:
            return {"age",
                    "R33",
                    {"Η ηλικία επαρκεί την ημέρα του τουρνουά.", "Old enough on the day of the tournament."},
                    {"Την ημέρα του τουρνουά δεν θα έχει συμπληρωθεί η ελάχιστη ηλικία.",
                     "The minimum age will not be reached on the day of the tournament."}};
        case Criterion::Citizenship:
            return {"citizenship",
                    "R32",
                    {"Πολίτης της χώρας του τουρνουά.", "A citizen of the tournament's country."},
                    {"Συμμετέχουν μόνο πολίτες της χώρας του τουρνουά, όπου κι αν κατοικούν.",
                     "Only citizens of the tournament's country take part, wherever they live."}};
        case Criterion::Staff:
            return {"staff",
                    "R31",
                    {"Δεν εργάζεται στους διοργανωτές.", "Does not work for the organisers."},
                    {"Οι εργαζόμενοι των διοργανωτών δεν μπορούν να συμμετάσχουν.",
                     "People who work for the organisers cannot take part."}};
        case Criterion::Relatives:
            return {"relatives",
                    "R31",
                    {"Δεν είναι στενός συγγενής εργαζομένου.", "Not an immediate relative of an employee."},
                    {"Οι στενοί συγγενείς εργαζομένων των διοργανωτών δεν μπορούν να συμμετάσχουν.",
                     "Immediate relatives of people who work for the organisers cannot take part."}};
        case Criterion::OneEntry:
            return {"one-entry",
                    "R24",
                    {"Η διεύθυνση e-mail δεν έχει άλλη συμμετοχή.", "The e-mail address has no other entry."},
                    {"Υπάρχει ήδη συμμετοχή με αυτή τη διεύθυνση e-mail.",
                     "There is an entry with this e-mail address already."}};
        case Criterion::SharedPhone:
            return {"shared-phone",
                    "A-26",
                    {"Το τηλέφωνο δεν έχει άλλη συμμετοχή.", "The telephone has no other entry."},
                    {"Το ίδιο τηλέφωνο έχει και άλλη συμμετοχή· θα το δει η γραμματεία. Η θέση σας κρατιέται.",
                     "Another entry has the same telephone; the desk will look at it. Your place is kept."}};
        case Criterion::SamePerson:
            return {"same-person",
                    "A-26",
                    {"Καμία άλλη συμμετοχή με ίδιο όνομα και ημερομηνία γέννησης.",
                     "No other entry has the same name and birth date."},
                    {"Άλλη συμμετοχή έχει ίδιο όνομα και ημερομηνία γέννησης· θα το δει η γραμματεία. Η θέση σας "
                     "κρατιέται.",
                     "Another entry has the same name and birth date; the desk will look at it. Your place is kept."}};
        case Criterion::Question:
            return {
                "question",
                "R34",
                {"Η απάντηση επιτρέπει τη συμμετοχή.", "The answer allows taking part."},
                {"Με αυτή την απάντηση δεν επιτρέπεται η συμμετοχή.", "With this answer taking part is not allowed."}};
    }
    std::unreachable();
}

constexpr std::array<std::string_view, kAllDeclarations.size()> kDeclarationNames{
    "own-email", "true-data", "of-age", "contact", "promotion", "advertising"};

Verdict verdict(Criterion criterion, bool good, std::string subject = {}) {
    return {criterion, good ? Outcome::Pass : Outcome::Fail, std::move(subject)};
}

}  // namespace

std::string_view nameOf(Declaration declaration) {
    return kDeclarationNames.at(std::to_underlying(declaration));
}

std::optional<Declaration> declarationNamed(std::string_view name) {
    for (const auto declaration : kAllDeclarations) {
        if (nameOf(declaration) == name) return declaration;
    }
    return std::nullopt;
}

std::string_view nameOf(Outcome outcome) {
    switch (outcome) {
        case Outcome::Pass:
            return "pass";
        case Outcome::Fail:
            return "fail";
        case Outcome::Review:
            return "review";
    }
    std::unreachable();
}

std::string_view nameOf(Criterion criterion) {
    return factsOf(criterion).name;
}

std::string_view ruleOf(Criterion criterion) {
    return factsOf(criterion).rule;
}

std::string reasonOf(const Verdict& verdict, Language language) {
    const auto facts = factsOf(verdict.criterion);
    const auto& sentence = verdict.outcome == Outcome::Pass ? facts.passed : facts.failed;
    return std::string{language == Language::Greek ? sentence.greek : sentence.english};
}

bool isOfAge(CivilDate born, int years, CivilDate on) {
    auto birthday = CivilDate{born.year() + std::chrono::years{years}, born.month(), born.day()};
    if (!birthday.ok()) birthday = CivilDate{birthday.year(), birthday.month(), std::chrono::day{28}};
    return birthday <= on;
}

std::vector<Verdict> judge(const Applicant& applicant, const Conditions& conditions) {
    std::vector<Verdict> verdicts;
    const auto missing = std::ranges::find_if(kAllDeclarations, [&](Declaration declaration) {
        return !applicant.declared.contains(declaration) && !conditions.optional.contains(declaration);
    });
    const bool all = missing == kAllDeclarations.end();
    verdicts.push_back(verdict(Criterion::Acceptance, all, all ? std::string{} : std::string{nameOf(*missing)}));
    verdicts.push_back(verdict(Criterion::Age, isOfAge(applicant.born, conditions.minimumAge, conditions.heatDate)));
    verdicts.push_back(verdict(Criterion::Citizenship, applicant.citizenships.contains(conditions.country)));
    verdicts.push_back(verdict(Criterion::Staff, !applicant.worksForOrganiser));
    verdicts.push_back(verdict(Criterion::Relatives, !applicant.isRelativeOfStaff));
    for (const auto& question : applicant.answers) {
        const bool good = !question.mustBe || question.answer == question.mustBe;
        verdicts.push_back(verdict(Criterion::Question, good, question.code));
    }
    return verdicts;
}

Verdict judgeWindow(const Conditions& conditions, Instant receivedAt) {
    return verdict(Criterion::Window, conditions.opensAt <= receivedAt && receivedAt < conditions.closesAt);
}

std::vector<Verdict> judgeLikeness(const Likeness& likeness) {
    const auto toReview = [](Criterion criterion, bool alike) {
        return Verdict{criterion, alike ? Outcome::Review : Outcome::Pass, {}};
    };
    return {verdict(Criterion::OneEntry, !likeness.sameEmail), toReview(Criterion::SharedPhone, likeness.samePhone),
            toReview(Criterion::SamePerson, likeness.sameNameAndBirth)};
}

bool isRefused(const std::vector<Verdict>& verdicts) {
    return std::ranges::any_of(verdicts, [](const Verdict& one) { return one.outcome == Outcome::Fail; });
}

}  // namespace agon::registration
