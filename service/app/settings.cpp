#include "app/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <thread>

#include "app/settings_table.hpp"
#include "platform/cluster/layout.hpp"
#include "platform/config/operator_error.hpp"

namespace agon::app {
namespace {

namespace fs = std::filesystem;

std::vector<SettingSpec> specs() {
    std::vector<SettingSpec> result;
    for (const auto& row : settingTable()) result.push_back(row.spec);
    return result;
}

// Beside an installed binary, beside one that was just built, and where packages put it.
fs::path findWebRoot() {
    std::error_code ignored;
    const auto here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const auto& candidate : {here / "../share/agon/web", here / "../../../admin-ui/dist",
                                  fs::path{"/usr/local/share/agon/web"}, fs::path{"/usr/share/agon/web"}}) {
        if (fs::is_directory(candidate, ignored)) return fs::weakly_canonical(candidate, ignored);
    }
    return {};
}

void fillIn(Settings& settings, const Environment& environment, std::vector<std::string>& mistakes) {
    if (settings.ioThreads == 0)
        settings.ioThreads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    if (settings.smtpUrl.empty()) settings.mailDryRun = true;
    if (settings.webRoot.empty()) settings.webRoot = findWebRoot();
    if (settings.publicUrl.empty() && !settings.listen.isUnixSocket() && settings.listen.port != 0) {
        settings.publicUrl = "http://" + settings.listen.text();
    }
    if (!settings.dataDir.empty()) return;
    try {
        settings.dataDir = defaultDataDir(environment);
    } catch (const OperatorError& error) {
        if (settings.embedded()) mistakes.push_back(fmt::format("{}. {}", error.what(), error.advice()));
    }
}

using Keys = std::set<std::string_view>;

// What no setting can know by itself. One that was refused is not held against another.
void checkTogether(const Settings& settings, const Keys& refused, std::vector<std::string>& mistakes) {
    const auto known = [&](std::string_view one, std::string_view other) {
        return !refused.contains(one) && !refused.contains(other);
    };
    const bool embedded = settings.embedded() && !refused.contains("database_url");
    if (embedded && !settings.publicDatabaseUrl.empty())
        mistakes.emplace_back("AGON_PUBLIC_DATABASE_URL means nothing without AGON_DATABASE_URL");
    if (embedded && !settings.migrateDatabaseUrl.empty())
        mistakes.emplace_back("AGON_MIGRATE_DATABASE_URL means nothing without AGON_DATABASE_URL");
    if (known("lock_timeout", "statement_timeout") && settings.lockTimeout > settings.statementTimeout)
        mistakes.emplace_back("lock_timeout must not be longer than statement_timeout");
    if (known("statement_timeout", "request_timeout") && settings.statementTimeout > settings.requestTimeout)
        mistakes.emplace_back("statement_timeout must not be longer than request_timeout");
    if (known("smtp_url", "mail_from") && !settings.smtpUrl.empty() && settings.mailFrom.empty())
        mistakes.emplace_back("smtp_url needs mail_from: who does the mail come from?");
}

}  // namespace

LoadedSettings loadSettings(const std::optional<fs::path>& file, const Environment& environment) {
    LoadedSettings loaded;
    const auto table = specs();
    loaded.reading = readSettings(table, file, environment);
    auto& mistakes = loaded.reading.mistakes;
    Keys refused;
    for (const auto& row : settingTable()) {
        const auto& value = loaded.reading.values.find(row.spec.key)->second;
        const auto refusal = row.take(loaded.settings, value.text);
        if (refusal.empty()) continue;
        mistakes.push_back(fmt::format("{} {}", value.source, refusal));
        refused.insert(row.spec.key);
    }
    checkTogether(loaded.settings, refused, mistakes);
    if (!mistakes.empty()) return loaded;
    fillIn(loaded.settings, environment, mistakes);
    return loaded;
}

Settings settingsOrRefuse(const std::optional<fs::path>& file, const Environment& environment) {
    auto loaded = loadSettings(file, environment);
    for (const auto& warning : loaded.reading.warnings) fmt::print(stderr, "agon: {}\n", warning);
    if (loaded.mistakes().empty()) return std::move(loaded.settings);
    throw OperatorError{
        fmt::format("the configuration has {} {}:\n  - {}", loaded.mistakes().size(),
                    loaded.mistakes().size() == 1 ? "mistake" : "mistakes", fmt::join(loaded.mistakes(), "\n  - ")),
        "agon config explains every setting."};
}

std::string printSettings(const LoadedSettings& loaded) {
    std::string text;
    for (const auto& row : settingTable()) {
        const auto& value = loaded.reading.values.find(row.spec.key)->second;
        text += fmt::format("{} = {}  # {}\n", row.spec.key, row.show(loaded.settings), value.source);
    }
    return text;
}

std::string settingsAsMarkdown() {
    std::string text = "| Setting | Environment | Default | Meaning |\n| --- | --- | --- | --- |\n";
    for (const auto& row : settingTable()) {
        const auto variable = variableOf(row.spec.key);
        const bool secret = row.spec.secrecy == Secrecy::Secret;
        text +=
            fmt::format("| `{0}{1}` | `{2}`{3} | {4} | {5} |\n", row.spec.key, secret ? "_file" : "", variable,
                        secret ? fmt::format(", `{}_FILE`", variable) : "",
                        row.unsetMeans.empty() ? fmt::format("`{}`", row.spec.fallback) : std::string{row.unsetMeans},
                        row.spec.help);
    }
    return text;
}

}  // namespace agon::app
