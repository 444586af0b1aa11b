#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

enum class Secrecy : std::uint8_t { Open, Secret };

// One thing that can be configured. `key` is its name in the JSON file; AGON_<KEY> is its name in the environment, and
// AGON_<KEY>_FILE (or <key>_file in the JSON file) names a file that holds the value of a secret.
struct SettingSpec {
    std::string_view key;
    std::string_view fallback;  // empty: nothing, or decided at start
    std::string_view help;
    Secrecy secrecy = Secrecy::Open;
};

std::string variableOf(std::string_view key);

using Environment = std::map<std::string, std::string, std::less<>>;
Environment processEnvironment();

struct SettingValue {
    std::string text;
    std::string source;  // "default", "AGON_LISTEN" or "listen in agon.json": how a message names it
};

struct Reading {
    std::map<std::string, SettingValue, std::less<>> values;  // one for every spec
    std::vector<std::string> mistakes;                        // each a sentence; none quotes a secret
    std::vector<std::string> warnings;
};

// Defaults, then the file, then the environment. Everything that is wrong is reported, not the first thing only.
// A variable that starts with AGON_ and means nothing here is a mistake when it looks like a slip of the pen, a warning
// otherwise: Kubernetes sets AGON_PORT and the like by itself for a service named agon.
Reading readSettings(std::span<const SettingSpec> specs, const std::optional<std::filesystem::path>& file,
                     const Environment& environment);

// The candidate that `word` was probably meant to be, if one is near enough.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace agon
