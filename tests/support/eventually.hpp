#pragma once

#include <chrono>
#include <concepts>
#include <thread>

namespace agon::test {

// Asks `holds` again and again until it says yes or the time is up; the answer says which. The last question is asked
// at or after the deadline, so that a slow machine cannot make a true condition look false.
template <std::predicate Condition>
[[nodiscard]] bool eventually(std::chrono::milliseconds within, Condition&& holds) {
    const auto deadline = std::chrono::steady_clock::now() + within;
    for (;;) {
        const bool last = std::chrono::steady_clock::now() >= deadline;
        if (holds()) return true;
        if (last) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
}

}  // namespace agon::test
