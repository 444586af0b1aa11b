#include "outbox/retry.hpp"

#include <algorithm>

namespace agon::outbox {
namespace {

constexpr std::chrono::seconds kFirst{30};
constexpr std::chrono::seconds kLongest = std::chrono::hours{6};
constexpr std::int32_t kAttempts = 20;

}  // namespace

std::optional<std::chrono::seconds> waitAfter(std::int32_t attempts, double spread) {
    if (attempts >= kAttempts) return std::nullopt;
    auto wait = kFirst;
    for (std::int32_t i = 1; i < attempts && wait < kLongest; ++i) wait *= 2;
    wait = std::min(wait, kLongest);
    const auto extra =
        static_cast<std::int64_t>(static_cast<double>(wait.count()) * 0.2 * std::clamp(spread, 0.0, 1.0));
    return wait + std::chrono::seconds{extra};
}

}  // namespace agon::outbox
