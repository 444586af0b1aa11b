#include "auth/key_ring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "platform/crypto/base64url.hpp"
#include "platform/crypto/random.hpp"

namespace agon::auth {
namespace {

constexpr std::size_t kKidBytes = 9;
constexpr std::size_t kSaltBytes = 32;

std::string headerOf(const std::string& kid) {
    return crypto::encodeBase64Url(bytesOf(fmt::format(R"({{"alg":"HS256","kid":"{}","typ":"at+jwt"}})", kid)));
}

}  // namespace

KeyRing::KeyRing(const crypto::SecretKey& serverSecret, const std::vector<SigningKeyRow>& rows) {
    for (const auto& row : rows) {
        keys_.push_back({row.kid, headerOf(row.kid), serverSecret.derive("auth.access-token." + row.kid, row.salt),
                         row.signsFrom, row.trustedUntil});
    }
    std::ranges::sort(keys_, [](const Key& a, const Key& b) {
        return std::pair{b.signsFrom, b.kid} < std::pair{a.signsFrom, a.kid};
    });
}

const KeyRing::Key& KeyRing::signing(Instant now) const {
    const auto found =
        std::ranges::find_if(keys_, [&](const Key& key) { return key.signsFrom <= now && now < key.trustedUntil; });
    if (found == keys_.end()) throw std::logic_error{"no key to sign with"};
    return *found;
}

const KeyRing::Key* KeyRing::findByHeader(std::string_view header, Instant now) const {
    // A header is public, so this comparison need not be blind.
    const auto found = std::ranges::find(keys_, header, &Key::header);
    return found != keys_.end() && now < found->trustedUntil ? &*found : nullptr;
}

std::optional<KeyTimes> keyDue(const std::vector<SigningKeyRow>& rows, const RotationPolicy& policy, Instant now) {
    const auto newest = std::ranges::max_element(rows, {}, &SigningKeyRow::signsFrom);
    auto signsFrom = now;  // at once, when there is no key, or none that outlives the announcement of another
    if (newest != rows.end() && now.at + policy.announcement + policy.tokenLifetime < newest->trustedUntil.at) {
        if (now.at < newest->signsFrom.at + policy.period - policy.announcement) return std::nullopt;
        signsFrom.at = std::max(now.at + policy.announcement, newest->signsFrom.at + policy.period);
    }
    // Twice the period, so that a service that rested for a while still has a key when it wakes.
    return KeyTimes{signsFrom, Instant{signsFrom.at + 2 * policy.period + policy.tokenLifetime}};
}

SigningKeyRow makeKey(const KeyTimes& times) {
    return {crypto::encodeBase64Url(crypto::randomBytes(kKidBytes)), crypto::randomBytes(kSaltBytes), times.signsFrom,
            times.trustedUntil};
}

}  // namespace agon::auth
