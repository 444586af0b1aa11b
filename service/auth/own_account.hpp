#pragma once

#include <optional>
#include <string>
#include <vector>

#include "auth/account_store.hpp"
#include "auth/caller.hpp"
#include "auth/context.hpp"
#include "auth/session_store.hpp"
#include "platform/http/entity_tag.hpp"

namespace agon::auth {

struct Me {
    StaffAccount account;
    std::vector<HeldGrant> grants;
};
Task<Result<Me>> getMe(AuthContextPtr context, Caller caller);

struct ProfileChange {
    std::optional<std::string> displayName;
    std::optional<Language> language;
};
Task<Result<Me>> changeProfile(AuthContextPtr context, Caller caller, ProfileChange change, http::SeenVersion seen,
                               std::string requestId);

// Ends every other session.
Task<Result<void>> changePassword(AuthContextPtr context, Caller caller, std::string current, std::string wanted,
                                  std::string requestId);

// Good for five minutes in the caller's session.
Task<Result<void>> givePasswordAgain(AuthContextPtr context, Caller caller, std::string password);

Task<Result<void>> endOwnSession(AuthContextPtr context, Caller caller, std::string sessionCode, std::string requestId);

// InvalidFields at `pointer` when the password is too short, too long or easy to guess.
Result<void> checkPassword(const AuthContext& context, std::string_view password, std::string_view displayName,
                           std::string_view email, std::string pointer);

}  // namespace agon::auth
