#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "championships/model.hpp"

namespace agon::championships {

// What settings are judged against.
struct Surroundings {
    Instant now;  // as the championship sees it
    bool zoneIsKnown = true;
    std::vector<KnownHeat> heats;
};

enum class Level : std::uint8_t { Error, Warning };

// What speaks against publishing settings. An error forbids it.
struct Finding {
    Level level = Level::Warning;
    std::string_view code;
    std::string pointer;  // into the settings
    Text message;

    bool operator==(const Finding&) const = default;
};

// Everything that speaks against these settings, at once, in the order of their members.
std::vector<Finding> findings(const Settings& settings, const Surroundings& around);

bool mayBePublished(const std::vector<Finding>& findings);

// Before the window, in it, after it (R08, A-24), or called off (R11).
State stateAt(const Settings& settings, Instant now);

// Whether tables of four to six players (R42), at most six at a time (R43, R44), can seat that many in that many
// rounds.
bool isTablePlan(std::int32_t capacity, std::int32_t rounds);

// Whether a label that results carry tells of a place: holds its name, or one of a longer name's words, whatever the
// case and accents.
bool reveals(std::string_view label, std::string_view place);

}  // namespace agon::championships
