#include "outbox/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace agon::outbox {
namespace {

// The first letter, whole, if it is not the only one.
std::string_view firstLetter(std::string_view text) {
    std::size_t end = text.empty() ? 0 : 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    return end == text.size() ? std::string_view{} : text.substr(0, end);
}

}  // namespace

bool mayRetry(State state) {
    return state == State::Failed || state == State::Expired;
}

std::string maskAddress(std::string_view address) {
    const auto at = address.rfind('@');
    if (at == std::string_view::npos) return "***";
    const auto domain = address.substr(at + 1);
    const auto dot = std::min(domain.rfind('.'), domain.size());
    return fmt::format("{}***@{}***{}", firstLetter(address.substr(0, at)), firstLetter(domain.substr(0, dot)),
                       domain.substr(dot));
}

}  // namespace agon::outbox
