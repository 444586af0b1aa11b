#include "outbox/texts.hpp"

#include <algorithm>
#include <array>

namespace agon::outbox {
namespace {

struct Mail {
    std::string_view name;
    std::string_view subjectEl;
    std::string_view bodyEl;
    std::string_view subjectEn;
    std::string_view bodyEn;
};

constexpr std::array kMails{
    Mail{
        .name = "staff-invitation",
        .subjectEl = "Πρόσκληση στην ομάδα του πρωταθλήματος",
        .bodyEl = "Γεια σας,\n\n"
                  "σας προσκαλούν να εργαστείτε στο πρωτάθλημα. Ανοίξτε τον σύνδεσμο για να ορίσετε τον κωδικό σας:\n\n"
                  "{link}\n\n"
                  "Ο σύνδεσμος ισχύει μία φορά, έως {until}. Αν δεν περιμένατε την πρόσκληση, αγνοήστε το μήνυμα.\n",
        .subjectEn = "You are invited to the championship's team",
        .bodyEn = "Hello,\n\n"
                  "you are invited to work on the championship. Open the link to choose your password:\n\n"
                  "{link}\n\n"
                  "The link works once, until {until}. If you did not expect this, ignore the message.\n",
    },
    Mail{
        .name = "password-reset",
        .subjectEl = "Νέος κωδικός πρόσβασης",
        .bodyEl =
            "Γεια σας,\n\n"
            "ζητήθηκε νέος κωδικός για τον λογαριασμό σας. Ανοίξτε τον σύνδεσμο για να τον ορίσετε:\n\n"
            "{link}\n\n"
            "Ο σύνδεσμος ισχύει μία φορά, έως {until}. Αν δεν το ζητήσατε εσείς, δεν χρειάζεται να κάνετε τίποτα: "
            "ο κωδικός σας μένει όπως ήταν.\n",
        .subjectEn = "Choose a new password",
        .bodyEn =
            "Hello,\n\n"
            "a new password was asked for on your account. Open the link to choose it:\n\n"
            "{link}\n\n"
            "The link works once, until {until}. If it was not you, there is nothing to do: your password stays as it "
            "was.\n",
    },
    Mail{
        .name = "password-changed",
        .subjectEl = "Ο κωδικός σας άλλαξε",
        .bodyEl = "Γεια σας,\n\n"
                  "ο κωδικός του λογαριασμού σας άλλαξε και όλες οι άλλες συνδέσεις έκλεισαν.\n"
                  "Αν δεν το κάνατε εσείς, ειδοποιήστε αμέσως τον διευθυντή του τουρνουά.\n",
        .subjectEn = "Your password was changed",
        .bodyEn = "Hello,\n\n"
                  "the password of your account was changed, and every other sign-in was ended.\n"
                  "If it was not you, tell the tournament director at once.\n",
    },
    Mail{
        .name = "registered",
        .subjectEl = "Η συμμετοχή σας καταχωρίστηκε: {entry}",
        .bodyEl = "Γεια σας,\n\n"
                  "η συμμετοχή {entry} καταχωρίστηκε με αριθμό {number} και κρατάει θέση στο τουρνουά. Θα σας "
                  "τηλεφωνήσουμε για επιβεβαίωση.\n"
                  "Κρατήστε τον κωδικό και το μυστικό που είδατε κατά την εγγραφή: με αυτά βλέπετε και αλλάζετε τη "
                  "συμμετοχή.\n\n"
                  "Αν δεν κάνατε εσείς την εγγραφή, πείτε το μας εδώ:\n\n{link}\n",
        .subjectEn = "You are registered: {entry}",
        .bodyEn = "Hello,\n\n"
                  "the entry {entry} is registered with number {number} and holds a place in the tournament. We will "
                  "call you to confirm it.\n"
                  "Keep the code and the secret that you saw when you registered: they open your entry.\n\n"
                  "If it was not you who registered, tell us here:\n\n{link}\n",
    },
    Mail{
        .name = "registered-waiting",
        .subjectEl = "Είστε στη λίστα αναμονής: {entry}",
        .bodyEl = "Γεια σας,\n\n"
                  "η συμμετοχή {entry} καταχωρίστηκε με αριθμό {number} και είναι στη θέση {reserve} της λίστας "
                  "αναμονής. Μόλις ελευθερωθεί θέση, προχωράτε με τη σειρά σας και σας τηλεφωνούμε.\n"
                  "Κρατήστε τον κωδικό και το μυστικό που είδατε κατά την εγγραφή: με αυτά βλέπετε και αλλάζετε τη "
                  "συμμετοχή.\n\n"
                  "Αν δεν κάνατε εσείς την εγγραφή, πείτε το μας εδώ:\n\n{link}\n",
        .subjectEn = "You are on the reserve list: {entry}",
        .bodyEn =
            "Hello,\n\n"
            "the entry {entry} is registered with number {number} and stands at position {reserve} of the reserve "
            "list. When a place becomes free you move up in your turn, and we call you.\n"
            "Keep the code and the secret that you saw when you registered: they open your entry.\n\n"
            "If it was not you who registered, tell us here:\n\n{link}\n",
    },
    Mail{
        .name = "entry-link",
        .subjectEl = "Σύνδεσμος για τη συμμετοχή σας",
        .bodyEl = "Γεια σας,\n\n"
                  "ζητήθηκε σύνδεσμος για τη συμμετοχή σας. Ανοίξτε τον για να τη δείτε και να πάρετε νέο μυστικό:\n\n"
                  "{link}\n\n"
                  "Ο σύνδεσμος ισχύει μία φορά, για μία ώρα. Αν δεν τον ζητήσατε εσείς, αγνοήστε το μήνυμα.\n",
        .subjectEn = "A link to your entry",
        .bodyEn = "Hello,\n\n"
                  "a link to your entry was asked for. Open it to see the entry and get a new secret:\n\n"
                  "{link}\n\n"
                  "The link works once, for an hour. If it was not you who asked, ignore the message.\n",
    },
};

// Replaces every {gap} by its fact. Nothing when one has no fact.
std::optional<std::string> fill(std::string_view text, const nlohmann::json& facts, std::string_view link) {
    std::string out;
    while (true) {
        const auto open = text.find('{');
        out += text.substr(0, open);
        if (open == std::string_view::npos) return out;
        const auto close = text.find('}', open);
        const auto gap = text.substr(open + 1, close - open - 1);
        if (gap == "link") {
            if (link.empty()) return std::nullopt;
            out += link;
        } else {
            const auto fact = facts.find(gap);
            if (fact == facts.end() || !fact->is_string()) return std::nullopt;
            out += fact->get_ref<const std::string&>();
        }
        text.remove_prefix(close + 1);
    }
}

}  // namespace

std::optional<Text> write(std::string_view name, const nlohmann::json& facts, std::string_view link,
                          Language language) {
    const auto mail = std::ranges::find(kMails, name, &Mail::name);
    if (mail == kMails.end()) return std::nullopt;
    const bool greek = language == Language::Greek;
    auto subject = fill(greek ? mail->subjectEl : mail->subjectEn, facts, link);
    auto body = fill(greek ? mail->bodyEl : mail->bodyEn, facts, link);
    if (!subject || !body) return std::nullopt;
    return Text{std::move(*subject), std::move(*body)};
}

bool needsLink(std::string_view name) {
    const auto mail = std::ranges::find(kMails, name, &Mail::name);
    return mail != kMails.end() && (mail->bodyEl.contains("{link}") || mail->bodyEn.contains("{link}"));
}

std::vector<std::string_view> allMails() {
    std::vector<std::string_view> names;
    names.reserve(kMails.size());
    for (const auto& mail : kMails) names.push_back(mail.name);
    return names;
}

}  // namespace agon::outbox
