#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/settings_table.hpp"

namespace agon::app {
namespace {

// The texts are written for Markdown.
std::string plain(std::string_view text) {
    std::string result{text};
    std::erase(result, '`');
    return result;
}

void explainSettings() {
    fmt::print(
        "Defaults, then a JSON file (--config or AGON_CONFIG), then the environment. Times are like 250ms, 5s or 2m.\n"
        "Secrets come from the environment or from a file that NAME_FILE names, never from the JSON file itself.\n");
    for (const auto& row : settingTable()) {
        const bool secret = row.spec.secrecy == Secrecy::Secret;
        fmt::print("\n{} ({}{}){}\n    {}\n    Default: {}\n", row.spec.key, variableOf(row.spec.key),
                   secret ? " or " + variableOf(row.spec.key) + "_FILE" : "", secret ? ", secret" : "",
                   plain(row.spec.help), plain(row.unsetMeans.empty() ? row.spec.fallback : row.unsetMeans));
    }
}

}  // namespace

void addConfig(CLI::App& program, CommandLine& line) {
    auto* command = program.add_subcommand("config", "Explain every setting");
    auto markdown = std::make_shared<bool>(false);
    command->add_flag("--markdown", *markdown, "As the table in the README");
    command->callback([&line, markdown] {
        line.run = [markdown] {
            if (*markdown) {
                fmt::print("{}", settingsAsMarkdown());
            } else {
                explainSettings();
            }
            return 0;
        };
    });
}

}  // namespace agon::app
