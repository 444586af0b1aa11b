#pragma once

#include <nlohmann/json.hpp>

#include "registration/imports.hpp"

namespace agon::registration {

// A line of a file as it is kept: its number and its columns by name.
struct RawLine {
    std::int32_t line = 0;
    nlohmann::json columns;
};

// InvalidFields at "" when it is no such file, names a column that is not known or leaves out one that is needed.
Result<std::vector<RawLine>> readFile(std::string_view file);

// A line read by the rules of a registration, and judged as one.
struct JudgedLine {
    ImportLine shown;
    std::optional<Application> application;  // exactly when it is ready
};

// In the file's order. Pure: what the register knows comes with `emailsInUse`; `needsStamps` names the heats whose
// lines must say when they were received, which is never after `now`.
std::vector<JudgedLine> judgeLines(const championships::Published& championship, const std::vector<RawLine>& lines,
                                   const std::set<std::string>& emailsInUse, const std::set<std::string>& needsStamps,
                                   Instant now);

}  // namespace agon::registration
