#pragma once

#include <optional>
#include <string>

#include "auth/account_store.hpp"
#include "auth/caller.hpp"
#include "auth/context.hpp"
#include "platform/http/entity_tag.hpp"
#include "platform/http/idempotency.hpp"

namespace agon::auth {

using Claim = std::optional<http::idempotency::Claim>;

struct StaffMember {
    StaffAccount account;
    std::vector<HeldGrant> grants;
};

Task<std::vector<StaffMember>> listStaff(AuthContextPtr context, AccountPage page);
Task<Result<StaffMember>> getStaff(AuthContextPtr context, std::string code);

struct Invitation {
    std::string email;
    std::string displayName;
    Organiser organiser;
    Language language;
};
// Answers the new account's code. EmailTaken when somebody has the address.
Task<Result<std::string>> invite(AuthContextPtr context, Caller caller, Invitation invitation, Claim claim,
                                 std::string requestId);
// A new link for somebody who has not come in yet. Conflict for anybody else.
Task<Result<void>> inviteAgain(AuthContextPtr context, Caller caller, std::string code, Claim claim,
                               std::string requestId);

// Disabling ends every session at once. Enabling somebody who had never come in leaves them invited. LastDirector when
// nobody would be left. Needs the password again.
Task<Result<StaffMember>> changeState(AuthContextPtr context, Caller caller, std::string code, AccountState state,
                                      http::SeenVersion seen, std::string requestId);

struct WantedGrant {
    Role role;
    std::optional<std::string> championship;
    std::optional<std::string> heat;
};
// Answers the grant's code. Needs the password again.
Task<Result<std::string>> grantRole(AuthContextPtr context, Caller caller, std::string code, WantedGrant wanted,
                                    Claim claim, std::string requestId);
// LastDirector when nobody would be left. Needs the password again.
Task<Result<void>> revokeRole(AuthContextPtr context, Caller caller, std::string code, std::string grant,
                              http::SeenVersion seen, std::string requestId);

}  // namespace agon::auth
