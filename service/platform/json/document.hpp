#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "platform/problem/problem.hpp"

namespace agon {

// A JSON text that was understood. Faults that leave the rest readable (a member given twice, a number that no 64-bit
// type holds) are kept, so that they are answered together with what the reader finds.
struct JsonDocument {
    nlohmann::json value;
    std::vector<FieldError> faults;
};

constexpr std::size_t kMaxJsonDepth = 16;

// Refuses with MalformedJson what is not exactly one JSON text in well-formed UTF-8, or is nested deeper than
// kMaxJsonDepth. Never throws on any input and uses no recursion.
Result<JsonDocument> parseJson(std::string_view text);

// `token` as a step of a JSON pointer, with its slash: "/" and "~" are escaped (RFC 6901).
std::string pointerStep(std::string_view token);

}  // namespace agon
