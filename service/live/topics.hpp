#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "auth/rights.hpp"

namespace agon::live {

// What a member of the staff can be told has changed. The name is the first word of what a page asked for.
enum class Topic : std::uint8_t { Accounts, Audit, Outbox, Me, Sessions };

std::string_view nameOf(Topic topic);

// One frame of the stream. It says that something changed and nothing about what: who may know asks.
std::string frameOf(Topic topic);

// Whether somebody with these grants is told; topics of the own account are for its owner, whatever they hold.
bool mayHear(std::span<const auth::Grant> awake, Topic topic);

// What an act on the record changes for whoever may read it.
std::span<const Topic> topicsOf(std::string_view subjectKind);

}  // namespace agon::live
