#pragma once

#include <string>

#include "support/http_client.hpp"
#include "support/test_database.hpp"

namespace agon::test {

inline constexpr auto kRoleHolderPassword = "correct horse battery staple";

struct RoleHolder {
    long long id = 0;
    std::string code;
    std::string email;
};

// An active account with kRoleHolderPassword that holds the role everywhere, written straight into the database.
RoleHolder addRoleHolder(const TestDatabase& database, const std::string& role);

// Signs in by password alone, so not for roles that sleep until a second factor is shown. The headers that make a
// request theirs.
Headers signInAs(HttpClient& http, const RoleHolder& member);

}  // namespace agon::test
