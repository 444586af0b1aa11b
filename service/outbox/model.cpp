#include "outbox/model.hpp"

#include <algorithm>

namespace agon::outbox {

std::string_view nameOf(State state) {
    return kStates.at(std::to_underlying(state)).first;
}

std::optional<State> stateNamed(std::string_view name) {
    const auto* found = std::ranges::find(kStates, name, &std::pair<std::string_view, State>::first);
    if (found == kStates.end()) return std::nullopt;
    return found->second;
}

std::string_view nameOf(Reader::Kind kind) {
    return kind == Reader::Kind::Staff ? "staff" : "person";
}

}  // namespace agon::outbox
