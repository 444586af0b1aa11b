#include <fmt/format.h>

#include "app/application.hpp"
#include "app/command_line.hpp"
#include "app/demo_mark.hpp"
#include "platform/config/operator_error.hpp"

namespace agon::app {
namespace {

int demonstrate(const CommandLine& line, const std::string& folder, bool fresh) {
    auto settings = line.settings();
    if (!settings.embedded()) {
        throw OperatorError{"agon demo has a database of its own and leaves the one in AGON_DATABASE_URL alone",
                            "Unset AGON_DATABASE_URL, or use agon serve."};
    }
    settings.demo = true;
    settings.dataDir =
        folder.empty() ? std::filesystem::path{settings.dataDir.string() + "-demo"} : std::filesystem::absolute(folder);
    if (fresh) removeDemoData(settings.dataDir);
    markAsDemo(settings.dataDir);
    return serve(settings, processEnvironment());
}

}  // namespace

void addDemo(CLI::App& program, CommandLine& line) {
    auto* command =
        program.add_subcommand("demo", "Serve with data of its own, to try things out without touching real data");
    command->footer(
        "The data stays in a folder beside the real one, marked as a demonstration, until agon demo --fresh removes "
        "it.\n"
        "agon serve refuses that folder, and agon demo refuses every other.");
    auto fresh = std::make_shared<bool>(false);
    auto folder = std::make_shared<std::string>();
    command->add_flag("--fresh", *fresh, "Remove the demonstration's data first");
    command->add_option("--data-dir", *folder, "Keep the demonstration's data there");
    command->callback([&line, fresh, folder] {
        line.run = [&line, fresh, folder] {
            return demonstrate(line, *folder, *fresh);
        };
    });
}

}  // namespace agon::app
