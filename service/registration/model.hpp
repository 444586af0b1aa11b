#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/actor.hpp"
#include "championships/model.hpp"
#include "platform/ids/id.hpp"
#include "platform/problem/problem.hpp"
#include "platform/time/instant.hpp"

namespace agon::registration {

struct EntryRow;
using EntryId = Id<EntryRow>;

// How somebody came into the register.
enum class Channel : std::uint8_t { Form, Desk, Import };
std::string_view nameOf(Channel channel);

// What an entry holds. Whether its person confirmed is another matter.
enum class Place : std::uint8_t { Held, Waiting, Ended };
std::string_view nameOf(Place place);
std::optional<Place> placeNamed(std::string_view name);

enum class EndReason : std::uint8_t { Withdrawn, Moved, Declined, Cancelled, Refused, Erased };
std::string_view nameOf(EndReason reason);

// Who told the desk, and how (R21): on record with the consents.
struct ConsentSource {
    std::string givenBy;
    std::string how;
};

// Somebody who was found eligible, on the way into the register.
struct Application {
    Id<Heat> heat;
    std::string fullName;
    std::string foldedName;
    CivilDate born;
    std::vector<std::string> citizenships;
    std::string email;
    std::string foldedEmail;
    std::string phone;  // E.164
    Language language = Language::Greek;
    std::optional<std::string> nickname;
    std::optional<std::string> relativeNote;
    std::vector<std::string> consents;
    nlohmann::json answers = nlohmann::json::object();
    Channel channel = Channel::Form;
    std::optional<ConsentSource> consentSource;
    std::optional<Instant> receivedAt;  // only by import into an untouched heat; else the database's clock
    Actor actor;
};

// An entry that was made, now or under the same key before.
struct Entered {
    std::string code;
    std::string secret;  // to be shown this once
    std::string heat;
    std::int64_t number = 0;
    Instant receivedAt;
    bool holdsPlace = false;
    std::optional<std::int64_t> reserve;  // the position among those who wait
    std::vector<std::string> tasks;       // what the desk has to look at
    std::string receipt;                  // hexadecimal
    std::int64_t terms = 0;
};

}  // namespace agon::registration
