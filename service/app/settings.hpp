#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platform/config/reader.hpp"
#include "platform/config/values.hpp"
#include "platform/log/log.hpp"

namespace agon::app {

// Everything that can be configured, validated. settings_table.cpp says what each is, once for validation, for
// --print-config and for the documentation.
struct Settings {
    std::filesystem::path dataDir;
    std::string databaseUrl;
    std::string publicDatabaseUrl;
    std::string migrateDatabaseUrl;
    std::string serverKey;  // 64 hexadecimal digits, or empty
    ListenAddress listen;
    std::string publicUrl;
    bool trustedProxy = false;
    std::filesystem::path webRoot;
    int ioThreads = 0;
    int dbConnections = 0;
    int dbPublicConnections = 0;
    std::chrono::milliseconds statementTimeout{};
    std::chrono::milliseconds lockTimeout{};
    std::chrono::milliseconds requestTimeout{};
    std::int64_t maxBodyBytes = 0;
    int registrationsPerMinute = 120;
    std::chrono::milliseconds shutdownLimit{};
    std::string smtpUrl;
    std::string smtpUser;
    std::string smtpPassword;
    bool smtpTls = true;
    std::string mailFrom;
    bool mailDryRun = true;  // without a mail server whatever was said
    LogLevel logLevel = LogLevel::Info;

    // Not to be configured: `agon demo` sets it.
    bool demo = false;

    // Without a server of somebody else's the service runs its own.
    [[nodiscard]] bool embedded() const { return databaseUrl.empty(); }
};

struct LoadedSettings {
    Settings settings;  // meaningful only when there are no mistakes
    Reading reading;

    [[nodiscard]] const std::vector<std::string>& mistakes() const { return reading.mistakes; }
};

LoadedSettings loadSettings(const std::optional<std::filesystem::path>& file, const Environment& environment);

// The same, but every mistake ends in one OperatorError that lists them all. Warnings go to standard error.
Settings settingsOrRefuse(const std::optional<std::filesystem::path>& file, const Environment& environment);

// "key = value  # where it comes from", one setting a line, without secrets.
std::string printSettings(const LoadedSettings& loaded);

// The table of all settings for the documentation.
std::string settingsAsMarkdown();

}  // namespace agon::app
