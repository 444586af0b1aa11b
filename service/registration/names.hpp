#pragma once

#include <string>
#include <string_view>

namespace agon::registration {

// One spelling for names that people would call the same: without capitals, accents, and doubled or odd spaces. For
// comparing and searching, never for showing.
std::string foldName(std::string_view name);

// As it is kept and shown: composed (Unicode NFC), with single spaces and none around it.
std::string tidyName(std::string_view name);

}  // namespace agon::registration
