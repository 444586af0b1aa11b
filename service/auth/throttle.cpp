#include "auth/throttle.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "platform/crypto/digest.hpp"

namespace agon::auth {
namespace {

using Interval = std::chrono::duration<double, std::milli>;

double tokensNow(const std::optional<BucketState>& before, const BucketLimit& limit, Instant now) {
    if (!before) return limit.burst;
    const auto passed = std::max(Interval{now.at - before->at.at}, Interval::zero());
    return std::min(limit.burst, before->tokens + passed / Interval{limit.interval});
}

}  // namespace

Attempt attempt(const std::optional<BucketState>& before, const BucketLimit& limit, Instant now) {
    const auto tokens = tokensNow(before, limit, now);
    const auto at = before ? std::max(before->at, now) : now;
    if (tokens >= 1) return {{tokens - 1, at}, std::nullopt};
    const auto wait = std::chrono::ceil<std::chrono::seconds>((1 - tokens) * Interval{limit.interval});
    return {{tokens, at}, std::max(wait, std::chrono::seconds{1})};
}

Attempts attemptAll(std::span<const std::optional<BucketState>> before, std::span<const BucketLimit> limits,
                    Instant now) {
    Attempts result;
    std::vector<BucketState> refilled;
    for (std::size_t i = 0; i < limits.size(); ++i) {
        const auto one = attempt(before[i], limits[i], now);
        result.states.push_back(one.state);
        refilled.push_back({tokensNow(before[i], limits[i], now), one.state.at});
        if (one.waitFor) result.waitFor = std::max(result.waitFor.value_or(std::chrono::seconds::zero()), *one.waitFor);
    }
    if (result.waitFor) result.states = std::move(refilled);
    return result;
}

Bytes bucketName(const crypto::SecretKey& key, std::string_view kind, std::string_view value) {
    const auto digest = crypto::keyedHash(key, {bytesOf("throttle"), bytesOf(kind), bytesOf(value)});
    return {digest.begin(), digest.begin() + 16};
}

std::string networkOf(std::string_view address) {
    std::string text{address};
    std::array<unsigned char, 16> bytes{};
    if (inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return text;
    constexpr std::array<unsigned char, 12> kMappedIpv4{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    std::array<char, INET6_ADDRSTRLEN> printed{};
    if (std::equal(kMappedIpv4.begin(), kMappedIpv4.end(), bytes.begin())) {
        inet_ntop(AF_INET, bytes.data() + kMappedIpv4.size(), printed.data(), printed.size());
        return printed.data();
    }
    std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
    inet_ntop(AF_INET6, bytes.data(), printed.data(), printed.size());
    return std::string{printed.data()} + "/64";
}

}  // namespace agon::auth
