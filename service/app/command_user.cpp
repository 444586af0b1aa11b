#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/data_owner.hpp"
#include "app/server_key.hpp"
#include "app/service_database.hpp"
#include "app/staff_console.hpp"
#include "auth/rights.hpp"
#include "auth/wire.hpp"
#include "platform/config/operator_error.hpp"
#include "platform/ids/code.hpp"
#include "platform/text/utf8.hpp"

namespace agon::app {
namespace {

constexpr std::chrono::seconds kPatience{10};

struct Wish {
    std::string code;
    std::string email;
    std::string name;
    std::string role = "organiser";
    std::string organiser = "organising";
    std::string language = "el";
};

template <class Work>
int withConsole(const Settings& settings, Work work) {
    becomeDataOwner(settings);
    const auto key = serverKey(settings);
    const ServiceDatabase database{settings, processEnvironment(), sayToPeople};
    auto connection = database.connect(kPatience, sayToPeople);
    if (!Migrator{builtInMigrations()}.status(connection).pending.empty()) {
        throw OperatorError{"the database is not up to date", "Run agon migrate, or start the service once."};
    }
    StaffConsole console{connection, key};
    work(console);
    return 0;
}

std::string knownCode(const std::string& typed) {
    const auto code = Code::parse(typed);
    if (!code) throw OperatorError{"that is not the code of an account", "agon user list shows them."};
    return code->text();
}

void print(const Settings& settings, const StaffConsole::Link& link) {
    fmt::print("account {}\nlink    {}\n", link.accountCode,
               auth::linkAddress(settings.publicUrl, link.purpose, link.token));
    fmt::print("It works once, for {} hours. Whoever has it can enter: pass it on in private.\n", 72);
}

int list(const Settings& settings) {
    return withConsole(settings, [](StaffConsole& console) {
        fmt::print("{:<10} {:<9} {:<17} {}\n", "code", "state", "last sign-in", "roles");
        for (const auto& row : console.list()) {
            fmt::print("{:<10} {:<9} {:<17} {}\n", row.code, row.state, row.lastSignIn, row.roles);
        }
    });
}

int invite(const Settings& settings, const Wish& wish) {
    const auto role = auth::roleNamed(wish.role);
    if (!role) throw OperatorError{"there is no such role", "agon user invite --help lists them."};
    return withConsole(settings, [&](StaffConsole& console) {
        const auth::NewAccount account{.code = Code::random().text(),
                                       .organiser = auth::organiserNamed(wish.organiser),
                                       .language = auth::languageNamed(wish.language),
                                       .email = wish.email,
                                       .displayName = wish.name};
        print(settings, console.invite(account, *role));
    });
}

void addInvite(CLI::App& command, CommandLine& line, const std::shared_ptr<Wish>& wish) {
    auto* invitation = command.add_subcommand("invite", "Make an account and print its one-time link");
    const auto refuseOddAddress = [](const std::string& text) {
        return std::string{auth::looksLikeEmail(text) ? "" : "that is not an e-mail address"};
    };
    const auto refuseOddName = [](const std::string& text) {
        const auto length = countCodePoints(text);
        return std::string{length && *length >= 1 && *length <= 80 ? "" : "a name has 1 to 80 characters"};
    };
    invitation->add_option("--email", wish->email, "The address to sign in with")->required()->check(refuseOddAddress);
    invitation->add_option("--name", wish->name, "The name that others on the staff see")
        ->required()
        ->check(refuseOddName);
    std::vector<std::string> roles;
    roles.reserve(auth::kAllRoles.size());
    for (const auto role : auth::kAllRoles) roles.emplace_back(nameOf(role));
    invitation->add_option("--role", wish->role, "What the account may do, everywhere")->check(CLI::IsMember(roles));
    invitation->add_option("--organiser", wish->organiser, "Which company: organising or hosting")
        ->check(CLI::IsMember({"organising", "hosting"}));
    invitation->add_option("--language", wish->language, "el or en")->check(CLI::IsMember({"el", "en"}));
    invitation->callback([&line, wish] {
        line.run = [&line, wish] {
            return invite(line.settings(), *wish);
        };
    });
}

}  // namespace

void addUser(CLI::App& program, CommandLine& line) {
    auto* command = program.add_subcommand("user", "Accounts of the staff, for whoever controls this machine");
    command->require_subcommand(1);
    command->footer("Everything else about accounts is on the staff page. What is done here is on the record too.");
    const auto wish = std::make_shared<Wish>();

    command->add_subcommand("list", "Every account, without names")->callback([&line] {
        line.run = [&line] {
            return list(line.settings());
        };
    });
    addInvite(*command, line, wish);
    auto* link = command->add_subcommand("link", "A new one-time link, for somebody who cannot get in");
    link->add_option("code", wish->code, "The account's code")->required();
    link->callback([&line, wish] {
        line.run = [&line, wish] {
            const auto settings = line.settings();
            const auto code = knownCode(wish->code);
            return withConsole(settings, [&](StaffConsole& console) { print(settings, console.makeLink(code)); });
        };
    });
    auto* disable = command->add_subcommand("disable", "Shut an account out at once");
    disable->add_option("code", wish->code, "The account's code")->required();
    disable->callback([&line, wish] {
        line.run = [&line, wish] {
            const auto code = knownCode(wish->code);
            return withConsole(line.settings(), [&](StaffConsole& console) {
                console.disable(code);
                fmt::print("{} is out\n", code);
            });
        };
    });
}

}  // namespace agon::app
