#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "auth/account_store.hpp"
#include "auth/caller.hpp"
#include "auth/refresh_token.hpp"
#include "platform/db/db.hpp"

namespace agon::auth {

// A session ends by itself this long after it began, and this long after it was last refreshed.
inline constexpr std::chrono::hours kSessionLifetime{14 * 24};
inline constexpr std::chrono::hours kSessionIdle{3 * 24};
// How long a password that was given again counts.
inline constexpr std::chrono::minutes kPasswordIsFresh{5};

struct NewSession {
    AccountId account;
    std::string code;
    Bytes nonce;
    bool secondFactor;
    std::string userAgent;
    std::string network;
};

struct OpenSession {
    SessionId id;
    std::string code;
    AccountId account;
    RefreshState refresh;
    Instant now;
};

struct ListedSession {
    std::string code;
    Instant createdAt;
    Instant lastUsedAt;
    std::string userAgent;
    std::string network;
};

enum class SessionEnd : std::uint8_t { SignOut, Ended, Reuse, Password, Disabled };

Task<SessionId> insertSession(Tx& tx, NewSession session);
// Nothing when it has ended or run out.
Task<std::optional<OpenSession>> findSession(Tx& tx, std::string code);
// The same, locked. Whoever needs its account locked too locks that first, as everything that ends sessions does.
Task<std::optional<OpenSession>> lockSession(Tx& tx, std::string code);
Task<void> rotateSession(Tx& tx, SessionId id);
Task<void> endSession(Tx& tx, SessionId id, SessionEnd why);
// All of an account, except one where given; answers how many.
Task<std::int64_t> endSessions(Tx& tx, AccountId account, SessionEnd why, std::optional<SessionId> except);
Task<std::vector<ListedSession>> listSessions(Db& db, AccountId account);
Task<void> noteSecondFactor(Tx& tx, SessionId id);
// In every session of the account.
Task<void> forgetSecondFactor(Tx& tx, AccountId account);
Task<void> notePassword(Tx& tx, SessionId id);

// Who is behind a verified token now. Nothing when the session or the account is out, or the token older than the
// account's last change of password. `rehearsal`: nothing real depends on this whole service.
Task<std::optional<Caller>> findCaller(Db& db, std::string sessionCode, std::string accountCode,
                                       std::int32_t securityVersion, bool rehearsal);

// What an open session stands on: whoever's is another than it was has to ask anew what they may do.
struct Standing {
    std::string sessionCode;
    bool showedSecondFactor;
    std::vector<GrantId> grants;  // in order

    bool operator==(const Standing&) const = default;
};
Standing standingOf(const Caller& caller);
// Of those that are still open.
Task<std::vector<Standing>> findStanding(Db& db, std::vector<std::string> sessionCodes);

// Removes sessions and links that ended long ago, a bounded number at a time.
Task<void> purgeOldSessions(Tx& tx);

}  // namespace agon::auth
