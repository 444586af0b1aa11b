#include "app/data_owner.hpp"

#include <fmt/format.h>
#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/cluster/user.hpp"
#include "platform/config/operator_error.hpp"

namespace agon::app {

void becomeDataOwner(const Settings& settings) {
    struct stat status{};
    if (geteuid() != 0 || !settings.embedded() || stat(settings.dataDir.c_str(), &status) != 0 || status.st_uid == 0)
        return;
    const auto owner = findUser(status.st_uid);
    if (owner && setgroups(owner->groups.size(), owner->groups.data()) == 0 && setgid(owner->gid) == 0 &&
        setuid(owner->uid) == 0)
        return;
    throw OperatorError{fmt::format("{} belongs to the user id {}, and agon cannot act as that user",
                                    settings.dataDir.string(), status.st_uid),
                        "Run agon as the user who owns it, or choose another folder with AGON_DATA_DIR."};
}

}  // namespace agon::app
