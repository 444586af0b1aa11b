#include "app/demo_championships.hpp"

#include <stdexcept>

#include "app/demo_texts.hpp"

namespace agon::app {
namespace {

using namespace championships;

Instant instant(std::string_view text) {
    const auto parsed = parseInstant(text);
    if (!parsed) throw std::logic_error("a time of the demonstration that is none");
    return *parsed;
}

struct City {
    Text name;
    Text venue;
    std::int32_t capacity;
    std::string label;
    std::string mailbox;
};

// Numbers with seven zeros belong to nobody.
HeatSettings heatOf(const City& city, std::string_view startsAt, std::string_view phone) {
    HeatSettings heat;
    heat.city = city.name;
    heat.venue = city.venue;
    heat.startsAt = instant(startsAt);
    heat.capacity = city.capacity;
    heat.rounds = city.capacity > 36 ? 2 : 1;  // at most six tables of six at a time (R43, R44)
    heat.publicLabel = city.label;
    heat.takesRegistrations = true;
    heat.channels = {{.kind = ChannelKind::Phone, .value = std::string{phone}},
                     {.kind = ChannelKind::Email, .value = city.mailbox + "@example.org"}};
    return heat;
}

HeatSettings finalOf(const City& city, std::string_view startsAt, std::int32_t stage) {
    HeatSettings heat;
    heat.stage = stage;
    heat.city = city.name;
    heat.venue = city.venue;
    heat.startsAt = instant(startsAt);
    heat.capacity = city.capacity;
    heat.publicLabel = city.label;
    return heat;
}

std::vector<Organiser> organisers(std::string_view company, std::string_view host, std::string_view phone) {
    return {{.kind = OrganiserKind::Organising,
             .name = std::string{company},
             .contactEmail = "championship@example.org",
             .contactPhone = std::string{phone}},
            {.kind = OrganiserKind::Hosting,
             .name = std::string{host},
             .contactEmail = "events@example.org",
             .contactPhone = std::string{phone}}};
}

Award worldPlace(const Text& where) {
    return {.title = {"Θέση στο Παγκόσμιο Πρωτάθλημα", "A place in the World Championship"}, .description = where};
}

std::vector<DemoDocument> documents() {
    return {{.kind = DocumentKind::Rulebook, .text = demoRulebook()},
            {.kind = DocumentKind::CodeOfConduct, .text = demoCodeOfConduct()},
            {.kind = DocumentKind::Rulings, .text = demoRulings()}};
}

}  // namespace

DemoChampionship greece2015() {
    constexpr std::string_view kNoon = "2015-05-23T12:00:00+03:00";
    constexpr std::string_view kPhone = "+30 210 0000000";
    DemoChampionship made{.slug = "greece-2015",
                          .kind = Kind::Demo,
                          .day = instant("2015-05-12T00:00:00Z"),
                          .settings = {},
                          .terms = demoTerms(),
                          .documents = documents()};
    auto& settings = made.settings;
    settings.name = {"Πανελλήνιο Πρωτάθλημα 2015", "Greek Championship 2015"};
    settings.country = "GR";
    settings.timeZone = "Europe/Athens";
    settings.languages = {Language::Greek, Language::English};
    settings.opensAt = instant("2015-05-04T10:00:00+03:00");
    settings.closesAt = instant("2015-05-21T00:00:00+03:00");  // up to and including 20 May (R08, A-24)
    settings.minimumAge = 18;
    settings.organisers = organisers("Championship Company", "Host Shops", kPhone);
    settings.stages = {{.kind = StageKind::CityHeat, .name = {"Τουρνουά πόλεων", "City tournaments"}},
                       {.kind = StageKind::NationalFinal, .name = {"Μεγάλος Τελικός", "Grand Final"}}};
    const std::vector<City> cities{
        {{"Αθήνα", "Athens"}, {"Κατάστημα Αθηνών", "Athens shop"}, 72, "Top Hat", "athens"},
        {{"Θεσσαλονίκη", "Thessaloniki"},
         {"Κατάστημα Θεσσαλονίκης", "Thessaloniki shop"},
         72,
         "Racing Car",
         "thessaloniki"},
        {{"Πάτρα", "Patras"}, {"Κατάστημα Πατρών", "Patras shop"}, 36, "Boot", "patras"},
        {{"Ιωάννινα", "Ioannina"}, {"Κατάστημα Ιωαννίνων", "Ioannina shop"}, 36, "Thimble", "ioannina"},
        {{"Χανιά", "Chania"}, {"Κατάστημα Χανίων", "Chania shop"}, 36, "Wheelbarrow", "chania"},
        {{"Βόλος", "Volos"}, {"Κατάστημα Βόλου", "Volos shop"}, 36, "Battleship", "volos"}};
    for (const auto& city : cities) settings.heats.push_back(heatOf(city, kNoon, kPhone));
    const City final{{"Αθήνα", "Athens"}, {"Αίθουσα εκδηλώσεων", "Events hall"}, 6, "Golden Token", "final"};
    settings.heats.push_back(finalOf(final, "2015-05-30T12:00:00+03:00", 2));
    settings.awards = {worldPlace(
        {"Ο πρωταθλητής παίζει στο Παγκόσμιο Πρωτάθλημα, 7-9 Σεπτεμβρίου 2015 στο Μακάο. Η διοργανώτρια εταιρεία "
         "καλύπτει μετακίνηση και διαμονή για τον ίδιο και έναν συνοδό.",
         "The champion plays in the World Championship, 7 to 9 September 2015 in Macau. The organising company "
         "pays travel and stay for the champion and one companion."})};
    return made;
}

DemoChampionship cyprus2016() {
    constexpr std::string_view kMorning = "2016-05-14T11:00:00+03:00";
    constexpr std::string_view kPhone = "+357 22 000000";
    DemoChampionship made{.slug = "cyprus-2016",
                          .kind = Kind::Rehearsal,
                          .day = instant("2016-04-18T00:00:00Z"),
                          .settings = {},
                          .terms = demoTerms(),
                          .documents = documents()};
    auto& settings = made.settings;
    settings.name = {"Παγκύπριο Πρωτάθλημα 2016 (πρόβα)", "Cyprus Championship 2016 (rehearsal)"};
    settings.country = "CY";
    settings.timeZone = "Asia/Nicosia";
    settings.languages = {Language::Greek, Language::English};
    settings.opensAt = instant("2016-04-11T09:00:00+03:00");
    settings.closesAt = instant("2016-05-09T00:00:00+03:00");
    settings.minimumAge = 16;
    settings.optionalDeclarations = {OptionalDeclaration::Advertising};
    settings.organisers = organisers("Championship Company", "Host Shops", kPhone);
    settings.stages = {{.kind = StageKind::CityHeat, .name = {"Τουρνουά πόλεων", "City tournaments"}},
                       {.kind = StageKind::NationalFinal, .name = {"Τελικός", "Final"}}};
    const std::vector<City> cities{
        {{"Λευκωσία", "Nicosia"}, {"Κατάστημα Λευκωσίας", "Nicosia shop"}, 36, "Iron", "nicosia"},
        {{"Λεμεσός", "Limassol"}, {"Κατάστημα Λεμεσού", "Limassol shop"}, 24, "Cannon", "limassol"}};
    for (const auto& city : cities) settings.heats.push_back(heatOf(city, kMorning, kPhone));
    settings.heats.back().reserveLimit = 12;
    const City final{{"Λευκωσία", "Nicosia"}, {"Αίθουσα εκδηλώσεων", "Events hall"}, 6, "Silver Token", "final"};
    settings.heats.push_back(finalOf(final, "2016-05-21T11:00:00+03:00", 2));
    settings.questions = {{.code = "travel-document",
                           .text = {"Θα έχετε έγκυρο ταξιδιωτικό έγγραφο τον Σεπτέμβριο;",
                                    "Will you hold a valid travel document in September?"},
                           .kind = QuestionKind::YesNo,
                           .mustBe = true}};
    settings.awards = {
        worldPlace({"Ο πρωταθλητής εκπροσωπεί τη χώρα στο εξωτερικό.", "The champion represents the country abroad."})};
    return made;
}

}  // namespace agon::app
