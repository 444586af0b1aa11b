#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/data_owner.hpp"
#include "app/service_database.hpp"

namespace agon::app {
namespace {

constexpr std::chrono::seconds kPatience{10};

int migrate(const Settings& settings) {
    becomeDataOwner(settings);
    const Migrator migrator{builtInMigrations()};
    const ServiceDatabase database{settings, processEnvironment(), sayToPeople};
    auto connection = database.connect(kPatience, sayToPeople);
    const auto applied =
        migrator.migrate(connection, [](const std::string& sentence) { fmt::print("{}\n", sentence); });
    if (applied == 0) fmt::print("nothing to do: the database has all {} migrations\n", builtInMigrations().size());
    return 0;
}

int check(const Settings& settings) {
    becomeDataOwner(settings);
    const Migrator migrator{builtInMigrations()};
    const ServiceDatabase database{settings, processEnvironment(), sayToPeople};
    auto connection = database.connect(kPatience, sayToPeople);
    const auto pending = migrator.status(connection).pending;
    if (pending.empty()) return 0;
    fmt::print("{} to apply, the first is {}\n", pending.size(), titleOf(pending.front()));
    return 1;
}

int status(const Settings& settings) {
    becomeDataOwner(settings);
    const Migrator migrator{builtInMigrations()};
    const ServiceDatabase database{settings, processEnvironment(), sayToPeople};
    auto connection = database.connect(kPatience, sayToPeople);
    const auto found = migrator.status(connection);
    for (const auto& done : found.applied) fmt::print("{:04}_{}  applied {}\n", done.number, done.name, done.appliedAt);
    for (const auto& next : found.pending) fmt::print("{}  pending\n", titleOf(next));
    return 0;
}

}  // namespace

void addMigrate(CLI::App& program, CommandLine& line) {
    auto* command = program.add_subcommand("migrate", "Bring the database up to date (agon serve does it too)");
    command->footer(
        "The database is only ever taken forward. Each migration is applied whole or not at all, and one process at a "
        "time\n"
        "migrates; others wait. A migration that was edited after it ran is refused.");
    auto onlyCheck = std::make_shared<bool>(false);
    command->add_flag("--check", *onlyCheck, "Apply nothing; exit 1 when something is pending");
    auto* statusCommand = command->add_subcommand("status", "List what is applied and what is pending");
    command->callback([&line, onlyCheck, statusCommand] {
        line.run = [&line, onlyCheck, statusCommand] {
            if (statusCommand->parsed()) return status(line.settings());
            return *onlyCheck ? check(line.settings()) : migrate(line.settings());
        };
    });
}

}  // namespace agon::app
