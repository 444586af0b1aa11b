#pragma once

#include <algorithm>
#include <chrono>
#include <random>

namespace agon::pq {

// How long to wait after the n-th failure in a row: 0.1 s, doubling up to 2 s, and up to a quarter less by chance, so
// that instances which lost the same server do not come back in step.
inline std::chrono::milliseconds backoff(int failures) {
    thread_local std::minstd_rand random{std::random_device{}()};
    const int longest = 100 << std::clamp(failures - 1, 0, 5);
    const int capped = std::min(longest, 2'000);
    return std::chrono::milliseconds{std::uniform_int_distribution<int>{capped * 3 / 4, capped}(random)};
}

}  // namespace agon::pq
