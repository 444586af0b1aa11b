#include <fmt/format.h>

#include <utility>

#include "platform/problem/problem.hpp"

namespace agon {
namespace {

struct Fault {
    std::string_view code;
    std::string_view greek;  // with a gap for the detail, where the fault has one
    std::string_view english;
};

constexpr Fault faultOf(FieldFault fault) {
    switch (fault) {
        case FieldFault::Missing:
            return {"missing", "Το πεδίο είναι υποχρεωτικό.", "This field is required."};
        case FieldFault::Unknown:
            return {"unknown", "Δεν υπάρχει πεδίο με αυτό το όνομα.", "There is no field of this name."};
        case FieldFault::Duplicate:
            return {"duplicate", "Το πεδίο δόθηκε περισσότερες από μία φορές.", "This field is given more than once."};
        case FieldFault::NotAString:
            return {"not-a-string", "Πρέπει να είναι κείμενο.", "This must be a text."};
        case FieldFault::NotANumber:
            return {"not-a-number", "Πρέπει να είναι αριθμός.", "This must be a number."};
        case FieldFault::NotAnInteger:
            return {"not-an-integer", "Πρέπει να είναι ακέραιος αριθμός.", "This must be a whole number."};
        case FieldFault::NotABoolean:
            return {"not-a-boolean", "Πρέπει να είναι true ή false.", "This must be true or false."};
        case FieldFault::NotAnObject:
            return {"not-an-object", "Πρέπει να είναι αντικείμενο JSON.", "This must be a JSON object."};
        case FieldFault::NotAnArray:
            return {"not-an-array", "Πρέπει να είναι λίστα.", "This must be a list."};
        case FieldFault::OutOfRange:
            return {"out-of-range", "Ο αριθμός πρέπει να βρίσκεται στο διάστημα {}.", "The number must lie within {}."};
        case FieldFault::TooShort:
            return {"too-short", "Χρειάζονται τουλάχιστον {} χαρακτήρες.", "At least {} characters are needed."};
        case FieldFault::TooLong:
            return {"too-long", "Επιτρέπονται το πολύ {} χαρακτήρες.", "At most {} characters are allowed."};
        case FieldFault::BadFormat:
            return {"bad-format", "Η μορφή πρέπει να είναι: {}.", "The form must be: {}."};
        case FieldFault::BadInstant:
            return {"bad-instant", "Δώστε ημερομηνία και ώρα με διαφορά ώρας, όπως 2026-05-20T18:30:00+03:00.",
                    "Give a date and time with its offset, such as 2026-05-20T18:30:00+03:00."};
        case FieldFault::BadDate:
            return {"bad-date", "Δώστε υπαρκτή ημερομηνία, όπως 1997-05-23.",
                    "Give a date that exists, such as 1997-05-23."};
        case FieldFault::NotAChoice:
            return {"not-a-choice", "Επιλέξτε ένα από τα: {}.", "Choose one of: {}."};
        case FieldFault::HiddenCharacters:
            return {"hidden-characters", "Το κείμενο περιέχει αόρατους χαρακτήρες ελέγχου· αφαιρέστε τους.",
                    "The text holds invisible control characters; remove them."};
        case FieldFault::TooFew:
            return {"too-few", "Χρειάζονται τουλάχιστον {} στοιχεία.", "At least {} items are needed."};
        case FieldFault::TooMany:
            return {"too-many", "Επιτρέπονται το πολύ {} στοιχεία.", "At most {} items are allowed."};
        case FieldFault::BadCursor:
            return {"bad-cursor", "Ο δείκτης συνέχειας δεν ισχύει· ξεκινήστε από την αρχή της λίστας.",
                    "This cursor is not valid; start again from the beginning of the list."};
        case FieldFault::EasyToGuess:
            return {"easy-to-guess", "Εύκολο να το μαντέψει κανείς· διαλέξτε κάτι άλλο, π.χ. μερικές άσχετες λέξεις.",
                    "Easy to guess; choose something else, such as a few unrelated words."};
        case FieldFault::SpeaksAgainst:
            return {"speaks-against", "Δεν μπορεί να δημοσιευτεί: {}", "This cannot be published: {}"};
        case FieldFault::Incorrect:
            return {"incorrect", "Δεν είναι σωστό.", "This is not right."};
    }
    std::unreachable();
}

}  // namespace

std::string_view codeOf(FieldFault fault) {
    return faultOf(fault).code;
}

std::string messageOf(const FieldError& error, Language language) {
    const auto fault = faultOf(error.fault);
    return fmt::format(fmt::runtime(language == Language::Greek ? fault.greek : fault.english), error.detail);
}

const std::vector<FieldFault>& allFieldFaults() {
    static const auto faults = [] {
        std::vector<FieldFault> all;
        for (int i = 0; i <= std::to_underlying(FieldFault::Incorrect); ++i) all.push_back(static_cast<FieldFault>(i));
        return all;
    }();
    return faults;
}

}  // namespace agon
