#pragma once

#include <optional>
#include <string>
#include <vector>

#include "auth/rights.hpp"

namespace agon::auth {

// Whoever is signed in, as of this request: read from the database after the token was verified, so that an ended
// session, a changed password or a role taken away counts at once, on every instance.
struct Caller {
    AccountId account;
    std::string accountCode;
    SessionId session;
    std::string sessionCode;
    std::vector<Grant> granted;
    std::vector<Grant> awake;  // what counts now: without roles that wait for a second factor
    bool showedSecondFactor = false;
    bool gavePasswordLately = false;  // in this session, within the last five minutes

    // Forbidden, naming the right, unless it is held there.
    Result<void> must(Right right, const Scope& scope = {}) const;

    // ReauthenticationRequired unless the password was given again lately. For roles and erasures.
    Result<void> mustHaveGivenPasswordLately() const;

    // The caller as the record of acts names it: with the role that gave the right.
    Actor actor(Right right, const std::string& requestId, const Scope& scope = {}) const;
    // For what everybody may do with the own account.
    Actor actor(const std::string& requestId) const;
};

}  // namespace agon::auth
