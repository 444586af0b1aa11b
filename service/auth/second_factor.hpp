#pragma once

#include <string>
#include <vector>

#include "auth/account_store.hpp"
#include "auth/caller.hpp"
#include "auth/context.hpp"

namespace agon::auth {

// Whether `code` is the second factor of a locked account: six digits of the authenticator, each set good once, or a
// recovery code. Uses it up.
Task<bool> showSecondFactor(Tx& tx, AuthContextPtr context, StaffAccount account, std::string code);

struct TotpStart {
    std::string secret;  // as a person types it
    std::string uri;     // as an authenticator reads it
};

// A secret that counts once a code of it has been shown. Conflict when a second factor is in force.
Task<Result<TotpStart>> startTotp(AuthContextPtr context, Caller caller);

// Answers the recovery codes, this once. The session counts as having shown its second factor.
Task<Result<std::vector<std::string>>> confirmTotp(AuthContextPtr context, Caller caller, std::string code,
                                                   std::string requestId);

// Needs the password again.
Task<Result<void>> removeTotp(AuthContextPtr context, Caller caller, std::string requestId);

}  // namespace agon::auth
