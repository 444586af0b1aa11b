#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "audit/actor.hpp"
#include "platform/ids/id.hpp"
#include "platform/problem/problem.hpp"
#include "platform/time/instant.hpp"

namespace agon {

struct Championship;
struct Heat;

}  // namespace agon

namespace agon::auth {

struct Session;
struct Grant;
struct OneTimeLink;
using SessionId = Id<Session>;
using GrantId = Id<Grant>;
using OneTimeLinkId = Id<OneTimeLink>;

// What somebody does for a championship. A role is only a name for the rights that rights.cpp gives it.
enum class Role : std::uint8_t {
    Director,
    Organiser,
    Desk,
    HeadJudge,
    TableJudge,
    PrivacyOfficer,
    VenueHost,
    Auditor,
};

// Which of the two companies an account belongs to (R15, A-34, A-57): the one that runs the championship, or the one
// whose shops are its venues.
enum class Organiser : std::uint8_t { Organising, Hosting };

// A role held somewhere: everywhere, in one championship, or in one heat of it.
struct Grant {
    GrantId id;
    Role role = Role::VenueHost;
    std::optional<Id<Championship>> championship;
    std::optional<Id<Heat>> heat;  // only with a championship
    bool isRehearsal = false;      // nothing real depends on it: a rehearsal, the demonstration

    bool operator==(const Grant&) const = default;
};

}  // namespace agon::auth
