#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/data_owner.hpp"
#include "app/doctor.hpp"
#include "app/probe.hpp"

namespace agon::app {
namespace {

std::string_view markOf(Finding::Grade grade) {
    switch (grade) {
        case Finding::Grade::Good:
            return "ok   ";
        case Finding::Grade::Advice:
            return "note ";
        case Finding::Grade::Bad:
            return "BAD  ";
    }
    return {};
}

int examineAll(const CommandLine& line) {
    const auto loaded = line.load();
    if (loaded.mistakes().empty()) becomeDataOwner(loaded.settings);
    const auto findings = examine(loaded, processEnvironment(), sayToPeople);
    for (const auto& finding : findings) {
        fmt::print("{}{}\n", markOf(finding.grade), finding.what);
        if (!finding.advice.empty()) fmt::print("     {}\n", finding.advice);
    }
    return isHealthy(findings) ? 0 : 1;
}

int askReadiness(const Settings& settings) {
    const auto status = probe(settings.listen, "/readyz", std::chrono::seconds{2});
    if (status == 200) return 0;
    fmt::print("{}\n", status ? fmt::format("not ready: /readyz answers {}", *status)
                              : fmt::format("nothing answers on {}", settings.listen.text()));
    return 1;
}

}  // namespace

void addDoctor(CLI::App& program, CommandLine& line) {
    auto* command =
        program.add_subcommand("doctor", "Say what is wrong with this installation, and what to do about it");
    command->footer(
        "Looks at the configuration, the address, the pages, the disk, the database, its version, its settings, its "
        "clock and\n"
        "its migrations. Exits with 1 when something is bad.");
    auto ready = std::make_shared<bool>(false);
    command->add_flag("--ready", *ready,
                      "Only ask the running service whether it is ready, for health checks of containers");
    command->callback([&line, ready] {
        line.run = [&line, ready] {
            return *ready ? askReadiness(line.settings()) : examineAll(line);
        };
    });
}

}  // namespace agon::app
