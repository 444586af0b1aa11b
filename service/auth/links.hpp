#pragma once

#include "auth/context.hpp"
#include "auth/credential_store.hpp"
#include "outbox/lookups.hpp"

namespace agon::auth {

inline constexpr std::chrono::hours kInvitationLifetime{72};
inline constexpr std::chrono::minutes kResetLifetime{60};

// A new one-time link whose token is known to the caller alone; earlier ones of the purpose stop working.
struct MadeLink {
    LinkRow row;
    std::string token;
};
Task<MadeLink> makeLink(Tx& tx, AuthContextPtr context, AccountId account, LinkPurpose purpose);

// The same, sent by mail.
Task<void> sendLink(Tx& tx, AuthContextPtr context, AccountId account, LinkPurpose purpose);

// What the outbox asks about members of the staff.
outbox::Lookups staffLookups(const AuthContextPtr& context);

}  // namespace agon::auth
