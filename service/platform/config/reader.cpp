#include "platform/config/reader.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <sstream>

namespace agon {
namespace {

constexpr std::string_view kPrefix = "AGON_";
constexpr std::string_view kFileSuffix = "_file";

// Variables of the command line, the build and the tests: not settings, and no reason to worry.
constexpr std::array<std::string_view, 3> kKnownVariables{"AGON_CONFIG", "AGON_CACHE_DIR", "AGON_CONTRACT_LOG"};
constexpr std::array<std::string_view, 3> kKnownPrefixes{"AGON_TEST_", "AGON_SUITE", "AGON_DROGON_"};

std::string upper(std::string_view text) {
    std::string result{text};
    std::ranges::transform(result, result.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return result;
}

std::string trimmed(std::string text) {
    const auto last = text.find_last_not_of(" \t\r\n");
    text.resize(last == std::string::npos ? 0 : last + 1);
    return text;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
    const auto meant = nearest(word, candidates);
    return meant ? fmt::format("; did you mean {}?", *meant) : std::string{};
}

std::optional<std::string> contentsOf(const std::filesystem::path& path) {
    std::ifstream in{path};
    std::ostringstream text;
    if (!in || !(text << in.rdbuf())) return std::nullopt;
    return text.str();
}

// Text, number or switch as one text; nothing for what a setting cannot be.
std::optional<std::string> scalarText(const nlohmann::json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_integer() || value.is_boolean()) return value.dump();
    return std::nullopt;
}

class Reader {
  public:
    explicit Reader(std::span<const SettingSpec> specs) : specs_{specs} {
        for (const auto& spec : specs_) {
            reading_.values[std::string{spec.key}] = {std::string{spec.fallback}, "default"};
            keys_.emplace_back(spec.key);
            variables_.push_back(variableOf(spec.key));
            if (spec.secrecy == Secrecy::Open) continue;
            keys_.push_back(fmt::format("{}{}", spec.key, kFileSuffix));
            variables_.push_back(variableOf(keys_.back()));
        }
    }

    void takeFile(const std::filesystem::path& path) {
        const auto text = contentsOf(path);
        if (!text) return mistake("the configuration file {} cannot be read", path.string());
        std::set<std::string> seen;
        const auto noteTwice = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
            if (depth == 1 && event == nlohmann::json::parse_event_t::key &&
                !seen.insert(parsed.get<std::string>()).second) {
                mistake("{} stands twice in {}", parsed.get<std::string>(), path.string());
            }
            return true;
        };
        try {
            const auto json = nlohmann::json::parse(*text, noteTwice, true, true);
            if (!json.is_object()) return mistake("{} must hold one JSON object", path.string());
            for (const auto& [key, value] : json.items()) takeFileEntry(path, key, value);
        } catch (const nlohmann::json::parse_error& error) {
            // The parser's own words may quote the text around the fault, which may be a secret.
            const auto upTo = text->begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text->size()));
            mistake("{} is not valid JSON: look at line {}", path.string(), 1 + std::count(text->begin(), upTo, '\n'));
        }
    }

    void takeEnvironment(const Environment& environment) {
        for (auto entry = environment.lower_bound(kPrefix);
             entry != environment.end() && entry->first.starts_with(kPrefix); ++entry) {
            if (!takeVariable(entry->first, entry->second)) noteUnknownVariable(entry->first);
        }
    }

    Reading finish() { return std::move(reading_); }

  private:
    template <class... Args>
    void mistake(fmt::format_string<Args...> format, Args&&... args) {
        reading_.mistakes.push_back(fmt::format(format, std::forward<Args>(args)...));
    }

    void set(std::string_view key, std::string text, std::string source) {
        reading_.values[std::string{key}] = {std::move(text), std::move(source)};
    }

    void takeSecretFile(const SettingSpec& spec, const std::string& path, const std::string& source) {
        auto text = contentsOf(path);
        if (!text) return mistake("{}: the file {} cannot be read", source, path);
        set(spec.key, trimmed(std::move(*text)), source);
    }

    void takeFileEntry(const std::filesystem::path& path, const std::string& key, const nlohmann::json& value) {
        const auto source = fmt::format("{} in {}", key, path.string());
        const auto text = scalarText(value);
        for (const auto& spec : specs_) {
            const bool names = key == spec.key;
            const bool namesFile = spec.secrecy == Secrecy::Secret && key == fmt::format("{}{}", spec.key, kFileSuffix);
            if (!names && !namesFile) continue;
            if (!text) return mistake("{} must be a text, a whole number, true or false", source);
            if (namesFile) return takeSecretFile(spec, *text, source);
            if (spec.secrecy == Secrecy::Open) return set(spec.key, *text, source);
            return mistake(
                "{} is a secret and does not belong in this file: set {}, or name a file that holds it with {}{}",
                source, variableOf(spec.key), spec.key, kFileSuffix);
        }
        mistake("{} is not a setting{}", source, suggestion(key, keys_));
    }

    bool takeVariable(const std::string& name, const std::string& value) {
        for (const auto& spec : specs_) {
            const auto variable = variableOf(spec.key);
            if (name == variable) {
                if (!value.empty()) set(spec.key, value, name);  // `AGON_X= agon serve` means: not set
                return true;
            }
            if (spec.secrecy == Secrecy::Secret && name == variable + "_FILE") {
                if (value.empty()) return true;
                if (reading_.values.find(spec.key)->second.source == variable) {
                    mistake("{} and {} are both set: keep one of them", variable, name);
                } else {
                    takeSecretFile(spec, value, name);
                }
                return true;
            }
        }
        const auto begins = [&](std::string_view prefix) {
            return name.starts_with(prefix);
        };
        return std::ranges::find(kKnownVariables, name) != kKnownVariables.end() ||
               std::ranges::any_of(kKnownPrefixes, begins);
    }

    void noteUnknownVariable(const std::string& name) {
        const auto meant = nearest(name, variables_);
        if (meant) return mistake("{} is not a setting; did you mean {}?", name, *meant);
        reading_.warnings.push_back(fmt::format("{} is set, but it is not a setting and changes nothing", name));
    }

    std::span<const SettingSpec> specs_;
    std::vector<std::string> keys_;
    std::vector<std::string> variables_;
    Reading reading_;
};

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const auto replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

}  // namespace

std::string variableOf(std::string_view key) {
    return fmt::format("{}{}", kPrefix, upper(key));
}

Environment processEnvironment() {
    Environment result;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text{*entry};
        const auto equals = text.find('=');
        if (equals != std::string_view::npos) result.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return result;
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
    // The prefix that every variable has in common must not make two names look alike.
    const auto bare = [](std::string_view name) {
        return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
    };
    const auto subject = bare(word);
    const auto limit = std::max<std::size_t>(1, subject.size() / 3);
    std::optional<std::string> best;
    auto bestDistance = limit + 1;
    for (const auto& candidate : candidates) {
        const auto distance = editDistance(subject, bare(candidate));
        if (distance < bestDistance) {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best;
}

Reading readSettings(std::span<const SettingSpec> specs, const std::optional<std::filesystem::path>& file,
                     const Environment& environment) {
    Reader reader{specs};
    if (file) reader.takeFile(*file);
    reader.takeEnvironment(environment);
    return reader.finish();
}

}  // namespace agon
