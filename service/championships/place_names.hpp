#pragma once

#include <string>
#include <string_view>

namespace agon::championships {

// One spelling for a name, whatever its case and accents: "Αθήνα", "ΑΘΗΝΑ" and "αθηνα" are the same.
std::string folded(std::string_view text);

}  // namespace agon::championships
