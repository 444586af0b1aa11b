#pragma once

#include <optional>
#include <string>

#include "auth/context.hpp"
#include "auth/sign_in.hpp"

namespace agon::auth {

// What whoever holds a one-time link may do. LinkInvalid for one that was used, ran out or never was. All of it is
// limited per network.

struct InvitationShown {
    std::optional<std::string> email;
    std::string displayName;
    Language language;
};
Task<Result<InvitationShown>> lookUpInvitation(AuthContextPtr context, std::string token, Origin origin);

struct Acceptance {
    std::string token;
    std::string displayName;
    Language language;
    std::string password;
    std::optional<std::string> email;  // exactly for an account that has none yet
};
// The account is active, and signed in on this device.
Task<Result<SignedIn>> acceptInvitation(AuthContextPtr context, Acceptance acceptance, Origin origin);

// The same for everybody: the wish is noted, and answered by mail if the address is known.
Task<Result<void>> askForReset(AuthContextPtr context, std::string email, Origin origin);

// Ends every session of the account. Answers the mark of a known device: whoever reads the account's mail is no
// stranger, so that a stranger's guesses do not keep the owner out on a new device either.
Task<Result<std::string>> completeReset(AuthContextPtr context, std::string token, std::string password, Origin origin);

}  // namespace agon::auth
