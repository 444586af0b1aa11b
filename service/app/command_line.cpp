#include "app/command_line.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "platform/config/operator_error.hpp"

namespace agon::app {
namespace {

constexpr auto kFooter = R"(Examples:
  agon serve                        its own PostgreSQL, pages and API on http://127.0.0.1:8080
  agon demo                         the same with data of its own, to try things out
  AGON_DATABASE_URL=postgresql://agon@db/agon agon serve
  agon doctor                       what is wrong with this installation, and what to do
  agon config                       every setting, its default and its meaning

agon <command> --help tells more about a command.)";

int report(const std::string& what, const std::string& advice) {
    fmt::print(stderr, "agon: {}\n", what);
    if (!advice.empty()) fmt::print(stderr, "agon: {}\n", advice);
    return EXIT_FAILURE;
}

}  // namespace

void sayToPeople(const std::string& sentence) {
    fmt::print(stderr, "agon: {}\n", sentence);
}

LoadedSettings CommandLine::load() const {
    return loadSettings(config, processEnvironment());
}

Settings CommandLine::settings() const {
    return settingsOrRefuse(config, processEnvironment());
}

int runCommandLine(int argc, const char* const* argv) {
    CLI::App program{"Agon, the back office of a national board-game championship."};
    CommandLine line;
    program.name("agon");
    program.footer(kFooter);
    program.require_subcommand(1);
    program.option_defaults()->always_capture_default(false);
    program.add_option("-c,--config", line.config, "A JSON file with settings (also AGON_CONFIG)");
    program.fallthrough();

    addServe(program, line);
    addDemo(program, line);
    addUser(program, line);
    addMigrate(program, line);
    addVerify(program, line);
    addDoctor(program, line);
    addConfig(program, line);
    addVersion(program, line);

    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? EXIT_SUCCESS : 2;
    }
    if (const char* file = std::getenv("AGON_CONFIG"); !line.config && file != nullptr && *file != '\0')
        line.config = file;
    try {
        return line.run();
    } catch (const OperatorError& error) {
        return report(error.what(), error.advice());
    } catch (const std::exception& error) {
        return report(fmt::format("unexpected: {}", error.what()), "This is a fault of agon itself; please report it.");
    }
}

}  // namespace agon::app
