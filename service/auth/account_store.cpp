#include "auth/account_store.hpp"

#include <utility>

#include "auth/folding.hpp"
#include "auth/rights.hpp"

namespace agon::auth {
namespace {

constexpr Sql kFindByEmail{"auth.find_account_by_email", "select * from vault.account where email_folded = $1"};
constexpr Sql kFindByCode{"auth.find_account_by_code", "select * from vault.account where code = $1"};
constexpr Sql kFindById{"auth.find_account", "select * from vault.account where id = $1"};
constexpr Sql kLockByCode{"auth.lock_account_by_code", "select id from ops.account where code = $1 for update"};
constexpr Sql kLockById{"auth.lock_account", "select id from ops.account where id = $1 for update"};

constexpr Sql kList{"auth.list_accounts", R"sql(
    select *
    from vault.account
    where $1::text is null or (display_name, id) > ($1, $2)
    order by display_name, id
    limit $3
)sql"};

constexpr Sql kInsertAccount{"auth.insert_account", R"sql(
    insert into ops.account (code, organiser, language) values ($1, $2, $3) returning id
)sql"};
constexpr Sql kInsertStaff{"auth.insert_staff", R"sql(
    insert into vault.staff (account_id, email, email_folded, display_name) values ($1, $2, $3, $4)
)sql"};
constexpr Sql kSetEmail{"auth.set_email", R"sql(
    update vault.staff set email = $2, email_folded = $3 where account_id = $1
)sql"};
constexpr Sql kSetName{"auth.set_name", "update vault.staff set display_name = $2 where account_id = $1"};
constexpr Sql kSetLanguage{"auth.set_language", R"sql(
    update ops.account set language = $2, version = version + 1 where id = $1
)sql"};
constexpr Sql kSetPassword{"auth.set_password", R"sql(
    update ops.account
    set password_hash = $2, state = 'active', security_version = security_version + 1, version = version + 1
    where id = $1
)sql"};
constexpr Sql kReplaceHash{"auth.replace_hash", "update ops.account set password_hash = $2 where id = $1"};
constexpr Sql kSetState{"auth.set_state", R"sql(
    update ops.account set state = $2, security_version = security_version + 1, version = version + 1 where id = $1
)sql"};
constexpr Sql kNoteSignIn{"auth.note_sign_in",
                          "update ops.account set last_sign_in_at = clock_timestamp() where id = $1"};
constexpr Sql kTouch{"auth.touch_account", "update ops.account set version = version + 1 where id = $1"};

constexpr Sql kFindGrants{"auth.find_grants", R"sql(
    select * from ops.held_grant where account_id = any($1) order by account_id, id
)sql"};
constexpr Sql kFindPlace{"auth.find_place", R"sql(
    select c.id as championship_id, h.id as heat_id
    from core.championship c
    left join core.heat h on h.championship_id = c.id and h.code = $2
    where c.slug = $1 and ($2::text is null or h.id is not null)
)sql"};
constexpr Sql kInsertGrant{"auth.insert_grant", R"sql(
    insert into ops.role_grant (account_id, code, role, championship_id, heat_id) values ($1, $2, $3, $4, $5)
)sql"};
constexpr Sql kDeleteGrant{"auth.delete_grant", "delete from ops.role_grant where id = $1"};
constexpr Sql kLockDirectors{"auth.lock_directors", R"sql(
    select pg_advisory_xact_lock(hashtextextended('auth.directors', 0)) is null as never
)sql"};
constexpr Sql kCountDirectors{"auth.count_directors", R"sql(
    select count(distinct a.id) as directors
    from ops.account a
    join ops.role_grant g on g.account_id = a.id
    where a.state = 'active' and g.role = 'director' and g.championship_id is null
)sql"};

StaffAccount accountOf(const Row& row) {
    return {.id = row.get<AccountId>("id"),
            .code = row.get<std::string>("code"),
            .organiser = organiserNamed(row.get<std::string>("organiser")),
            .language = languageNamed(row.get<std::string>("language")),
            .state = accountStateNamed(row.get<std::string>("state")),
            .passwordHash = row.get<std::optional<std::string>>("password_hash"),
            .securityVersion = row.get<std::int32_t>("security_version"),
            .totpSecret = row.get<std::optional<Bytes>>("totp_secret"),
            .totpEnabled = row.get<bool>("totp_enabled"),
            .totpLastStep = row.get<std::int64_t>("totp_last_step"),
            .lastSignInAt = row.get<std::optional<Instant>>("last_sign_in_at"),
            .version = row.get<std::int32_t>("version"),
            .email = row.get<std::optional<std::string>>("email"),
            .displayName = row.get<std::string>("display_name")};
}

std::optional<StaffAccount> onlyAccountOf(const Rows& rows) {
    if (rows.empty()) return std::nullopt;
    return accountOf(rows.front());
}

std::vector<HeldGrant> grantsOf(const Rows& rows) {
    std::vector<HeldGrant> grants;
    grants.reserve(rows.size());
    for (const auto row : rows) {
        const Grant grant{.id = row.get<GrantId>("id"),
                          .role = roleNamed(row.get<std::string>("role")).value_or(Role::VenueHost),
                          .championship = row.get<std::optional<Id<Championship>>>("championship_id"),
                          .heat = row.get<std::optional<Id<Heat>>>("heat_id"),
                          .isRehearsal = row.get<bool>("is_rehearsal")};
        grants.push_back({grant, row.get<AccountId>("account_id"), row.get<std::string>("code"),
                          row.get<std::optional<std::string>>("championship"),
                          row.get<std::optional<std::string>>("heat")});
    }
    return grants;
}

}  // namespace

std::string_view nameOf(AccountState state) {
    switch (state) {
        case AccountState::Invited:
            return "invited";
        case AccountState::Active:
            return "active";
        case AccountState::Disabled:
            return "disabled";
    }
    std::unreachable();
}

std::string_view nameOf(Organiser organiser) {
    return organiser == Organiser::Organising ? "organising" : "hosting";
}

std::string_view nameOf(Language language) {
    return language == Language::Greek ? "el" : "en";
}

AccountState accountStateNamed(std::string_view name) {
    if (name == "active") return AccountState::Active;
    return name == "invited" ? AccountState::Invited : AccountState::Disabled;
}

Organiser organiserNamed(std::string_view name) {
    return name == "organising" ? Organiser::Organising : Organiser::Hosting;
}

Language languageNamed(std::string_view name) {
    return name == "el" ? Language::Greek : Language::English;
}

Task<std::optional<StaffAccount>> findAccountByEmail(Db& db, std::string foldedEmail) {
    const auto rows = co_await db.query(kFindByEmail, params(foldedEmail));
    co_return onlyAccountOf(rows);
}

Task<std::optional<StaffAccount>> findAccountByCode(Db& db, std::string code) {
    const auto rows = co_await db.query(kFindByCode, params(code));
    co_return onlyAccountOf(rows);
}

Task<std::optional<StaffAccount>> findAccount(Db& db, AccountId id) {
    const auto rows = co_await db.query(kFindById, params(id));
    co_return onlyAccountOf(rows);
}

Task<std::optional<StaffAccount>> lockAccountByCode(Tx& tx, std::string code) {
    const auto locked = co_await tx.query(kLockByCode, params(code));
    if (locked.empty()) co_return std::nullopt;
    const auto rows = co_await tx.query(kFindById, params(locked.front().get<AccountId>("id")));
    co_return onlyAccountOf(rows);
}

Task<std::optional<StaffAccount>> lockAccount(Tx& tx, AccountId id) {
    const auto locked = co_await tx.query(kLockById, params(id));
    if (locked.empty()) co_return std::nullopt;
    const auto rows = co_await tx.query(kFindById, params(id));
    co_return onlyAccountOf(rows);
}

Task<std::vector<StaffAccount>> listAccounts(Db& db, AccountPage page) {
    const auto rows = co_await db.query(kList, params(page.afterName, page.afterId, page.limit));
    std::vector<StaffAccount> accounts;
    accounts.reserve(rows.size());
    for (const auto row : rows) accounts.push_back(accountOf(row));
    co_return accounts;
}

Task<AccountId> insertAccount(Tx& tx, NewAccount account) {
    const auto values = params(account.code, nameOf(account.organiser), nameOf(account.language));
    const auto rows = co_await tx.query(kInsertAccount, values);
    const auto id = rows.front().get<AccountId>("id");
    std::optional<std::string> foldedEmail;
    if (account.email) foldedEmail = folded(*account.email);
    co_await tx.execute(kInsertStaff, params(id, account.email, foldedEmail, account.displayName));
    co_return id;
}

Task<void> setEmail(Tx& tx, AccountId id, std::string email) {
    co_await tx.execute(kSetEmail, params(id, email, folded(email)));
}

Task<void> setProfile(Tx& tx, AccountId id, std::string displayName, Language language) {
    co_await tx.execute(kSetName, params(id, displayName));
    co_await tx.execute(kSetLanguage, params(id, nameOf(language)));
}

Task<void> setPassword(Tx& tx, AccountId id, std::string hash) {
    co_await tx.execute(kSetPassword, params(id, hash));
}

Task<void> replaceHash(Tx& tx, AccountId id, std::string hash) {
    co_await tx.execute(kReplaceHash, params(id, hash));
}

Task<void> setState(Tx& tx, AccountId id, AccountState state) {
    co_await tx.execute(kSetState, params(id, nameOf(state)));
}

Task<void> noteSignIn(Tx& tx, AccountId id) {
    co_await tx.execute(kNoteSignIn, params(id));
}

Task<void> touchVersion(Tx& tx, AccountId id) {
    co_await tx.execute(kTouch, params(id));
}

Task<std::vector<HeldGrant>> findGrants(Db& db, std::vector<std::int64_t> accounts) {
    const auto rows = co_await db.query(kFindGrants, params(accounts));
    co_return grantsOf(rows);
}

Task<std::vector<HeldGrant>> findGrants(Tx& tx, AccountId account) {
    const std::vector<std::int64_t> accounts{account.value};
    const auto rows = co_await tx.query(kFindGrants, params(accounts));
    co_return grantsOf(rows);
}

Task<std::optional<GrantPlace>> findPlace(Tx& tx, std::optional<std::string> championship,
                                          std::optional<std::string> heat) {
    if (!championship) co_return heat ? std::nullopt : std::optional{GrantPlace{}};
    const auto rows = co_await tx.query(kFindPlace, params(championship, heat));
    if (rows.empty()) co_return std::nullopt;
    co_return GrantPlace{rows.front().get<std::optional<Id<Championship>>>("championship_id"),
                         rows.front().get<std::optional<Id<Heat>>>("heat_id")};
}

Task<void> insertGrant(Tx& tx, AccountId account, std::string code, Role role, GrantPlace place) {
    co_await tx.execute(kInsertGrant, params(account, code, nameOf(role), place.championship, place.heat));
}

Task<void> deleteGrant(Tx& tx, GrantId id) {
    co_await tx.execute(kDeleteGrant, params(id));
}

Task<std::int64_t> countDirectors(Tx& tx) {
    const auto locked = co_await tx.query(kLockDirectors);
    const auto rows = co_await tx.query(kCountDirectors);
    co_return rows.front().get<std::int64_t>("directors");
}

}  // namespace agon::auth
