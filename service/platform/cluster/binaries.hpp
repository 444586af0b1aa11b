#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace agon {

// One installed PostgreSQL server.
struct PostgresBinaries {
    std::filesystem::path folder;
    int major = 0;

    [[nodiscard]] std::string program(const std::string& name) const { return (folder / name).string(); }
};

// Where servers usually are: what pg_config says, Debian's and the source's folders, the search path.
std::vector<std::filesystem::path> usualFolders(const std::string& searchPath);

// The server in one of `folders` of exactly that major version, or the newest when none is wanted. Throws OperatorError
// when there is none, or none of at least version 14.
PostgresBinaries findPostgres(const std::vector<std::filesystem::path>& folders, std::optional<int> major);

// "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)" is 15; 17devel and 18beta1 count too.
std::optional<int> majorOf(const std::string& versionLine);

}  // namespace agon
