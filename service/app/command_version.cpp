#include <fmt/format.h>
#include <libpq-fe.h>

#include <drogon/version.h>

#include "app/command_line.hpp"
#include "app/version.hpp"
#include "platform/migrate/migration.hpp"

namespace agon::app {

std::string_view version() {
    return AGON_VERSION;
}

void addVersion(CLI::App& program, CommandLine& line) {
    auto* command = program.add_subcommand("version", "Print what this binary is");
    command->callback([&line] {
        line.run = [] {
            const int libpq = PQlibVersion();
            fmt::print("agon {}\nschema {:04}\nDrogon {}\nlibpq {}.{}\n", version(), builtInMigrations().size(),
                       DROGON_VERSION, libpq / 10'000, libpq % 10'000);
            return 0;
        };
    });
}

}  // namespace agon::app
