#include "platform/text/utf8.hpp"

#include <unicode/utf8.h>

#include <cstdint>

namespace agon {
namespace {

// The next code point, or a negative number where the bytes are none.
UChar32 next(std::string_view text, std::size_t& at) {
    UChar32 c = 0;
    U8_NEXT(reinterpret_cast<const std::uint8_t*>(text.data()), at, text.size(), c);
    return c;
}

bool isHidden(UChar32 c, LineBreaks lineBreaks) {
    if (c == '\n') return lineBreaks == LineBreaks::Refused;
    if (c < 0x20 || (c >= 0x7f && c <= 0x9f)) return true;
    if (c == 0x2028 || c == 0x2029) return true;
    if (c == 0x061c || c == 0x200e || c == 0x200f) return true;
    if ((c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069)) return true;
    return c == 0xfeff || (c >= 0xfdd0 && c <= 0xfdef) || (c & 0xfffe) == 0xfffe;
}

}  // namespace

std::optional<std::size_t> countCodePoints(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) {
        if (next(text, at) < 0) return std::nullopt;
    }
    return count;
}

bool hasHiddenCharacters(std::string_view text, LineBreaks lineBreaks) {
    for (std::size_t at = 0; at < text.size();) {
        if (isHidden(next(text, at), lineBreaks)) return true;
    }
    return false;
}

}  // namespace agon
