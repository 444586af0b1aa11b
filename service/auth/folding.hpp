#pragma once

#include <string>
#include <string_view>

namespace agon::auth {

// One spelling for what looks the same (Unicode NFC), so that a password typed on another keyboard still matches. Text
// that is not UTF-8 stays as it is.
std::string normalized(std::string_view text);

// One spelling for an e-mail address or a word, whatever its capitals (NFKC with case folding).
std::string folded(std::string_view text);

}  // namespace agon::auth
