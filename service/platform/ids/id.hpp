#pragma once

#include <compare>
#include <cstdint>

namespace agon {

// The database's number of one thing, typed by what it numbers: an Id<Heat> does not pass for an Id<Entry>.
// It stays inside; the outside knows codes only (ids/code.hpp).
template <class Of>
struct Id {
    std::int64_t value = 0;

    auto operator<=>(const Id&) const = default;
};

}  // namespace agon
