#pragma once

#include <optional>
#include <string>
#include <vector>

#include "auth/bytes.hpp"
#include "auth/model.hpp"
#include "platform/async/task.hpp"
#include "platform/db/db.hpp"
#include "platform/problem/problem.hpp"

namespace agon::auth {

enum class AccountState : std::uint8_t { Invited, Active, Disabled };

std::string_view nameOf(AccountState state);
std::string_view nameOf(Organiser organiser);
std::string_view nameOf(Language language);
AccountState accountStateNamed(std::string_view name);
Organiser organiserNamed(std::string_view name);
Language languageNamed(std::string_view name);

// An account with its name and address. Goes to its owner and to who may read accounts; never into a log or the record.
struct StaffAccount {
    AccountId id;
    std::string code;
    Organiser organiser = Organiser::Organising;
    Language language = Language::Greek;
    AccountState state = AccountState::Invited;
    std::optional<std::string> passwordHash;
    std::int32_t securityVersion = 1;
    std::optional<Bytes> totpSecret;  // sealed
    bool totpEnabled = false;
    std::int64_t totpLastStep = 0;
    std::optional<Instant> lastSignInAt;
    std::int32_t version = 1;
    std::optional<std::string> email;
    std::string displayName;
};

// A grant with the names of where it holds.
struct HeldGrant {
    Grant grant;
    AccountId account;
    std::string code;
    std::optional<std::string> championship;
    std::optional<std::string> heat;
};

struct NewAccount {
    std::string code;
    Organiser organiser;
    Language language;
    std::optional<std::string> email;
    std::string displayName;
};

Task<std::optional<StaffAccount>> findAccountByEmail(Db& db, std::string foldedEmail);
Task<std::optional<StaffAccount>> findAccountByCode(Db& db, std::string code);
Task<std::optional<StaffAccount>> findAccount(Db& db, AccountId id);
// Locked until the transaction ends, and read after that.
Task<std::optional<StaffAccount>> lockAccountByCode(Tx& tx, std::string code);
Task<std::optional<StaffAccount>> lockAccount(Tx& tx, AccountId id);

struct AccountPage {
    std::int64_t limit;
    std::optional<std::string> afterName;  // with afterId: the last account of the page before
    std::optional<std::int64_t> afterId;
};
Task<std::vector<StaffAccount>> listAccounts(Db& db, AccountPage page);

Task<AccountId> insertAccount(Tx& tx, NewAccount account);
Task<void> setEmail(Tx& tx, AccountId id, std::string email);
Task<void> setProfile(Tx& tx, AccountId id, std::string displayName, Language language);
// Also makes the account active and ends what stood on the old password: tokens by the version that goes up.
Task<void> setPassword(Tx& tx, AccountId id, std::string hash);
Task<void> replaceHash(Tx& tx, AccountId id, std::string hash);
Task<void> setState(Tx& tx, AccountId id, AccountState state);
Task<void> noteSignIn(Tx& tx, AccountId id);
Task<void> touchVersion(Tx& tx, AccountId id);

Task<std::vector<HeldGrant>> findGrants(Db& db, std::vector<std::int64_t> accounts);
Task<std::vector<HeldGrant>> findGrants(Tx& tx, AccountId account);

struct GrantPlace {
    std::optional<Id<Championship>> championship;
    std::optional<Id<Heat>> heat;
};
// Where a grant is to hold, by slug and code; nothing when there is no such place.
Task<std::optional<GrantPlace>> findPlace(Tx& tx, std::optional<std::string> championship,
                                          std::optional<std::string> heat);
Task<void> insertGrant(Tx& tx, AccountId account, std::string code, Role role, GrantPlace place);
Task<void> deleteGrant(Tx& tx, GrantId id);

// How many active accounts hold the director's role everywhere. Holds off others who count and change them.
Task<std::int64_t> countDirectors(Tx& tx);

}  // namespace agon::auth
