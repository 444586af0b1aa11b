#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <optional>

#include "app/settings.hpp"
#include "platform/migrate/migrator.hpp"

namespace agon::app {

// What the words on the command line came to.
struct CommandLine {
    std::optional<std::filesystem::path> config;  // --config, else AGON_CONFIG
    std::function<int()> run;                     // the chosen command; gives the exit code

    [[nodiscard]] LoadedSettings load() const;
    [[nodiscard]] Settings settings() const;  // throws OperatorError for a mistake
};

// Each adds one command. `line` outlives `program`.
void addServe(CLI::App& program, CommandLine& line);
void addDemo(CLI::App& program, CommandLine& line);
void addUser(CLI::App& program, CommandLine& line);
void addMigrate(CLI::App& program, CommandLine& line);
void addVerify(CLI::App& program, CommandLine& line);
void addDoctor(CLI::App& program, CommandLine& line);
void addConfig(CLI::App& program, CommandLine& line);
void addVersion(CLI::App& program, CommandLine& line);

// Parses, runs and reports. The exit code of the process.
int runCommandLine(int argc, const char* const* argv);

// One line for people on standard error.
void sayToPeople(const std::string& sentence);

}  // namespace agon::app
