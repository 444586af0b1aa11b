#include "platform/problem/problem.hpp"

#include <fmt/format.h>

#include <utility>

namespace agon {
namespace {

struct Sentence {
    std::string_view greek;
    std::string_view english;

    std::string_view in(Language language) const { return language == Language::Greek ? greek : english; }
};

struct Kind {
    int status;
    std::string_view code;
    Sentence title;
    Sentence detail;
    Sentence about{};  // the detail when the problem has a subject, which fills the gap
};

constexpr Kind notUnderstood(ProblemCode code) {
    switch (code) {
        case ProblemCode::MalformedRequest:
            return {400,
                    "malformed-request",
                    {"Ακατανόητο αίτημα", "Malformed request"},
                    {"Το αίτημα δεν ακολουθεί το πρωτόκολλο HTTP. Ελέγξτε το πρόγραμμα που το έστειλε.",
                     "The request does not follow the HTTP protocol. Check the program that sent it."},
                    {"Το αίτημα δεν ακολουθεί το πρωτόκολλο HTTP: {}.",
                     "The request does not follow the HTTP protocol: {}."}};
        case ProblemCode::MalformedJson:
            return {400,
                    "malformed-json",
                    {"Μη έγκυρο JSON", "Malformed JSON"},
                    {"Το σώμα του αιτήματος δεν είναι ένα έγκυρο έγγραφο JSON σε UTF-8.",
                     "The body of the request is not one valid JSON document in UTF-8."},
                    {"Το σώμα του αιτήματος δεν είναι ένα έγκυρο έγγραφο JSON σε UTF-8 (byte {}).",
                     "The body of the request is not one valid JSON document in UTF-8 (byte {})."}};
        case ProblemCode::InvalidFields:
            return {422,
                    "invalid-fields",
                    {"Μη έγκυρα πεδία", "Invalid fields"},
                    {"Κάποια πεδία πρέπει να διορθωθούν· το καθένα αναφέρεται στη λίστα «errors».",
                     "Some fields must be corrected; each is named in \"errors\"."}};
        case ProblemCode::NotAcceptable:
            return {406,
                    "not-acceptable",
                    {"Μη διαθέσιμη μορφή", "Not acceptable"},
                    {"Η απάντηση δεν υπάρχει σε καμία από τις μορφές που ζητά η κεφαλίδα Accept.",
                     "The answer exists in none of the formats that the Accept header asks for."},
                    {"Η απάντηση υπάρχει μόνο ως {}, που η κεφαλίδα Accept δεν δέχεται.",
                     "The answer exists as {} only, which the Accept header does not allow."}};
        case ProblemCode::UnsupportedMediaType:
            return {415,
                    "unsupported-media-type",
                    {"Μη υποστηριζόμενη μορφή", "Unsupported media type"},
                    {"Το σώμα του αιτήματος πρέπει να είναι application/json σε UTF-8, χωρίς συμπίεση.",
                     "The body of the request must be application/json in UTF-8, not compressed."}};
        case ProblemCode::BodyTooLarge:
            return {413,
                    "body-too-large",
                    {"Πολύ μεγάλο αίτημα", "Request too large"},
                    {"Το σώμα του αιτήματος είναι μεγαλύτερο από όσο επιτρέπεται εδώ.",
                     "The body of the request is larger than is allowed here."},
                    {"Το σώμα του αιτήματος δεν επιτρέπεται εδώ να ξεπερνά τα {} byte.",
                     "The body of the request may not exceed {} bytes here."}};
        case ProblemCode::LengthRequired:
            return {
                411,
                "length-required",
                {"Απαιτείται Content-Length", "Length required"},
                {"Στείλτε το σώμα του αιτήματος με κεφαλίδα Content-Length· το Transfer-Encoding δεν γίνεται δεκτό.",
                 "Send the body of the request with a Content-Length header; Transfer-Encoding is not accepted."}};
        case ProblemCode::UriTooLong:
            return {414,
                    "uri-too-long",
                    {"Πολύ μεγάλη διεύθυνση", "URI too long"},
                    {"Η διεύθυνση του αιτήματος είναι μεγαλύτερη από όσο επιτρέπεται.",
                     "The address of the request is longer than is allowed."}};
        case ProblemCode::HeadersTooLarge:
            return {
                431,
                "headers-too-large",
                {"Πολύ μεγάλες κεφαλίδες", "Request header fields too large"},
                {"Οι κεφαλίδες του αιτήματος είναι περισσότερες ή μεγαλύτερες από όσο επιτρέπεται. Διαγράψτε τα cookie "
                 "αυτού του ιστοτόπου και δοκιμάστε ξανά.",
                 "The headers of the request are more or larger than is allowed. Delete this site's cookies and try "
                 "again."}};
        case ProblemCode::ExpectationFailed:
            return {417,
                    "expectation-failed",
                    {"Η προσδοκία δεν ικανοποιείται", "Expectation failed"},
                    {"Η μόνη κεφαλίδα Expect που γίνεται δεκτή είναι η 100-continue.",
                     "The only Expect header that is accepted is 100-continue."}};
        case ProblemCode::MethodNotImplemented:
            return {501,
                    "method-not-implemented",
                    {"Άγνωστη μέθοδος", "Method not implemented"},
                    {"Η υπηρεσία δεν γνωρίζει τη μέθοδο HTTP του αιτήματος.",
                     "The service does not know the HTTP method of the request."}};
        case ProblemCode::RequestIncomplete:
            return {408,
                    "request-incomplete",
                    {"Το αίτημα δεν ολοκληρώθηκε", "Request incomplete"},
                    {"Το αίτημα δεν έφτασε ολόκληρο εγκαίρως. Ελέγξτε τη σύνδεσή σας και στείλτε το ξανά.",
                     "The request did not arrive whole in time. Check your connection and send it again."}};
        default:
            std::unreachable();
    }
}

constexpr Kind refused(ProblemCode code) {
    switch (code) {
        case ProblemCode::Unauthenticated:
            return {401,
                    "unauthenticated",
                    {"Απαιτείται σύνδεση", "Sign-in required"},
                    {"Συνδεθείτε και δοκιμάστε ξανά.", "Sign in and try again."}};
        case ProblemCode::SecondFactorRequired:
            return {401,
                    "second-factor-required",
                    {"Απαιτείται κωδικός μίας χρήσης", "Second factor required"},
                    {"Δώστε και τον εξαψήφιο κωδικό της εφαρμογής σας ή έναν κωδικό ανάκτησης.",
                     "Give the six-digit code of your authenticator too, or a recovery code."}};
        case ProblemCode::ReauthenticationRequired:
            return {403,
                    "reauthentication-required",
                    {"Δώστε ξανά τον κωδικό σας", "Password required again"},
                    {"Για αυτή την ενέργεια χρειάζεται να δώσετε ξανά τον κωδικό πρόσβασής σας.",
                     "This needs your password once more."}};
        case ProblemCode::Forbidden:
            return {403,
                    "forbidden",
                    {"Δεν επιτρέπεται", "Forbidden"},
                    {"Ο λογαριασμός σας δεν έχει το δικαίωμα για αυτή την ενέργεια.",
                     "Your account does not have the right to do this."},
                    {"Ο λογαριασμός σας δεν έχει το δικαίωμα «{}», που απαιτείται για αυτή την ενέργεια.",
                     "Your account does not have the right \"{}\", which this needs."}};
        case ProblemCode::CrossOriginRefused:
            return {403,
                    "cross-origin-refused",
                    {"Αίτημα από άλλον ιστότοπο", "Cross-origin request refused"},
                    {"Το αίτημα προήλθε από σελίδα άλλου ιστοτόπου. Κάντε την ενέργεια από τις σελίδες της υπηρεσίας.",
                     "The request came from a page of another site. Act from the pages of this service."}};
        case ProblemCode::NotFound:
            return {404,
                    "not-found",
                    {"Δεν βρέθηκε", "Not found"},
                    {"Δεν υπάρχει τίποτα σε αυτή τη διεύθυνση. Ελέγξτε τη διεύθυνση ή τον κωδικό.",
                     "There is nothing at this address. Check the address or the code."}};
        case ProblemCode::LinkInvalid:
            return {410,
                    "link-invalid",
                    {"Ο σύνδεσμος δεν ισχύει", "Link no longer valid"},
                    {"Ο σύνδεσμος έχει χρησιμοποιηθεί ή έχει λήξει. Ζητήστε καινούργιο.",
                     "The link has been used or has expired. Ask for a new one."}};
        case ProblemCode::MethodNotAllowed:
            return {405,
                    "method-not-allowed",
                    {"Η μέθοδος δεν επιτρέπεται", "Method not allowed"},
                    {"Η διεύθυνση υπάρχει, αλλά όχι για αυτή τη μέθοδο· η κεφαλίδα Allow λέει ποιες δέχεται.",
                     "The address exists, but not for this method; the Allow header says which it takes."}};
        case ProblemCode::Conflict:
            return {409,
                    "conflict",
                    {"Ασύμβατη κατάσταση", "Conflict"},
                    {"Η ενέργεια δεν συμβιβάζεται με την τρέχουσα κατάσταση. Φορτώστε ξανά και ελέγξτε τι άλλαξε.",
                     "This does not agree with the present state of things. Load it again and see what has changed."}};
        case ProblemCode::EmailTaken:
            return {409,
                    "email-taken",
                    {"Η διεύθυνση χρησιμοποιείται", "E-mail address in use"},
                    {"Υπάρχει ήδη λογαριασμός με αυτή τη διεύθυνση.",
                     "There is an account with this e-mail address already."}};
        case ProblemCode::LastDirector:
            return {409,
                    "last-director",
                    {"Ο τελευταίος διευθυντής", "The last director"},
                    {"Πρέπει να μένει τουλάχιστον ένας ενεργός διευθυντής. Ορίστε πρώτα άλλον.",
                     "At least one active director must remain. Appoint another first."}};
        case ProblemCode::RegistrationClosed:
            return {409,
                    "registration-closed",
                    {"Οι εγγραφές δεν είναι ανοιχτές", "Registration is not open"},
                    {"Αυτή τη στιγμή δεν γίνονται δεκτές εγγραφές για αυτό το τουρνουά. Οι όροι λένε πότε γίνονται.",
                     "Registrations for this tournament are not taken at this moment. The terms say when they are."}};
        case ProblemCode::AlreadyRegistered:
            return {409,
                    "already-registered",
                    {"Υπάρχει ήδη συμμετοχή", "Already registered"},
                    {"Υπάρχει ήδη συμμετοχή με αυτή τη διεύθυνση e-mail. Αν χάσατε τον κωδικό της, ζητήστε σύνδεσμο.",
                     "There is an entry with this e-mail address already. If you have lost its code, ask for a link."}};
        case ProblemCode::ReservesFull:
            return {409,
                    "reserves-full",
                    {"Η λίστα αναμονής είναι πλήρης", "The reserve list is full"},
                    {"Οι θέσεις και η λίστα αναμονής αυτής της πόλης είναι πλήρεις. Δείτε τις άλλες πόλεις.",
                     "Places and reserve list of this city are full. Have a look at the other cities."}};
        case ProblemCode::NotEligible:
            return {
                422,
                "not-eligible",
                {"Δεν πληρούνται οι όροι συμμετοχής", "Not eligible"},
                {"Η εγγραφή δεν μπορεί να γίνει δεκτή με βάση τους όρους· δείτε ποιοι δεν πληρούνται. Δεν "
                 "αποθηκεύτηκε τίποτα.",
                 "The terms do not allow this registration; see which of them stand against it. Nothing was kept."}};
        case ProblemCode::EntryEnded:
            return {
                409,
                "entry-ended",
                {"Η συμμετοχή έχει λήξει", "The entry has ended"},
                {"Η συμμετοχή έχει λήξει και δεν αλλάζει πια.", "The entry has ended and can no longer be changed."}};
        case ProblemCode::NothingToDo:
            return {409,
                    "nothing-to-do",
                    {"Δεν αλλάζει κάτι", "Nothing to do"},
                    {"Αυτό που ζητήθηκε ισχύει ήδη ή δεν έχει εφαρμογή εδώ.",
                     "What was asked for is so already, or does not apply here."}};
        case ProblemCode::ImportHasFaults:
            return {409,
                    "import-has-faults",
                    {"Η εισαγωγή έχει λάθη", "The import has faults"},
                    {"Κάποιες γραμμές δεν μπορούν να καταχωριστούν, και γι' αυτό δεν καταχωρίστηκε καμία. Διορθώστε το "
                     "αρχείο και φορτώστε το ξανά.",
                     "Some lines cannot be entered, so none was. Correct the file and stage it again."}};
        case ProblemCode::SlugTaken:
            return {409,
                    "slug-taken",
                    {"Το όνομα χρησιμοποιείται", "Name in use"},
                    {"Υπάρχει ήδη διοργάνωση με αυτό το όνομα στη διεύθυνσή της.",
                     "There is a championship with this name in its address already."}};
        case ProblemCode::NotPublishable:
            return {422,
                    "not-publishable",
                    {"Δεν μπορεί να δημοσιευτεί", "Not publishable"},
                    {"Κάποιες ρυθμίσεις πρέπει πρώτα να διορθωθούν· η καθεμία αναφέρεται στη λίστα «errors».",
                     "Some settings must be put right first; each is named in \"errors\"."}};
        case ProblemCode::RealClock:
            return {409,
                    "real-clock",
                    {"Το ρολόι είναι το πραγματικό", "The clock is the real one"},
                    {"Το ρολόι μετακινείται μόνο σε πρόβες. Σε πραγματική διοργάνωση ισχύει η πραγματική ώρα.",
                     "Only a rehearsal's clock can be moved. A real championship goes by the real time."}};
        case ProblemCode::ClockForwardOnly:
            return {409,
                    "clock-forward-only",
                    {"Το ρολόι πάει μόνο μπροστά", "Clock moves forward only"},
                    {"Το ρολόι της πρόβας δείχνει ήδη αργότερα. Μετακινείται μόνο προς τα εμπρός.",
                     "The rehearsal's clock shows a later time already. It can only be moved forward."}};
        case ProblemCode::StaleVersion:
            return {
                412,
                "stale-version",
                {"Παλιά έκδοση", "Stale version"},
                {"Κάποιος άλλος άλλαξε στο μεταξύ αυτά τα στοιχεία. Φορτώστε τα ξανά και επαναλάβετε την αλλαγή σας.",
                 "Somebody else has changed this in the meantime. Load it again and repeat your change."}};
        case ProblemCode::VersionRequired:
            return {428,
                    "version-required",
                    {"Απαιτείται έκδοση", "Version required"},
                    {"Στείλτε στην κεφαλίδα If-Match το ETag της έκδοσης που αλλάζετε.",
                     "Send the ETag of the version that you are changing in the If-Match header."}};
        case ProblemCode::IdempotencyKeyReused:
            return {
                422,
                "idempotency-key-reused",
                {"Το κλειδί έχει χρησιμοποιηθεί", "Idempotency key reused"},
                {"Αυτό το Idempotency-Key στάλθηκε ήδη με άλλο περιεχόμενο. Για νέο αίτημα χρησιμοποιήστε νέο κλειδί.",
                 "This Idempotency-Key was already sent with other content. Use a new key for a new request."}};
        case ProblemCode::IdempotencyKeyInUse:
            return {409,
                    "idempotency-key-in-use",
                    {"Το ίδιο αίτημα εκτελείται", "Idempotency key in use"},
                    {"Το ίδιο αίτημα εκτελείται αυτή τη στιγμή. Επαναλάβετέ το σε λίγο με το ίδιο κλειδί.",
                     "The same request is being carried out at this moment. Repeat it shortly with the same key."}};
        default:
            std::unreachable();
    }
}

constexpr Kind notNow(ProblemCode code) {
    switch (code) {
        case ProblemCode::TooManyRequests:
            return {429,
                    "too-many-requests",
                    {"Πάρα πολλά αιτήματα", "Too many requests"},
                    {"Έγιναν πολλές προσπάθειες σε λίγο χρόνο. Περιμένετε λίγο και δοκιμάστε ξανά.",
                     "There were many attempts in a short time. Wait a little and try again."}};
        case ProblemCode::Unavailable:
            return {503,
                    "unavailable",
                    {"Προσωρινά μη διαθέσιμο", "Temporarily unavailable"},
                    {"Η υπηρεσία δεν μπορεί να απαντήσει αυτή τη στιγμή. Δοκιμάστε ξανά σε λίγα δευτερόλεπτα.",
                     "The service cannot answer at this moment. Try again in a few seconds."}};
        case ProblemCode::ShuttingDown:
            return {503,
                    "shutting-down",
                    {"Επανεκκίνηση", "Restarting"},
                    {"Η υπηρεσία επανεκκινεί και το αίτημα δεν εκτελέστηκε. Δοκιμάστε ξανά σε λίγα δευτερόλεπτα.",
                     "The service is restarting, and the request was not carried out. Try again in a few seconds."}};
        case ProblemCode::Timeout:
            return {503,
                    "timeout",
                    {"Λήξη χρόνου", "Time-out"},
                    {"Η υπηρεσία δεν πρόλαβε να απαντήσει και δεν είναι βέβαιο αν το αίτημα εκτελέστηκε. Επαναλάβετέ "
                     "το με το "
                     "ίδιο Idempotency-Key, αν είχε, ή ελέγξτε πρώτα την κατάσταση.",
                     "The service could not answer in time, and it is not certain whether the request was carried out. "
                     "Repeat "
                     "it with the same Idempotency-Key if it had one, or check the state of things first."}};
        case ProblemCode::Internal:
            return {500,
                    "internal",
                    {"Εσωτερικό σφάλμα", "Internal error"},
                    {"Παρουσιάστηκε σφάλμα από την πλευρά μας. Αν επαναληφθεί, αναφέρετέ το με τον αριθμό request_id.",
                     "Something went wrong on our side. If it happens again, report it with the request_id."}};
        default:
            std::unreachable();
    }
}

constexpr Kind kindOf(ProblemCode code) {
    switch (code) {
        case ProblemCode::MalformedRequest:
        case ProblemCode::MalformedJson:
        case ProblemCode::InvalidFields:
        case ProblemCode::NotAcceptable:
        case ProblemCode::UnsupportedMediaType:
        case ProblemCode::BodyTooLarge:
        case ProblemCode::LengthRequired:
        case ProblemCode::UriTooLong:
        case ProblemCode::HeadersTooLarge:
        case ProblemCode::ExpectationFailed:
        case ProblemCode::MethodNotImplemented:
        case ProblemCode::RequestIncomplete:
            return notUnderstood(code);
        case ProblemCode::Unauthenticated:
        case ProblemCode::SecondFactorRequired:
        case ProblemCode::ReauthenticationRequired:
        case ProblemCode::Forbidden:
        case ProblemCode::CrossOriginRefused:
        case ProblemCode::NotFound:
        case ProblemCode::LinkInvalid:
        case ProblemCode::MethodNotAllowed:
        case ProblemCode::Conflict:
        case ProblemCode::EmailTaken:
        case ProblemCode::LastDirector:
        case ProblemCode::RegistrationClosed:
        case ProblemCode::AlreadyRegistered:
        case ProblemCode::ReservesFull:
        case ProblemCode::NotEligible:
        case ProblemCode::EntryEnded:
        case ProblemCode::NothingToDo:
        case ProblemCode::ImportHasFaults:
        case ProblemCode::SlugTaken:
        case ProblemCode::NotPublishable:
        case ProblemCode::RealClock:
        case ProblemCode::ClockForwardOnly:
        case ProblemCode::StaleVersion:
        case ProblemCode::VersionRequired:
        case ProblemCode::IdempotencyKeyReused:
        case ProblemCode::IdempotencyKeyInUse:
            return refused(code);
        case ProblemCode::TooManyRequests:
        case ProblemCode::Unavailable:
        case ProblemCode::ShuttingDown:
        case ProblemCode::Timeout:
        case ProblemCode::Internal:
            return notNow(code);
    }
    std::unreachable();
}

constexpr auto kLastCode = ProblemCode::Internal;

}  // namespace

std::unexpected<Problem> problem(ProblemCode code, std::string subject) {
    return std::unexpected{
        Problem{.code = code, .errors = {}, .subject = std::move(subject), .retryAfter = {}, .extension = {}}};
}

std::unexpected<Problem> problem(std::vector<FieldError> errors) {
    return std::unexpected{Problem{.code = ProblemCode::InvalidFields,
                                   .errors = std::move(errors),
                                   .subject = {},
                                   .retryAfter = {},
                                   .extension = {}}};
}

int statusOf(ProblemCode code) {
    return kindOf(code).status;
}

std::string_view codeOf(ProblemCode code) {
    return kindOf(code).code;
}

std::string typeOf(ProblemCode code) {
    return fmt::format("urn:problem-type:agon:{}", codeOf(code));
}

std::string titleOf(ProblemCode code, Language language) {
    return std::string{kindOf(code).title.in(language)};
}

std::string detailOf(const Problem& problem, Language language) {
    const auto kind = kindOf(problem.code);
    const auto about = kind.about.in(language);
    if (problem.subject.empty() || about.empty()) return std::string{kind.detail.in(language)};
    return fmt::format(fmt::runtime(about), problem.subject);
}

const std::vector<ProblemCode>& allProblemCodes() {
    static const auto codes = [] {
        std::vector<ProblemCode> all;
        for (int i = 0; i <= std::to_underlying(kLastCode); ++i) all.push_back(static_cast<ProblemCode>(i));
        return all;
    }();
    return codes;
}

}  // namespace agon
