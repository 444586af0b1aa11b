#pragma once

#include <optional>
#include <string>

#include "platform/cluster/process.hpp"

namespace agon {

std::optional<SystemUser> findUser(uid_t uid);
std::optional<SystemUser> findUser(const std::string& name);

// Whom the server processes belong to on a machine where agon runs as root: postgres, else agon, which is created when
// it is not there. Throws OperatorError when that cannot be done.
SystemUser systemUserForCluster();

}  // namespace agon
