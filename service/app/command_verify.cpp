#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/data_owner.hpp"
#include "app/service_database.hpp"
#include "audit/store_verification.hpp"
#include "platform/config/operator_error.hpp"
#include "registration/ledger.hpp"

namespace agon::app {
namespace {

constexpr std::chrono::seconds kPatience{10};

std::string placeOf(const audit::Finding& finding) {
    std::string place;
    const auto add = [&](std::string_view word, std::int64_t number) {
        place += fmt::format("{}{} {}", place.empty() ? "" : ", ", word, number);
    };
    if (finding.block) add("block", *finding.block);
    if (finding.position) add("position", *finding.position);
    if (finding.act) add("row", *finding.act);
    return place;
}

int verifyAudit(const Settings& settings, const std::optional<std::string>& head) {
    std::optional<audit::Hash> noted;
    if (head) {
        noted = audit::parseHash(*head);
        if (!noted) throw OperatorError{"--head is not a hash", "Give the 64 hexadecimal digits that were noted."};
    }
    becomeDataOwner(settings);
    const ServiceDatabase database{settings, processEnvironment(), sayToPeople};
    auto connection = database.connect(kPatience, sayToPeople);
    const auto verifier = audit::verifyRecord(connection, noted);
    if (const auto& finding = verifier.finding()) {
        fmt::print("BAD  {}: {}\n", placeOf(*finding), finding->what);
        return 1;
    }
    fmt::print("OK   {} acts in {} blocks are as they were sealed, {} not sealed yet\n", verifier.acts(),
               verifier.blocks(), verifier.unsealed());
    if (verifier.blocks() > 0) fmt::print("head {}\n", audit::formatHash(verifier.last()));
    if (const auto& act = verifier.backdated()) {
        fmt::print("note row {} bears a time from long before it was sealed: the clock was set, or somebody wrote it\n",
                   *act);
    }
    return 0;
}

int verifyLedger(const Settings& settings) {
    becomeDataOwner(settings);
    const ServiceDatabase database{settings, processEnvironment(), sayToPeople};
    auto connection = database.connect(kPatience, sayToPeople);
    const auto report = registration::verifyLedgers(connection);
    if (report.finding) {
        fmt::print("BAD  heat {}, number {}: {}\n", report.finding->heat, report.finding->number, report.finding->what);
        return 1;
    }
    fmt::print("OK   {} registrations in {} heats stand in the order in which they were receipted\n", report.lines,
               report.heats);
    return 0;
}

}  // namespace

void addVerify(CLI::App& program, CommandLine& line) {
    auto* command = program.add_subcommand("verify", "Prove that records are as they were written");
    command->require_subcommand(1);
    auto* audit = command->add_subcommand("audit", "Recompute the chain of the record of acts");
    audit->footer(
        "Names the first row or block that is not as it was sealed, and exits with 1 then. Rows that were cut off at "
        "the "
        "end\n"
        "together with their blocks can only be missed by who has noted a head: the pages and this command show it.");
    auto head = std::make_shared<std::optional<std::string>>();
    audit->add_option("--head", *head, "A hash noted earlier, which the chain must still contain");
    audit->callback([&line, head] {
        line.run = [&line, head] {
            return verifyAudit(line.settings(), *head);
        };
    });
    auto* ledger = command->add_subcommand("ledger", "Recompute the receipts of every heat's registrations");
    ledger->footer("Names the first registration that was removed, inserted, changed or moved, and exits with 1 then.");
    ledger->callback([&line] {
        line.run = [&line] {
            return verifyLedger(line.settings());
        };
    });
}

}  // namespace agon::app
