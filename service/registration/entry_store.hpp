#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platform/crypto/bytes.hpp"
#include "platform/db/db.hpp"
#include "privacy/vault.hpp"
#include "registration/model.hpp"

namespace agon::registration {

struct Entry {
    EntryId id;
    std::string code;
    std::int64_t championshipId = 0;
    std::string championship;
    Id<Heat> heatId;
    std::string heat;
    privacy::PersonId person;
    std::int32_t number = 0;
    Instant receivedAt;
    std::string channel;
    std::int32_t terms = 0;
    Place place = Place::Waiting;
    std::optional<std::int64_t> reserve;
    std::string confirmation;
    std::vector<std::string> tasks;
    std::optional<std::string> endReason;
    crypto::Bytes receipt;
    crypto::Bytes secretHash;
    std::int32_t version = 1;
};

Task<std::optional<Entry>> findEntry(Db& db, std::string code);
// Locks its heat, and the other one if a move wants it, then the entry: in that order, as everywhere.
Task<std::optional<Entry>> lockEntry(Tx& tx, std::string code, std::optional<Id<Heat>> other = {});

struct EntryFilter {
    std::int64_t championship = 0;
    std::optional<std::string> heat;
    std::optional<std::string> place;
    bool withTasks = false;
    std::int64_t afterHeat = 0;
    std::int32_t afterNumber = 0;
    std::int32_t limit = 50;
};
Task<std::vector<Entry>> listEntries(Db& db, EntryFilter filter);
Task<std::vector<Entry>> entriesOf(Db& db, std::vector<std::int64_t> persons);

// False when it had ended already. The place goes to the next in order.
Task<bool> endEntry(Tx& tx, EntryId entry, EndReason reason, std::optional<AccountId> account);
// False unless it waits.
Task<bool> giveExtraPlace(Tx& tx, EntryId entry, AccountId account);

Task<void> setTasks(Tx& tx, EntryId entry, std::vector<std::string> tasks);
Task<void> setSecret(Tx& tx, EntryId entry, crypto::Bytes hash);
// Raises the entry's version, and says what happened without any value.
Task<void> noteEvent(Tx& tx, EntryId entry, std::string what, std::string cause, std::optional<AccountId> account);

struct EntryEvent {
    Instant at;
    std::string what;
    std::string cause;
    std::optional<std::int32_t> placeNo;
    std::optional<std::string> by;  // the account's code
};
Task<std::vector<EntryEvent>> historyOf(Db& db, EntryId entry);
// What was declared and not taken back.
Task<std::vector<std::string>> declarationsOf(Db& db, EntryId entry);
Task<std::vector<std::string>> declarationsOf(Tx& tx, EntryId entry);

struct LedgerLine {
    std::int32_t number = 0;
    std::string code;
    Instant receivedAt;
    crypto::Bytes hash;
};
Task<std::vector<LedgerLine>> ledgerOf(Db& db, Id<Heat> heat, std::int32_t after, std::int32_t limit);

// One-time links and wishes for them.
Task<void> addRecoveryWish(Tx& tx, std::string championship, std::string foldedEmail);
struct RecoveryWish {
    std::optional<EntryId> entry;
    std::optional<privacy::PersonId> person;
};
// Takes the waiting wishes away and says whom they mean.
Task<std::vector<RecoveryWish>> takeRecoveryWishes(Tx& tx);
Task<std::int64_t> addLink(Tx& tx, EntryId entry, crypto::Bytes nonce, crypto::Bytes tokenHash);
// Nothing once it has been used or has run out.
Task<std::optional<crypto::Bytes>> nonceOfLink(Db& db, std::int64_t link);
// Uses it up; the code of its entry.
Task<std::optional<std::string>> useLink(Tx& tx, crypto::Bytes tokenHash);
Task<std::optional<std::string>> codeOfEntry(Db& db, std::int64_t entry);

}  // namespace agon::registration
