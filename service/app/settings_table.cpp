#include "app/settings_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platform/mail/smtp.hpp"
#include "platform/migrate/connection.hpp"

namespace agon::app {
namespace {

using namespace std::chrono_literals;

// How a member is read and shown.
struct Binding {
    std::function<std::string(Settings&, std::string_view)> take;
    std::function<std::string(const Settings&)> show;
};

template <class Member, class Parse, class Show>
Binding bound(Member Settings::* member, Parse parse, Show show) {
    return {[member, parse](Settings& settings, std::string_view text) -> std::string {
                auto parsed = parse(text);
                if (!parsed) return parsed.error();
                settings.*member = static_cast<Member>(*std::move(parsed));
                return {};
            },
            [member, show](const Settings& settings) {
                return show(settings.*member);
            }};
}

Binding number(int Settings::* member, int least, int most) {
    return bound(
        member, [=](std::string_view text) { return parseInteger(text, least, most); },
        [](int value) { return std::to_string(value); });
}

Binding duration(std::chrono::milliseconds Settings::* member, std::chrono::milliseconds least,
                 std::chrono::milliseconds most) {
    return bound(member, [=](std::string_view text) { return parseDuration(text, least, most); }, formatDuration);
}

Binding folder(std::filesystem::path Settings::* member) {
    const auto parse = [](std::string_view text) -> Parsed<std::filesystem::path> {
        if (text.empty() || text.starts_with('/')) return std::filesystem::path{text};
        return std::unexpected{"must be an absolute path"};
    };
    return bound(member, parse, [](const std::filesystem::path& path) { return path.string(); });
}

Binding database(std::string Settings::* member) {
    const auto parse = [](std::string_view text) -> Parsed<std::string> {
        if (text.empty() || describeConninfo(std::string{text})) return std::string{text};
        return std::unexpected{
            "must be an address that libpq understands, like postgresql://user:password@host:5432/agon"};
    };
    const auto show = [](const std::string& url) {
        if (url.empty()) return std::string{};
        return fmt::format("{} (password hidden)", describeConninfo(url).value_or(""));
    };
    return bound(member, parse, show);
}

Binding key(std::string Settings::* member) {
    const auto parse = [](std::string_view text) -> Parsed<std::string> {
        const auto isHex = [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        };
        if (text.empty() || (text.size() == 64 && std::ranges::all_of(text, isHex))) return std::string{text};
        return std::unexpected{"must be 64 hexadecimal digits, as openssl rand -hex 32 makes them"};
    };
    return bound(member, parse, [](const std::string& text) { return std::string{text.empty() ? "" : "(hidden)"}; });
}

Binding level(LogLevel Settings::* member) {
    static constexpr std::array kNames{std::pair{"debug", LogLevel::Debug}, std::pair{"info", LogLevel::Info},
                                       std::pair{"warning", LogLevel::Warning}, std::pair{"error", LogLevel::Error}};
    const auto parse = [](std::string_view text) -> Parsed<LogLevel> {
        for (const auto& [name, value] : kNames) {
            if (text == name) return value;
        }
        return std::unexpected{"must be one of debug, info, warning, error"};
    };
    const auto show = [](LogLevel value) {
        for (const auto& [name, same] : kNames) {
            if (value == same) return std::string{name};
        }
        return std::string{};
    };
    return bound(member, parse, show);
}

Binding origin(std::string Settings::* member) {
    const auto parse = [](std::string_view text) {
        return text.empty() ? Parsed<std::string>{std::string{}} : parseOrigin(text);
    };
    return bound(member, parse, [](const std::string& text) { return text; });
}

Binding onOff(bool Settings::* member) {
    return bound(member, parseSwitch, [](bool value) { return std::string{value ? "true" : "false"}; });
}

Binding plain(std::string Settings::* member) {
    const auto parse = [](std::string_view text) {
        return Parsed<std::string>{std::string{text}};
    };
    return bound(member, parse, [](const std::string& text) { return text; });
}

Binding hidden(std::string Settings::* member) {
    auto binding = plain(member);
    binding.show = [member](const Settings& settings) {
        return std::string{(settings.*member).empty() ? "" : "(hidden)"};
    };
    return binding;
}

Binding mailServer(std::string Settings::* member) {
    const auto parse = [](std::string_view text) -> Parsed<std::string> {
        const bool known = text.starts_with("smtp://") || text.starts_with("smtps://");
        const auto host = text.substr(std::min(text.find("//") + 2, text.size()));
        if (text.empty() || (known && !host.empty() && host.find_first_of("/@? ") == std::string_view::npos))
            return std::string{text};
        return std::unexpected{"must be like smtp://mail.example.org:587, without user and path"};
    };
    return bound(member, parse, [](const std::string& text) { return text; });
}

Binding mailbox(std::string Settings::* member) {
    const auto parse = [](std::string_view text) -> Parsed<std::string> {
        if (text.empty() || mail::isPlainAddress(mail::addressOf(std::string{text}))) return std::string{text};
        return std::unexpected{"must be an address, or Name <address>"};
    };
    return bound(member, parse, [](const std::string& text) { return text; });
}

SettingRow row(SettingSpec spec, Binding binding, std::string_view unsetMeans = {}) {
    return {spec, unsetMeans, std::move(binding.take), std::move(binding.show)};
}

}  // namespace

const std::vector<SettingRow>& settingTable() {
    static const std::vector<SettingRow> table{
        row({"data_dir", "", "Where the embedded PostgreSQL and the generated server key are kept."},
            folder(&Settings::dataDir), "`/var/lib/agon` as root, `~/.local/state/agon` otherwise"),
        row({"database_url", "",
             "The PostgreSQL server to use. Its user owns the database, or may at least take the roles agon_app and "
             "agon_public.",
             Secrecy::Secret},
            database(&Settings::databaseUrl), "an embedded PostgreSQL"),
        row({"public_database_url", "",
             "A login of its own for what everybody may see, with the rights of agon_public; may lead to a replica.",
             Secrecy::Secret},
            database(&Settings::publicDatabaseUrl), "`database_url` in the role agon_public"),
        row({"migrate_database_url", "",
             "The login that owns the database, for migrations, where database_url does not own it.", Secrecy::Secret},
            database(&Settings::migrateDatabaseUrl), "`database_url`"),
        row({"server_key", "",
             "64 hexadecimal digits (`openssl rand -hex 32`), the same on every instance. Keep it as safe as the "
             "database and never change it.",
             Secrecy::Secret},
            key(&Settings::serverKey), "generated once in `data_dir`; with `database_url` it must be set"),
        row({"listen", "127.0.0.1:8080",
             "Address and port, or `unix:/path`. Anything but loopback or a socket needs nginx in front."},
            bound(&Settings::listen, parseListenAddress, [](const ListenAddress& address) { return address.text(); })),
        row({"public_url", "", "How people reach the service, like `https://agon.example.org`; it stands in links."},
            origin(&Settings::publicUrl), "the address it listens on"),
        row({"trusted_proxy", "false",
             "Whether X-Real-IP and X-Request-Id of the front are believed. Only where nobody but the proxy can reach "
             "the service."},
            onOff(&Settings::trustedProxy)),
        row({"web_root", "", "The folder of the built pages."}, folder(&Settings::webRoot), "found beside the binary"),
        row({"io_threads", "0", "Event loops that serve requests; 0: one per processor."},
            number(&Settings::ioThreads, 0, 256)),
        row({"db_connections", "4", "Database connections of each event loop for staff and registration."},
            number(&Settings::dbConnections, 1, 64)),
        row({"db_public_connections", "2", "Database connections of each event loop for what everybody may see."},
            number(&Settings::dbPublicConnections, 1, 64)),
        row({"statement_timeout", "5s", "The longest a database statement may take."},
            duration(&Settings::statementTimeout, 100ms, 10min)),
        row({"lock_timeout", "2s", "The longest a database statement may wait for a lock."},
            duration(&Settings::lockTimeout, 50ms, 10min)),
        row({"request_timeout", "10s", "The longest a request may take before it is answered with 503."},
            duration(&Settings::requestTimeout, 500ms, 10min)),
        row({"max_body", "1MiB", "The largest request body accepted at all; most routes accept less."},
            bound(
                &Settings::maxBodyBytes,
                [](std::string_view text) { return parseSize(text, 16 * 1024, 64 * 1024 * 1024); },
                [](std::int64_t value) { return std::to_string(value); })),
        row({"registrations_per_minute", "120",
             "How many tries to register one address may make in a minute. A whole school may sit behind one."},
            number(&Settings::registrationsPerMinute, 1, 10'000'000)),
        row({"shutdown_limit", "25s", "How long a stopping service finishes what is running."},
            duration(&Settings::shutdownLimit, 100ms, 10min)),
        row({"smtp_url", "", "The mail server, like `smtp://mail.example.org:587` or `smtps://mail.example.org`."},
            mailServer(&Settings::smtpUrl), "no mail is sent"),
        row({"smtp_user", "", "The user to sign in to the mail server as."}, plain(&Settings::smtpUser),
            "without signing in"),
        row({"smtp_password", "", "The password for the mail server.", Secrecy::Secret},
            hidden(&Settings::smtpPassword), "none"),
        row({"smtp_tls", "true",
             "Whether mail travels encrypted or not at all. Off only for a server on this machine."},
            onOff(&Settings::smtpTls)),
        row({"mail_from", "", "Who mail comes from: an address, or `Name <address>`."}, mailbox(&Settings::mailFrom),
            "must be set with `smtp_url`"),
        row({"mail_dry_run", "false",
             "Send nothing; the outbox page shows what would have been sent. Always so without `smtp_url`."},
            onOff(&Settings::mailDryRun)),
        row({"log_level", "info", "The least important lines to log: debug, info, warning or error."},
            level(&Settings::logLevel)),
    };
    return table;
}

}  // namespace agon::app
