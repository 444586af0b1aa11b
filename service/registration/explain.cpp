#include "registration/explain.hpp"

#include <fmt/format.h>

namespace agon::registration {
namespace {

void say(std::vector<Sentence>& sentences, std::string code, std::string greek, std::string english) {
    sentences.push_back({std::move(code), {std::move(greek), std::move(english)}});
}

void explainEnd(std::vector<Sentence>& said, const std::string& reason) {
    if (reason == "withdrawn") {
        say(said, "withdrawn",
            "Αποσύρατε τη συμμετοχή. Μπορείτε να εγγραφείτε ξανά όσο οι εγγραφές είναι ανοιχτές, με νέα σειρά.",
            "You withdrew this entry. You can register again while registration is open, with a new place in the "
            "order.");
    } else if (reason == "moved") {
        say(said, "moved", "Η συμμετοχή μεταφέρθηκε σε άλλη πόλη με νέο κωδικό.",
            "This entry was moved to another city, under a new code.");
    } else if (reason == "declined") {
        say(said, "declined", "Στο τηλεφώνημα επιβεβαίωσης δηλώσατε ότι δεν θα παίξετε.",
            "When we called to confirm, you said that you would not play.");
    } else {
        say(said, "ended", "Η συμμετοχή ακυρώθηκε από τους διοργανωτές. Επικοινωνήστε μαζί τους για τον λόγο.",
            "The organisers cancelled this entry. Contact them for the reason.");
    }
}

void explainWaiting(std::vector<Sentence>& said, const Entry& entry, const HeatNumbers& heat) {
    const auto position = entry.reserve.value_or(0);
    say(said, "waiting",
        fmt::format(
            "Όταν εγγραφήκατε, και οι {} θέσεις ήταν πιασμένες. Η σειρά δίνεται από την ώρα της εγγραφής: είστε "
            "στη θέση {} της λίστας αναμονής.",
            heat.capacity, position),
        fmt::format("When you registered, all {} places were taken. The order follows the time of registration: you "
                    "are at position {} of the reserve list.",
                    heat.capacity, position));
    if (heat.isPaused) {
        say(said, "promotion-paused", "Οι διοργανωτές έχουν παύσει προσωρινά την προώθηση από τη λίστα αναμονής.",
            "The organisers have paused the moving up of reserves for the moment.");
    }
    say(said, "next-free-place",
        position == 1 ? "Η επόμενη θέση που θα ελευθερωθεί είναι δική σας."
                      : fmt::format("Πριν από εσάς περιμένουν {}. Κάθε θέση που ελευθερώνεται πηγαίνει στον επόμενο.",
                                    position - 1),
        position == 1
            ? "The next place that becomes free is yours."
            : fmt::format("{} wait before you. Each place that becomes free goes to the next in order.", position - 1));
}

void explainHeld(std::vector<Sentence>& said, const Entry& entry) {
    say(said, "held", "Κρατάτε θέση στο τουρνουά.", "You hold a place in the tournament.");
    if (entry.confirmation == "confirmed") {
        say(said, "confirmed", "Έχετε επιβεβαιώσει τη συμμετοχή σας. Σας περιμένουμε την ημέρα του τουρνουά.",
            "You have confirmed. See you on the day of the tournament.");
    } else {
        say(said, "call-follows", "Θα σας τηλεφωνήσουμε για να επιβεβαιώσετε τη συμμετοχή σας.",
            "We will call you to confirm that you will play.");
    }
}

}  // namespace

std::vector<Sentence> explain(const Entry& entry, const HeatNumbers& heat, bool isWindowOpen) {
    std::vector<Sentence> said;
    if (entry.place == Place::Ended) {
        explainEnd(said, entry.endReason.value_or(""));
        return said;
    }
    if (entry.place == Place::Held) {
        explainHeld(said, entry);
    } else {
        explainWaiting(said, entry, heat);
    }
    if (!entry.tasks.empty()) {
        say(said, "in-review", "Η γραμματεία ελέγχει κάτι στα στοιχεία σας. Ο αριθμός και η θέση σας κρατιούνται.",
            "The desk is looking at something in your details. Your number and place are kept meanwhile.");
    }
    if (isWindowOpen) {
        say(said, "may-change", "Μπορείτε να διορθώσετε τα στοιχεία σας χωρίς να αλλάξει η σειρά σας.",
            "You can correct your details without losing your place in the order.");
    }
    return said;
}

}  // namespace agon::registration
