#include "app/demo_texts.hpp"

namespace agon::app {
namespace {

constexpr std::string_view kTermsEl = R"(1. Εγγραφή
Εγγράφεστε σε αυτόν τον ιστότοπο για μία πόλη, μέχρι τη στιγμή που κλείνουν οι εγγραφές. Μετράει μόνο το ρολόι της υπηρεσίας.
Κάθε άτομο έχει μία ενεργή συμμετοχή, με δικό του e-mail.

2. Ποιοι συμμετέχουν
Πολίτες της χώρας του τουρνουά, όπου κι αν κατοικούν, που έχουν συμπληρώσει την ελάχιστη ηλικία την ημέρα του τουρνουά. Δεν
συμμετέχουν εργαζόμενοι των δύο διοργανωτών και στενοί συγγενείς τους. Μια χώρα μπορεί να θέσει και δικούς της όρους.

3. Σειρά και θέσεις
Αν οι συμμετοχές είναι περισσότερες από τις θέσεις, προηγείται όποιος εγγράφηκε νωρίτερα: ημερομηνία και ώρα, από τον πρώτο ως
τον τελευταίο. Οι υπόλοιποι περιμένουν με την ίδια σειρά. Σας τηλεφωνούμε για να επιβεβαιώσετε.

4. Αναπληρωματικοί
Παίρνουν αριθμό πριν αρχίσει το τουρνουά. Καλύπτουν απουσίες ή συμπληρώνουν εξάδες, μπορεί και μόνο για ορισμένα παιχνίδια, ποτέ
στη μέση ενός παιχνιδιού. Για τη χρήση τους αποφασίζει ο επικεφαλής κριτής.

5. Δηλώσεις σας
Το e-mail είναι δικό σας· τα στοιχεία σας είναι αληθή· έχετε την απαιτούμενη ηλικία· δέχεστε να σας καλούν και να σας γράφουν οι
δύο διοργανωτές για το πρωτάθλημα· δέχεστε την προβολή του πρωταθλήματος και των αποτελεσμάτων του· δέχεστε τη διαφημιστική
χρήση σχετικών εκδηλώσεων, χωρίς αμοιβή.

6. Προβολή
Η συμμετοχή σημαίνει ότι τα αποτελέσματα, οι κατάλογοι νικητών και επιλαχόντων και εικόνες από το πρωτάθλημα μπορούν να
δημοσιευθούν, και ότι παραχωρείτε τα αναγκαία δικαιώματα δωρεάν.

7. Προσωπικά δεδομένα
Τα στοιχεία σας χρησιμοποιούνται μόνο για το πρωτάθλημα, από καθέναν από τους δύο διοργανωτές. Σε κάθε στάδιο μπορείτε να
αρνηθείτε την επικοινωνία, τη χρήση των στοιχείων ή τα προωθητικά μηνύματα, ή να ζητήσετε διαγραφή, με e-mail ή τηλέφωνο.

8. Ακύρωση συμμετοχής
Οι διοργανωτές μπορούν να ακυρώσουν συμμετοχή με ελλιπή ή ψευδή στοιχεία, που παραβιάζει τους όρους ή που θίγει το πρωτάθλημα.

9. Αλλαγές
Οι διοργανωτές μπορούν να αλλάξουν τους όρους, να παρατείνουν, να συντομεύσουν ή να ακυρώσουν το πρωτάθλημα και να αλλάξουν
βραβεία ή διαδικασία, με νέα έκδοση σε αυτή τη σελίδα. Κάθε έκδοση δείχνει τι άλλαξε, δεσμεύει όλους και οι παλιές μένουν
αναγνώσιμες.

10. Αποδοχή
Η συμμετοχή σημαίνει ανεπιφύλακτη αποδοχή των όρων και παραίτηση από αξιώσεις κατά των διοργανωτών.
)";

constexpr std::string_view kTermsEn = R"(1. Registering
You register on this site for one city, until the moment registration closes. Only the service's clock counts. Each person has
one live entry, under an e-mail address of their own.

2. Who takes part
Citizens of the tournament's country, wherever they live, who have reached the minimum age on the day of the tournament. People
who work for either organiser, and their immediate relatives, do not take part. A country may add conditions of its own.

3. Order and places
When there are more entries than places, whoever registered earlier goes first: by date and time, from the first to the last.
The others wait in the same order. We phone you so that you can confirm.

4. Reserves
They get their numbers before the tournament starts. They replace people who are absent or complete tables of six, perhaps for
certain games only, and never in the middle of a game. Whether they are used is for the head judge to decide.

5. What you declare
The e-mail address is your own; your details are true; you are old enough; both organisers may phone and write to you about the
championship; the championship and its results may be made known; related events may be used in advertising, without a fee.

6. Publicity
Taking part means that results, lists of winners and runners-up, and pictures of the championship may be published, and that
you give the rights this needs free of charge.

7. Personal data
Your details are used for the championship only, by each of the two organisers. At any stage you may refuse to be contacted,
refuse the use of your details or promotional messages, or ask for them to be deleted, by e-mail or telephone.

8. Cancelled entries
The organisers may cancel an entry whose details are incomplete or false, that breaks these terms or that harms the championship.

9. Changes
The organisers may change these terms, extend, shorten or call off the championship, and change awards or procedure, with a new
version on this page. Each version shows what it changed and binds everybody, and earlier ones stay readable.

10. Acceptance
Taking part means accepting these terms without reservation and giving up claims against the organisers.
)";

constexpr std::string_view kRulebookEl =
    R"(Τραπέζια των 4 έως 6 παικτών, με έναν κριτή. Ο επικεφαλής κριτής αρχίζει και λήγει κάθε γύρο.
Στο τέλος μετριούνται μετρητά, τίτλοι και κτίρια· το φύλλο υπογράφουν όλοι οι παίκτες και ο κριτής.
)";
constexpr std::string_view kRulebookEn =
    R"(Tables of 4 to 6 players, each with a judge. The head judge starts and ends every round.
At the end cash, deeds and buildings are counted; every player and the judge sign the sheet.
)";
constexpr std::string_view kConductEl =
    R"(Παίζουμε τίμια και με σεβασμό. Συνεννοήσεις, προσβολές και καθυστερήσεις τιμωρούνται.
Οι θεατές δεν μιλούν στους παίκτες. Ο επικεφαλής κριτής μπορεί να αποβάλει παίκτη.
)";
constexpr std::string_view kConductEn = R"(We play fair and with respect. Collusion, insults and delays are punished.
Spectators do not talk to players. The head judge may expel a player.
)";
constexpr std::string_view kRulingsEl = R"(1. Κτίρια χτίζονται στη σειρά του παίκτη ή ανάμεσα σε δύο σειρές.
2. Ακίνητα με κτίρια δεν πωλούνται πριν πουληθούν τα κτίρια στην τράπεζα.
)";
constexpr std::string_view kRulingsEn = R"(1. Buildings are put up on one's own turn or between two turns.
2. A property with buildings is not sold before its buildings have gone back to the bank.
)";

championships::Text both(std::string_view el, std::string_view en) {
    return {.el = std::string{el}, .en = std::string{en}};
}

}  // namespace

championships::Text demoTerms() {
    return both(kTermsEl, kTermsEn);
}

championships::Text demoRulebook() {
    return both(kRulebookEl, kRulebookEn);
}

championships::Text demoCodeOfConduct() {
    return both(kConductEl, kConductEn);
}

championships::Text demoRulings() {
    return both(kRulingsEl, kRulingsEn);
}

}  // namespace agon::app
