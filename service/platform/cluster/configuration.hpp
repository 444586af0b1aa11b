#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "platform/cluster/process.hpp"

namespace agon {

// A number for the socket's name only: nothing listens on the network.
constexpr int kClusterPort = 5432;

// The roles and the database of an embedded cluster. Each has its own login, so that a session that should read public
// data only cannot become anybody else.
constexpr std::string_view kAdminRole = "agon_admin";    // superuser; creates the others and is used for nothing else
constexpr std::string_view kOwnerRole = "agon";          // owns the database, migrates it
constexpr std::string_view kAppRole = "agon_app";        // what the service does
constexpr std::string_view kPublicRole = "agon_public";  // what the service does for people it does not know
constexpr std::string_view kDatabase = "agon";

// The texts of postgresql.conf, pg_hba.conf and pg_ident.conf. `systemUsers` may connect as any of the roles, by who
// they are on this machine; nobody else may, and there are no passwords.
std::string serverConfiguration(const std::filesystem::path& socketDir);
std::string accessConfiguration();
std::string identityConfiguration(const std::vector<std::string>& systemUsers);

// Writes a file that its owner alone can read, in one step: the old text or the new one, never half of it.
void writeFile(const std::filesystem::path& path, const std::string& text, const SystemUser& owner);

// A new folder for `owner` alone.
void makePrivateFolder(const std::filesystem::path& path, const SystemUser& owner);

}  // namespace agon
