#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agon {

// One step of the schema: migrations/0007_desk_leases.sql is {7, "desk_leases", its text}.
struct Migration {
    int number = 0;
    std::string name;
    std::string sql;
};

// "0007_desk_leases", as people say it and as messages name it.
std::string titleOf(const Migration& migration);

// SHA-256 of the text in lower-case hexadecimal.
std::string checksumOf(const Migration& migration);

// The migrations this binary was built with, in order.
const std::vector<Migration>& builtInMigrations();

}  // namespace agon
