#include <fmt/format.h>

#include "app/application.hpp"
#include "app/command_line.hpp"
#include "app/demo_mark.hpp"
#include "platform/config/operator_error.hpp"

namespace agon::app {
namespace {

int printConfig(const CommandLine& line) {
    const auto loaded = line.load();
    fmt::print("{}", printSettings(loaded));
    for (const auto& warning : loaded.reading.warnings) fmt::print(stderr, "agon: {}\n", warning);
    for (const auto& mistake : loaded.mistakes()) fmt::print(stderr, "agon: {}\n", mistake);
    return loaded.mistakes().empty() ? 0 : 1;
}

}  // namespace

void addServe(CLI::App& program, CommandLine& line) {
    auto* command = program.add_subcommand("serve", "Serve pages and API until told to stop");
    command->footer(
        "With no database configured it runs its own PostgreSQL, keeps its data between runs and stops it at the end.\n"
        "SIGTERM or Ctrl-C finishes what is running and ends; a second one ends at once.");
    auto onlyPrint = std::make_shared<bool>(false);
    command->add_flag("--print-config", *onlyPrint,
                      "Print every setting in force and where it comes from, without secrets");
    command->callback([&line, onlyPrint] {
        line.run = [&line, onlyPrint] {
            if (*onlyPrint) return printConfig(line);
            const auto settings = line.settings();
            refuseDemoData(settings);
            return serve(settings, processEnvironment());
        };
    });
}

}  // namespace agon::app
