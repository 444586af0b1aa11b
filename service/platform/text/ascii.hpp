#pragma once

#include <algorithm>
#include <string>
#include <string_view>

// What protocols are made of: letters without accents, compared without case, whatever the machine's locale.
namespace agon::ascii {

constexpr char toLower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

constexpr bool isAlphanumeric(char c) {
    return isDigit(c) || (toLower(c) >= 'a' && toLower(c) <= 'z');
}

constexpr bool equalIgnoringCase(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, toLower, toLower);
}

inline std::string lowered(std::string_view text) {
    std::string result{text};
    std::ranges::transform(result, result.begin(), toLower);
    return result;
}

// Without the spaces and tabs at both ends.
constexpr std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

// Takes what stands before the first `separator` off the front of `text`, and the separator with it; all of it when
// there is none.
constexpr std::string_view takeUntil(std::string_view& text, char separator) {
    const auto end = std::min(text.find(separator), text.size());
    const auto taken = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return taken;
}

}  // namespace agon::ascii
