#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "championships/model.hpp"
#include "championships/wire.hpp"

namespace agon::championships {

inline Instant instant(std::string_view text) {
    return parseInstant(text).value();
}

// A code that begins with these seven characters.
inline std::string codeOfHeat(const std::string& seven) {
    for (const char check : std::string_view{"0123456789ABCDEFGHJKMNPQRSTVWXYZ"}) {
        if (const auto code = Code::parse(seven + check)) return code->text();
    }
    throw std::logic_error("no code begins like this");
}

inline HeatSettings exampleHeat(const std::string& code, Text city, std::string label) {
    HeatSettings heat;
    heat.code = code;
    heat.city = std::move(city);
    heat.venue = {"Αίθουσα", "Hall"};
    heat.startsAt = instant("2015-05-23T12:00:00+03:00");
    heat.capacity = 36;
    heat.publicLabel = std::move(label);
    heat.takesRegistrations = true;
    heat.channels = {{.kind = ChannelKind::Phone, .value = "+30 210 0000000"}};
    return heat;
}

// Nothing speaks against it on 1 May 2015.
inline Settings example() {
    Settings settings;
    settings.name = {"Πρωτάθλημα", "Championship"};
    settings.country = "GR";
    settings.timeZone = "Europe/Athens";
    settings.languages = {Language::Greek, Language::English};
    settings.opensAt = instant("2015-05-04T10:00:00+03:00");
    settings.closesAt = instant("2015-05-21T00:00:00+03:00");
    settings.termsUrl = "https://example.org/terms";
    settings.optionalDeclarations = {OptionalDeclaration::Advertising};
    settings.organisers = {
        {.kind = OrganiserKind::Organising,
         .name = "Championship Company",
         .contactEmail = "info@example.org",
         .contactPhone = ""},
        {.kind = OrganiserKind::Hosting, .name = "Host Shops", .contactEmail = "", .contactPhone = ""}};
    settings.stages = {{.kind = StageKind::CityHeat, .name = {"Πόλεις", "Cities"}},
                       {.kind = StageKind::NationalFinal, .name = {"Τελικός", "Final"}}};
    settings.heats = {exampleHeat(codeOfHeat("AAAA000"), {"Βόλος", "Volos"}, "Boot"),
                      exampleHeat(codeOfHeat("BBBB000"), {"Πάτρα", "Patras"}, "Iron")};
    settings.heats[1].reserveLimit = 12;
    settings.questions = {{.code = "passport",
                           .text = {"Έχετε διαβατήριο;", "Do you have a passport?"},
                           .kind = QuestionKind::YesNo,
                           .mustBe = true}};
    settings.awards = {{.title = {"Κύπελλο", "Cup"}, .description = {"", ""}}};
    return settings;
}

}  // namespace agon::championships
