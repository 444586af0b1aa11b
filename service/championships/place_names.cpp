#include "championships/place_names.hpp"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "championships/rules.hpp"

namespace agon::championships {
namespace {

constexpr std::size_t kShortestTelling = 4;  // code points: "the" and "the sea" tell nothing

std::vector<icu::UnicodeString> wordsOf(const icu::UnicodeString& text) {
    std::vector<icu::UnicodeString> words{icu::UnicodeString{}};
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        const auto character = text.char32At(i);
        if (u_isalnum(character) != 0) {
            words.back().append(character);
        } else if (!words.back().isEmpty()) {
            words.emplace_back();
        }
    }
    return words;
}

bool tells(const icu::UnicodeString& name) {
    return std::cmp_greater_equal(name.countChar32(), kShortestTelling);
}

icu::UnicodeString foldedText(std::string_view text) {
    UErrorCode status = U_ZERO_ERROR;
    const auto* const decomposing = icu::Normalizer2::getNFKDInstance(status);
    if (U_FAILURE(status)) throw std::runtime_error{"ICU cannot normalise text"};
    auto whole = icu::UnicodeString::fromUTF8(icu::StringPiece{text.data(), static_cast<std::int32_t>(text.size())});
    // Twice: folding the case of a letter may bring a mark of its own.
    const auto apart = decomposing->normalize(decomposing->normalize(whole, status).foldCase(), status);
    if (U_FAILURE(status)) throw std::runtime_error{"ICU cannot normalise text"};
    icu::UnicodeString plain;
    for (std::int32_t i = 0; i < apart.length(); i = apart.moveIndex32(i, 1)) {
        if (u_charType(apart.char32At(i)) != U_NON_SPACING_MARK) plain.append(apart.char32At(i));
    }
    return plain;
}

}  // namespace

std::string folded(std::string_view text) {
    std::string result;
    foldedText(text).toUTF8String(result);
    return result;
}

bool reveals(std::string_view label, std::string_view place) {
    const auto said = foldedText(label);
    const auto name = foldedText(place);
    if (tells(name) && said.indexOf(name) >= 0) return true;
    const auto words = wordsOf(said);
    return std::ranges::any_of(
        wordsOf(name), [&](const auto& word) { return tells(word) && std::ranges::find(words, word) != words.end(); });
}

}  // namespace agon::championships
