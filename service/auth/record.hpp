#pragma once

#include "audit/audit.hpp"
#include "auth/account_store.hpp"

namespace agon::auth {

inline audit::Entry aboutAccount(std::string act, std::string code) {
    audit::Entry entry;
    entry.act = std::move(act);
    entry.subjectKind = "account";
    entry.subject = std::move(code);
    return entry;
}

// Somebody who acts on the own account before there is a session that says so.
inline Actor ownerOf(const StaffAccount& account, std::string requestId) {
    return {.kind = Actor::Kind::Staff, .account = account.id, .role = {}, .requestId = std::move(requestId)};
}

}  // namespace agon::auth
