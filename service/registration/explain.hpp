#pragma once

#include <string>
#include <vector>

#include "championships/published.hpp"
#include "registration/entry_store.hpp"

namespace agon::registration {

struct Sentence {
    std::string code;
    championships::Text text;
};

// How full the entry's heat is.
struct HeatNumbers {
    std::int64_t capacity = 0;
    std::int64_t held = 0;
    std::int64_t waiting = 0;
    bool isPaused = false;
};

// Why an entry stands where it does and what happens next, the most important first (R47, R09, A-17).
std::vector<Sentence> explain(const Entry& entry, const HeatNumbers& heat, bool isWindowOpen);

}  // namespace agon::registration
