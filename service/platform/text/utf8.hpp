#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace agon {

// How many code points `text` has; nothing when it is not well-formed UTF-8.
std::optional<std::size_t> countCodePoints(std::string_view text);

enum class LineBreaks { Refused, Allowed };

// Whether well-formed `text` holds a character nobody can see or type on purpose: C0 and C1 controls, DEL, the line and
// paragraph separators, the marks that reorder text (a name that holds one reads differently from what it is), and
// noncharacters. A line feed is fine where lines are.
bool hasHiddenCharacters(std::string_view text, LineBreaks lineBreaks = LineBreaks::Refused);

}  // namespace agon
