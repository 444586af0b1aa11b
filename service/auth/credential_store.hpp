#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "auth/account_store.hpp"
#include "auth/key_ring.hpp"
#include "auth/one_time_link.hpp"
#include "auth/throttle.hpp"
#include "auth/totp.hpp"
#include "platform/db/db.hpp"

namespace agon::auth {

// Second factor.
Task<void> setTotpSecret(Tx& tx, AccountId id, Bytes sealed);  // not yet counting
Task<void> confirmTotp(Tx& tx, AccountId id, TotpStep step);
Task<void> clearTotp(Tx& tx, AccountId id);
Task<void> noteTotpStep(Tx& tx, AccountId id, TotpStep step);
Task<void> replaceRecoveryCodes(Tx& tx, AccountId id, std::vector<Bytes> hashes);
// True once per code.
Task<bool> useRecoveryCode(Tx& tx, AccountId id, Bytes hash);

// One-time links.
struct LinkRow {
    OneTimeLinkId id;
    AccountId account;
    LinkPurpose purpose;
    Bytes nonce;
    Instant expiresAt;
};
struct NewLink {
    AccountId account;
    LinkPurpose purpose;
    Bytes nonce;
    Bytes tokenHash;
    std::chrono::seconds lifetime;
};
// Links of the same purpose that the account has got before stop working.
Task<LinkRow> insertLink(Tx& tx, NewLink link);
// Nothing when it was used, ran out or never was.
Task<std::optional<LinkRow>> findLink(Db& db, Bytes tokenHash);
Task<std::optional<LinkRow>> lockLink(Tx& tx, Bytes tokenHash);
Task<std::optional<LinkRow>> findLinkById(Db& db, OneTimeLinkId id);
Task<void> useLink(Tx& tx, OneTimeLinkId id);

// Wishes for a new password, of people we know and of others.
Task<void> insertResetWish(Tx& tx, std::string foldedEmail);
// Takes a few; answers the active accounts among them.
struct TakenWishes {
    std::int64_t taken = 0;
    std::vector<StaffAccount> known;
};
Task<TakenWishes> takeResetWishes(Tx& tx);

// One attempt against several buckets: it counts in all or, when one refuses, in none and is told how long to wait.
struct Bucket {
    Bytes name;
    BucketLimit limit;
};
Task<std::optional<std::chrono::seconds>> countAttempt(Tx& tx, std::vector<Bucket> buckets);

// Signing keys.
Task<std::vector<SigningKeyRow>> findSigningKeys(Db& db);
Task<std::vector<SigningKeyRow>> lockSigningKeys(Tx& tx);
Task<void> insertSigningKey(Tx& tx, SigningKeyRow key);
Task<void> deleteOldSigningKeys(Tx& tx);

}  // namespace agon::auth
