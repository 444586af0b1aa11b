#include "auth/refresh_token.hpp"

#include <charconv>

#include "platform/crypto/base64url.hpp"
#include "platform/crypto/digest.hpp"
#include "platform/ids/code.hpp"

namespace agon::auth {

std::string makeRefreshToken(const crypto::SecretKey& key, std::string_view sessionCode, std::int32_t generation,
                             ByteView nonce) {
    const auto head = std::string{sessionCode} + '.' + std::to_string(generation);
    const auto signature = crypto::keyedHash(key, {bytesOf("refresh"), bytesOf(head), nonce});
    return head + '.' + crypto::encodeBase64Url(signature);
}

std::optional<RefreshClaim> readRefreshToken(std::string_view token) {
    const auto first = token.find('.');
    const auto second = first == std::string_view::npos ? first : token.find('.', first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    const auto code = token.substr(0, first);
    const auto parsed = Code::parse(code);
    if (!parsed || parsed->text() != code) return std::nullopt;
    const auto digits = token.substr(first + 1, second - first - 1);
    std::int32_t generation = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), generation);
    if (fault != std::errc{} || end != digits.data() + digits.size() || generation < 1) return std::nullopt;
    return RefreshClaim{std::string{code}, generation};
}

RefreshVerdict judgeRefresh(const crypto::SecretKey& key, std::string_view token, const RefreshState& state,
                            Instant now) {
    const auto claim = readRefreshToken(token);
    if (!claim || claim->generation > state.generation) return RefreshVerdict::Forged;
    const auto genuine = makeRefreshToken(key, claim->sessionCode, claim->generation, state.nonce);
    if (!crypto::equalInConstantTime(bytesOf(genuine), bytesOf(token))) return RefreshVerdict::Forged;
    if (claim->generation == state.generation) return RefreshVerdict::Rotate;
    const bool isTheOneBefore = claim->generation == state.generation - 1;
    if (isTheOneBefore && now.at < state.rotatedAt.at + kRepeatWithin) return RefreshVerdict::Repeat;
    return RefreshVerdict::Theft;
}

}  // namespace agon::auth
