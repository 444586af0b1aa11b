#include "platform/cluster/configuration.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "platform/config/operator_error.hpp"

namespace agon {
namespace {

std::string inQuotes(std::string_view text, char quote) {
    std::string result{quote};
    for (const char c : text) {
        if (c == quote) result += quote;
        result += c;
    }
    return result + quote;
}

constexpr auto kServer = R"conf(# Written by agon at each start. Your own settings go into local.conf, in this folder.

# Nobody from outside: a private unix socket, and no network.
listen_addresses = ''
unix_socket_directories = {socket}
unix_socket_permissions = 0700
port = {port}
max_connections = 200

# What was acknowledged is on the disk.
fsync = on
synchronous_commit = on
full_page_writes = on
data_sync_retry = off

# A small part of a small machine.
shared_buffers = 128MB
work_mem = 8MB
maintenance_work_mem = 64MB
effective_cache_size = 512MB
max_wal_size = 1GB
jit = off

# The same on every machine.
timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
datestyle = 'iso, ymd'

# One file for each day of the week, each written over after seven days.
logging_collector = on
log_directory = 'log'
log_filename = 'postgresql-%a.log'
log_file_mode = 0600
log_rotation_age = 1d
log_rotation_size = 0
log_truncate_on_rotation = on
log_line_prefix = '%m [%p] %u '
log_checkpoints = on
log_lock_waits = on
log_autovacuum_min_duration = 10s

# People's data stays out of the log: no statements, no parameters, and no DETAIL, which quotes rows.
log_error_verbosity = terse
log_min_error_statement = panic
log_statement = 'none'
log_min_duration_statement = -1
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0

include_if_exists = 'local.conf'
)conf";

}  // namespace

std::string serverConfiguration(const std::filesystem::path& socketDir) {
    // A comma would separate two folders, so the path stands in double quotes inside the single ones.
    const auto socket = inQuotes(inQuotes(socketDir.string(), '"'), '\'');
    return fmt::format(kServer, fmt::arg("socket", socket), fmt::arg("port", kClusterPort));
}

std::string accessConfiguration() {
    return "# Written by agon at each start.\n"
           "# type  database  user  method\n"
           "local   all       all   peer map=agon\n";
}

std::string identityConfiguration(const std::vector<std::string>& systemUsers) {
    std::string text = "# Written by agon at each start.\n# map  system user  role\n";
    for (const auto& user : std::set<std::string>{systemUsers.begin(), systemUsers.end()}) {
        for (const auto role : {kAdminRole, kOwnerRole, kAppRole, kPublicRole}) {
            text += fmt::format("agon {} {}\n", inQuotes(user, '"'), role);
        }
    }
    return text;
}

void writeFile(const std::filesystem::path& path, const std::string& text, const SystemUser& owner) {
    const auto draft = path.string() + ".new";
    unlink(draft.c_str());
    const int file = open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool written = file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    written = written && (owner.uid == geteuid() || fchown(file, owner.uid, owner.gid) == 0);
    written = written && fsync(file) == 0 && rename(draft.c_str(), path.c_str()) == 0;
    const int error = errno;
    if (file >= 0) close(file);
    if (written) return;
    unlink(draft.c_str());
    throw OperatorError{fmt::format("{} cannot be written: {}", path.string(), std::strerror(error)),
                        error == ENOSPC ? "Free some space on that disk."
                                        : "Check who owns that folder and whether its disk is writable."};
}

void makePrivateFolder(const std::filesystem::path& path, const SystemUser& owner) {
    const bool made =
        mkdir(path.c_str(), 0700) == 0 && (owner.uid == geteuid() || lchown(path.c_str(), owner.uid, owner.gid) == 0);
    if (made) return;
    throw OperatorError{fmt::format("the folder {} cannot be made: {}", path.string(), std::strerror(errno)),
                        "Check who owns the folder above it and whether its disk is writable."};
}

}  // namespace agon
