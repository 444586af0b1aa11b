#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agon::registration {

// A telephone number as the whole world writes it (E.164: +302101234567), from however a person of `country` types it.
// Nothing when no telephone can have it.
std::optional<std::string> readPhone(std::string_view typed, const std::string& country);

// What may be shown of it: +30 ******4567
std::string maskPhone(std::string_view phone);

}  // namespace agon::registration
