#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace agon::championships {

// One member of the settings that is not as it was. Null where there was or is nothing.
struct Change {
    std::string pointer;
    nlohmann::json before;
    nlohmann::json after;

    bool operator==(const Change&) const = default;
};

// What a reader of the terms has to be told (R12), member by member. Heats and questions are the same when their codes
// are, organisers when their kinds are, whatever their order; other lists are compared place by place, and lists of
// words as a whole. Pointers lead into `after`, and into `before` for what is gone.
std::vector<Change> changes(const nlohmann::json& before, const nlohmann::json& after);

}  // namespace agon::championships
