#include "registration/names.hpp"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <stdexcept>

namespace agon::registration {
namespace {

icu::UnicodeString applied(const icu::Normalizer2* (*form)(UErrorCode&), const icu::UnicodeString& text) {
    UErrorCode status = U_ZERO_ERROR;
    const auto* const normalizer = form(status);
    auto result = normalizer->normalize(text, status);
    if (U_FAILURE(status) != 0) throw std::runtime_error{"ICU cannot normalize"};
    return result;
}

icu::UnicodeString fromUtf8(std::string_view text) {
    return icu::UnicodeString::fromUTF8(icu::StringPiece{text.data(), static_cast<std::int32_t>(text.size())});
}

template <class Keep>
std::string singleSpaced(const icu::UnicodeString& text, Keep keep) {
    icu::UnicodeString result;
    bool isSpaceDue = false;
    for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
        const auto letter = text.char32At(at);
        if (u_isUWhiteSpace(letter) != 0) {
            isSpaceDue = !result.isEmpty();
        } else if (keep(letter)) {
            if (isSpaceDue) result.append(u' ');
            isSpaceDue = false;
            result.append(letter);
        }
    }
    std::string utf8;
    return result.toUTF8String(utf8);
}

}  // namespace

std::string foldName(std::string_view name) {
    const auto apart =
        applied(icu::Normalizer2::getNFKDInstance, applied(icu::Normalizer2::getNFKCCasefoldInstance, fromUtf8(name)));
    return singleSpaced(apart, [](UChar32 letter) { return u_getCombiningClass(letter) == 0; });
}

std::string tidyName(std::string_view name) {
    return singleSpaced(applied(icu::Normalizer2::getNFCInstance, fromUtf8(name)), [](UChar32) { return true; });
}

}  // namespace agon::registration
