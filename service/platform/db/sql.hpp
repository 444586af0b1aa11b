#pragma once

#include <algorithm>
#include <string_view>

namespace agon {

// One statement of the service: a text that is prepared once per connection, and the name it has in metrics and errors.
//
//   constexpr Sql kFindEntry{"entry.find", R"sql(select id, version from core.entry where code = $1)sql"};
//
// Both are string literals, which the compiler sees to: there is no way to glue SQL from strings at run time. Lists of
// values are arrays (`= any($1)`), optional filters are `($2::text is null or state = $2)`.
struct Sql {
    template <std::size_t NameSize, std::size_t TextSize>
    consteval Sql(const char (&statementName)[NameSize], const char (&statementText)[TextSize])
        : name{statementName, NameSize - 1}, text{statementText, TextSize - 1} {
        const auto allowed = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
        };
        if (name.empty() || !std::ranges::all_of(name, allowed)) throw "a statement's name is of a-z, 0-9, '.' and '_'";
        if (text.contains('\0')) throw "a statement's text ends at the first NUL";
    }

    std::string_view name;
    std::string_view text;  // followed by a NUL
};

}  // namespace agon
