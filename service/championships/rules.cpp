#include "championships/rules.hpp"

#include <algorithm>
#include <set>

#include "championships/place_names.hpp"

namespace agon::championships {
namespace {

constexpr std::int32_t kTablesAtOnce = 6;
constexpr std::int32_t kSmallestTable = 4;
constexpr std::int32_t kLargestTable = 6;

struct Kinds {
    Level level;
    std::string_view code;
    std::string_view greek;
    std::string_view english;
};

constexpr Kinds kClosesBeforeOpening{Level::Error, "closes-before-opening",
                                     "Οι εγγραφές κλείνουν πριν ανοίξουν ή την ίδια στιγμή.",
                                     "Registration closes before it opens, or at the same moment."};
constexpr Kinds kWindowOver{Level::Warning, "window-over",
                            "Ο χρόνος των εγγραφών έχει ήδη περάσει· καμία δεν θα γίνει δεκτή.",
                            "The time for registering is already over; none will be taken."};
constexpr Kinds kUnknownZone{Level::Error, "unknown-time-zone", "Δεν υπάρχει ζώνη ώρας με αυτό το όνομα.",
                             "There is no time zone of this name."};
constexpr Kinds kNoMinimumAge{Level::Warning, "no-minimum-age",
                              "Χωρίς ελάχιστη ηλικία μπορούν να εγγραφούν και παιδιά.",
                              "Without a minimum age children can register too."};
constexpr Kinds kOrganiserTwice{Level::Error, "organiser-twice", "Υπάρχει ήδη διοργανωτής αυτού του είδους.",
                                "There is an organiser of this kind already."};
constexpr Kinds kStageOrder{Level::Error, "stage-order", "Ένα στάδιο βρίσκεται μετά από στάδιο στο οποίο οδηγεί.",
                            "A stage stands after one that it leads to."};
constexpr Kinds kUnknownStage{Level::Error, "unknown-stage", "Δεν υπάρχει στάδιο με αυτόν τον αριθμό.",
                              "There is no stage of this number."};
constexpr Kinds kStageStartsEarly{Level::Warning, "stage-starts-early",
                                  "Ξεκινά πριν από διοργάνωση προηγούμενου σταδίου.",
                                  "It starts before an event of an earlier stage."};
constexpr Kinds kStartsBeforeClosing{Level::Warning, "starts-before-closing",
                                     "Ξεκινά ενώ οι εγγραφές είναι ακόμα ανοιχτές.",
                                     "It starts while registration is still open."};
constexpr Kinds kNoTablePlan{Level::Warning, "no-table-plan",
                             "Τόσες θέσεις δεν μοιράζονται σε τραπέζια των 4 έως 6, το πολύ 6 τραπέζια ανά γύρο.",
                             "That many places cannot be split into tables of 4 to 6, at most 6 tables in a round."};
constexpr Kinds kBelowHeld{Level::Warning, "capacity-below-held",
                           "Περισσότεροι έχουν ήδη θέση· κανείς δεν τη χάνει, αλλά καμία δεν ελευθερώνεται για άλλον.",
                           "More people hold a place already; nobody loses it, but none becomes free for another."};
constexpr Kinds kNoCallChannel{Level::Warning, "no-call-channel",
                               "Δεν δόθηκε τηλέφωνο από το οποίο καλούνται οι συμμετέχοντες.",
                               "There is no telephone that entrants are called from."};
constexpr Kinds kLabelReveals{Level::Error, "label-reveals-place",
                              "Το δημόσιο όνομα προδίδει πόλη ή χώρο· δώστε ένα άσχετο.",
                              "The public label tells of a city or venue; give one that has nothing to do with it."};
constexpr Kinds kLabelTwice{Level::Error, "label-twice", "Το δημόσιο όνομα χρησιμοποιείται ήδη.",
                            "The public label is used already."};
constexpr Kinds kNobodyCanRegister{Level::Error, "no-registrations", "Καμία διοργάνωση δεν δέχεται εγγραφές.",
                                   "No heat takes registrations."};
constexpr Kinds kHeatMissing{Level::Error, "heat-has-entries",
                             "Λείπει διοργάνωση που έχει ήδη εγγραφές. Μπορεί να κλείσει, όχι να αφαιρεθεί.",
                             "A heat that has taken registrations is missing. It can be closed, not removed."};
constexpr Kinds kTextMissing{Level::Warning, "text-missing", "Λείπει το κείμενο σε μία από τις γλώσσες.",
                             "The text is missing in one of the languages."};
constexpr Kinds kCancelled{Level::Warning, "cancelled",
                           "Η διοργάνωση ακυρώνεται: δεν γίνονται εγγραφές και δεν ξεκινά κανένας γύρος.",
                           "The championship is called off: nobody can register and no round can start."};

class Findings {
  public:
    Findings(const Settings& settings, const Surroundings& around) : settings_(settings), around_(around) {}

    std::vector<Finding> all() && {
        needText("/name", settings_.name);
        judgeWindow();
        if (!around_.zoneIsKnown) add(kUnknownZone, "/time_zone");
        if (settings_.minimumAge == 0) add(kNoMinimumAge, "/minimum_age");
        judgeOrganisers();
        judgeStages();
        judgeHeats();
        for (std::size_t i = 0; i < settings_.questions.size(); ++i) {
            needText(at("/questions", i, "/text"), settings_.questions[i].text);
        }
        for (std::size_t i = 0; i < settings_.awards.size(); ++i) {
            needText(at("/awards", i, "/title"), settings_.awards[i].title);
        }
        if (settings_.cancelled) add(kCancelled, "/cancelled");
        return std::move(found_);
    }

  private:
    static std::string at(std::string_view list, std::size_t index, std::string_view rest) {
        return std::string{list} + '/' + std::to_string(index) + std::string{rest};
    }

    void add(const Kinds& kind, std::string pointer) {
        found_.push_back(
            {kind.level, kind.code, std::move(pointer), {std::string{kind.greek}, std::string{kind.english}}});
    }

    void needText(const std::string& pointer, const Text& text) {
        for (const auto language : settings_.languages) {
            if (text.in(language).empty()) add(kTextMissing, pointer + (language == Language::Greek ? "/el" : "/en"));
        }
    }

    void judgeWindow() {
        if (settings_.closesAt <= settings_.opensAt) {
            add(kClosesBeforeOpening, "/closes_at");
        } else if (settings_.closesAt <= around_.now && !settings_.cancelled) {
            add(kWindowOver, "/closes_at");
        }
    }

    void judgeOrganisers() {
        std::set<OrganiserKind> kinds;
        for (std::size_t i = 0; i < settings_.organisers.size(); ++i) {
            if (!kinds.insert(settings_.organisers[i].kind).second) add(kOrganiserTwice, at("/organisers", i, "/kind"));
        }
    }

    void judgeStages() {
        for (std::size_t i = 0; i < settings_.stages.size(); ++i) {
            const auto& stage = settings_.stages[i];
            if (i > 0 && stage.kind < settings_.stages[i - 1].kind) add(kStageOrder, at("/stages", i, "/kind"));
            needText(at("/stages", i, "/name"), stage.name);
        }
    }

    void judgeHeats() {
        for (std::size_t i = 0; i < settings_.heats.size(); ++i) judgeHeat(settings_.heats[i], i);
        const bool takesAny = std::ranges::any_of(settings_.heats, &HeatSettings::takesRegistrations);
        if (!takesAny && !settings_.cancelled) add(kNobodyCanRegister, "/heats");
        for (const auto& known : around_.heats) {
            const auto named = std::ranges::find(settings_.heats, known.code, &HeatSettings::code);
            if (named == settings_.heats.end() && known.lastNumber > 0) add(kHeatMissing, "/heats");
        }
    }

    void judgeHeat(const HeatSettings& heat, std::size_t i) {
        needText(at("/heats", i, "/city"), heat.city);
        needText(at("/heats", i, "/venue"), heat.venue);
        if (std::cmp_greater(heat.stage, settings_.stages.size())) add(kUnknownStage, at("/heats", i, "/stage"));
        judgeStart(heat, i);
        judgeLabel(heat, i);
        const auto known = std::ranges::find(around_.heats, heat.code, &KnownHeat::code);
        if (known != around_.heats.end() && heat.capacity < known->held) add(kBelowHeld, at("/heats", i, "/capacity"));
        if (!heat.takesRegistrations) return;
        if (!isTablePlan(heat.capacity, heat.rounds)) add(kNoTablePlan, at("/heats", i, "/capacity"));
        const auto phone = std::ranges::find(heat.channels, ChannelKind::Phone, &ContactChannel::kind);
        if (phone == heat.channels.end()) add(kNoCallChannel, at("/heats", i, "/channels"));
    }

    void judgeStart(const HeatSettings& heat, std::size_t i) {
        const bool isEarly = std::ranges::any_of(settings_.heats, [&](const HeatSettings& other) {
            return other.stage < heat.stage && heat.startsAt < other.startsAt;
        });
        if (isEarly) add(kStageStartsEarly, at("/heats", i, "/starts_at"));
        if (heat.takesRegistrations && heat.startsAt < settings_.closesAt) {
            add(kStartsBeforeClosing, at("/heats", i, "/starts_at"));
        }
    }

    void judgeLabel(const HeatSettings& heat, std::size_t i) {
        // A label that names another heat's city misleads as much as one that names its own reveals.
        const bool doesReveal = std::ranges::any_of(settings_.heats, [&](const HeatSettings& other) {
            return reveals(heat.publicLabel, other.city.el) || reveals(heat.publicLabel, other.city.en) ||
                   reveals(heat.publicLabel, other.venue.el) || reveals(heat.publicLabel, other.venue.en);
        });
        if (doesReveal) add(kLabelReveals, at("/heats", i, "/public_label"));
        if (!labels_.insert(folded(heat.publicLabel)).second) add(kLabelTwice, at("/heats", i, "/public_label"));
    }

    const Settings& settings_;
    const Surroundings& around_;
    std::set<std::string> labels_;
    std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> findings(const Settings& settings, const Surroundings& around) {
    return Findings{settings, around}.all();
}

bool mayBePublished(const std::vector<Finding>& findings) {
    return std::ranges::find(findings, Level::Error, &Finding::level) == findings.end();
}

State stateAt(const Settings& settings, Instant now) {
    if (settings.cancelled) return State::Cancelled;
    if (now < settings.opensAt) return State::Upcoming;
    return now < settings.closesAt ? State::Open : State::Closed;
}

bool isTablePlan(std::int32_t capacity, std::int32_t rounds) {
    for (std::int32_t tables = 1; tables <= rounds * kTablesAtOnce; ++tables) {
        if (capacity >= tables * kSmallestTable && capacity <= tables * kLargestTable) return true;
    }
    return false;
}

}  // namespace agon::championships
