#include "auth/folding.hpp"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

#include <stdexcept>

namespace agon::auth {
namespace {

std::string apply(const icu::Normalizer2* form, UErrorCode status, std::string_view text) {
    std::string result;
    icu::StringByteSink<std::string> sink{&result};
    if (U_SUCCESS(status)) {
        form->normalizeUTF8(0, icu::StringPiece{text.data(), static_cast<std::int32_t>(text.size())}, sink, nullptr,
                            status);
    }
    if (U_FAILURE(status)) throw std::runtime_error{"ICU cannot normalise text"};
    return result;
}

}  // namespace

std::string normalized(std::string_view text) {
    UErrorCode status = U_ZERO_ERROR;
    return apply(icu::Normalizer2::getNFCInstance(status), status, text);
}

std::string folded(std::string_view text) {
    UErrorCode status = U_ZERO_ERROR;
    return apply(icu::Normalizer2::getNFKCCasefoldInstance(status), status, text);
}

}  // namespace agon::auth
