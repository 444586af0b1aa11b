#include "platform/cluster/binaries.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

#include "platform/cluster/process.hpp"
#include "platform/config/operator_error.hpp"

namespace agon {
namespace {

constexpr int kOldest = 14;

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream in{text};
    for (std::string part; std::getline(in, part, at);) {
        if (!part.empty()) parts.push_back(part);
    }
    return parts;
}

bool holdsServer(const std::filesystem::path& folder) {
    return std::ranges::all_of(std::initializer_list<const char*>{"postgres", "initdb", "pg_ctl"},
                               [&](const char* name) { return access((folder / name).c_str(), X_OK) == 0; });
}

// Who runs `pg_config` in the search path decides; on Debian it names a folder that may hold no server.
std::optional<std::filesystem::path> folderOfPgConfig(const std::vector<std::string>& searchPath) {
    for (const auto& folder : searchPath) {
        const auto program = std::filesystem::path{folder} / "pg_config";
        if (access(program.c_str(), X_OK) != 0) continue;
        const auto answer = runProgram({.words = {program.string(), "--bindir"}, .user = currentUser()});
        const auto lines = split(answer.output, '\n');
        if (answer.succeeded() && !lines.empty()) return lines.front();
    }
    return std::nullopt;
}

}  // namespace

std::optional<int> majorOf(const std::string& versionLine) {
    constexpr std::string_view kMark = "(PostgreSQL) ";
    const auto mark = versionLine.find(kMark);
    if (mark == std::string::npos) return std::nullopt;
    int major = 0;
    const auto* first = versionLine.data() + mark + kMark.size();
    const auto [end, error] = std::from_chars(first, versionLine.data() + versionLine.size(), major);
    return error == std::errc{} ? std::optional{major} : std::nullopt;
}

std::vector<std::filesystem::path> usualFolders(const std::string& searchPath) {
    std::vector<std::filesystem::path> folders;
    const auto inPath = split(searchPath, ':');
    if (auto folder = folderOfPgConfig(inPath)) folders.push_back(*folder);
    for (const auto* parent : {"/usr/lib/postgresql", "/usr/lib64/postgresql", "/opt/homebrew/opt"}) {
        std::error_code absent;
        for (const auto& entry : std::filesystem::directory_iterator{parent, absent})
            folders.push_back(entry.path() / "bin");
    }
    std::error_code absent;
    for (const auto& entry : std::filesystem::directory_iterator{"/usr", absent}) {  // Red Hat: /usr/pgsql-16/bin
        if (entry.path().filename().string().starts_with("pgsql-")) folders.push_back(entry.path() / "bin");
    }
    folders.emplace_back("/usr/local/pgsql/bin");
    for (const auto& folder : inPath) folders.emplace_back(folder);
    return folders;
}

PostgresBinaries findPostgres(const std::vector<std::filesystem::path>& folders, std::optional<int> major) {
    std::optional<PostgresBinaries> best;
    std::set<int> seen;
    for (const auto& folder : folders) {
        if (!holdsServer(folder)) continue;
        const auto answer = runProgram({.words = {(folder / "postgres").string(), "--version"}, .user = currentUser()});
        const auto found = majorOf(answer.output);
        if (!found) continue;
        seen.insert(*found);
        const bool fits = major ? *found == *major : *found >= kOldest;
        if (fits && (!best || *found > best->major)) best = PostgresBinaries{folder, *found};
    }
    if (best) return *best;
    if (seen.empty()) {
        throw OperatorError{
            "no PostgreSQL server is installed on this machine",
            "Install one (on Debian: apt install postgresql), or set AGON_DATABASE_URL to use a server elsewhere."};
    }
    if (major) {
        throw OperatorError{
            fmt::format("the data directory was made by PostgreSQL {}, and this machine has PostgreSQL {}", *major,
                        fmt::join(seen, ", ")),
            fmt::format(
                "Install PostgreSQL {} (on Debian: apt install postgresql-{}), or carry the data over with pg_upgrade.",
                *major, *major)};
    }
    throw OperatorError{fmt::format("PostgreSQL {} is too old: agon needs {} or newer", fmt::join(seen, ", "), kOldest),
                        "Install a newer PostgreSQL, or set AGON_DATABASE_URL to use a server elsewhere."};
}

}  // namespace agon
