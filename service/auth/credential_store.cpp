#include "auth/credential_store.hpp"

#include <algorithm>
#include <map>

namespace agon::auth {
namespace {

constexpr Sql kSetTotp{"auth.set_totp", R"sql(
    update ops.account set totp_secret = $2, totp_confirmed_at = null, totp_last_step = 0 where id = $1
)sql"};
constexpr Sql kConfirmTotp{"auth.confirm_totp", R"sql(
    update ops.account
    set totp_confirmed_at = clock_timestamp(), totp_last_step = $2, version = version + 1
    where id = $1
)sql"};
constexpr Sql kClearTotp{"auth.clear_totp", R"sql(
    update ops.account
    set totp_secret = null, totp_confirmed_at = null, totp_last_step = 0, version = version + 1
    where id = $1
)sql"};
constexpr Sql kNoteStep{"auth.note_totp_step", "update ops.account set totp_last_step = $2 where id = $1"};
constexpr Sql kDropCodes{"auth.drop_recovery_codes", "delete from ops.recovery_code where account_id = $1"};
constexpr Sql kInsertCodes{"auth.insert_recovery_codes", R"sql(
    insert into ops.recovery_code (account_id, code_hash) select $1, unnest($2::bytea[])
)sql"};
constexpr Sql kUseCode{"auth.use_recovery_code", R"sql(
    update ops.recovery_code
    set used_at = clock_timestamp()
    where account_id = $1 and code_hash = $2 and used_at is null
)sql"};

constexpr Sql kRetireLinks{"auth.retire_links", R"sql(
    update ops.one_time_link
    set used_at = clock_timestamp()
    where account_id = $1 and purpose = $2 and used_at is null
)sql"};
constexpr Sql kInsertLink{"auth.insert_link", R"sql(
    insert into ops.one_time_link (account_id, purpose, nonce, token_hash, expires_at)
    values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))
    returning id, account_id, purpose, nonce, expires_at
)sql"};
constexpr Sql kFindLink{"auth.find_link", R"sql(
    select id, account_id, purpose, nonce, expires_at
    from ops.one_time_link
    where token_hash = $1 and used_at is null and expires_at > clock_timestamp()
)sql"};
constexpr Sql kLockLink{"auth.lock_link", R"sql(
    select id, account_id, purpose, nonce, expires_at
    from ops.one_time_link
    where token_hash = $1 and used_at is null and expires_at > clock_timestamp()
    for update
)sql"};
constexpr Sql kFindLinkById{"auth.find_link_by_id", R"sql(
    select id, account_id, purpose, nonce, expires_at
    from ops.one_time_link
    where id = $1 and used_at is null and expires_at > clock_timestamp()
)sql"};
constexpr Sql kUseLink{"auth.use_link", "update ops.one_time_link set used_at = clock_timestamp() where id = $1"};

constexpr Sql kInsertWish{"auth.insert_reset_wish", "insert into vault.reset_wish (email_folded) values ($1)"};
constexpr Sql kTakeWishes{"auth.take_reset_wishes", R"sql(
    delete from vault.reset_wish
    where id in (select id from vault.reset_wish order by id limit 100 for update skip locked)
    returning email_folded
)sql"};
constexpr Sql kKnownAmong{"auth.known_among", R"sql(
    select code from vault.account where email_folded = any($1) and state = 'active' order by id
)sql"};

// Every bucket has its row before any is locked, and they are locked in one order, so that two attempts at once wait
// for each other and never in a circle.
constexpr Sql kFillBuckets{"auth.fill_buckets", R"sql(
    insert into ops.throttle (bucket, tokens, at)
    select b, t, clock_timestamp() from unnest($1::bytea[], $2::float8[]) as fresh (b, t)
    order by b
    on conflict (bucket) do nothing
)sql"};
constexpr Sql kLockBuckets{"auth.lock_buckets", R"sql(
    select bucket, tokens, at, clock_timestamp() as now
    from ops.throttle
    where bucket = any($1)
    order by bucket
    for update
)sql"};
constexpr Sql kStoreBuckets{"auth.store_buckets", R"sql(
    update ops.throttle t
    set tokens = fresh.tokens, at = fresh.at
    from unnest($1::bytea[], $2::float8[], $3::timestamptz[]) as fresh (bucket, tokens, at)
    where t.bucket = fresh.bucket
)sql"};

constexpr Sql kFindKeys{"auth.find_signing_keys", R"sql(
    select kid, salt, signs_from, trusted_until
    from ops.signing_key
    where trusted_until > clock_timestamp() - interval '1 hour'
)sql"};
constexpr Sql kLockKeys{"auth.lock_signing_keys", R"sql(
    select pg_advisory_xact_lock(hashtextextended('auth.signing_key', 0)) is null as never
)sql"};
constexpr Sql kInsertKey{"auth.insert_signing_key", R"sql(
    insert into ops.signing_key (kid, salt, signs_from, trusted_until) values ($1, $2, $3, $4)
)sql"};
constexpr Sql kDeleteKeys{"auth.delete_signing_keys", R"sql(
    delete from ops.signing_key where trusted_until < clock_timestamp() - interval '1 day'
)sql"};

LinkRow linkOf(const Row& row) {
    return {.id = row.get<OneTimeLinkId>("id"),
            .account = row.get<AccountId>("account_id"),
            .purpose = linkPurposeNamed(row.get<std::string>("purpose")).value_or(LinkPurpose::Reset),
            .nonce = row.get<Bytes>("nonce"),
            .expiresAt = row.get<Instant>("expires_at")};
}

std::optional<LinkRow> onlyLinkOf(const Rows& rows) {
    if (rows.empty()) return std::nullopt;
    return linkOf(rows.front());
}

std::vector<SigningKeyRow> keysOf(const Rows& rows) {
    std::vector<SigningKeyRow> keys;
    keys.reserve(rows.size());
    for (const auto row : rows) {
        keys.push_back({row.get<std::string>("kid"), row.get<Bytes>("salt"), row.get<Instant>("signs_from"),
                        row.get<Instant>("trusted_until")});
    }
    return keys;
}

}  // namespace

Task<void> setTotpSecret(Tx& tx, AccountId id, Bytes sealed) {
    co_await tx.execute(kSetTotp, params(id, sealed));
}

Task<void> confirmTotp(Tx& tx, AccountId id, TotpStep step) {
    co_await tx.execute(kConfirmTotp, params(id, step));
}

Task<void> clearTotp(Tx& tx, AccountId id) {
    co_await tx.execute(kClearTotp, params(id));
    co_await tx.execute(kDropCodes, params(id));
}

Task<void> noteTotpStep(Tx& tx, AccountId id, TotpStep step) {
    co_await tx.execute(kNoteStep, params(id, step));
}

Task<void> replaceRecoveryCodes(Tx& tx, AccountId id, std::vector<Bytes> hashes) {
    co_await tx.execute(kDropCodes, params(id));
    co_await tx.execute(kInsertCodes, params(id, hashes));
}

Task<bool> useRecoveryCode(Tx& tx, AccountId id, Bytes hash) {
    const auto used = co_await tx.execute(kUseCode, params(id, hash));
    co_return used == 1;
}

Task<LinkRow> insertLink(Tx& tx, NewLink link) {
    co_await tx.execute(kRetireLinks, params(link.account, nameOf(link.purpose)));
    const auto lifetime = static_cast<double>(link.lifetime.count());
    const auto values = params(link.account, nameOf(link.purpose), link.nonce, link.tokenHash, lifetime);
    const auto rows = co_await tx.query(kInsertLink, values);
    co_return linkOf(rows.front());
}

Task<std::optional<LinkRow>> findLink(Db& db, Bytes tokenHash) {
    const auto rows = co_await db.query(kFindLink, params(tokenHash));
    co_return onlyLinkOf(rows);
}

Task<std::optional<LinkRow>> lockLink(Tx& tx, Bytes tokenHash) {
    const auto rows = co_await tx.query(kLockLink, params(tokenHash));
    co_return onlyLinkOf(rows);
}

Task<std::optional<LinkRow>> findLinkById(Db& db, OneTimeLinkId id) {
    const auto rows = co_await db.query(kFindLinkById, params(id));
    co_return onlyLinkOf(rows);
}

Task<void> useLink(Tx& tx, OneTimeLinkId id) {
    co_await tx.execute(kUseLink, params(id));
}

Task<void> insertResetWish(Tx& tx, std::string foldedEmail) {
    co_await tx.execute(kInsertWish, params(foldedEmail));
}

Task<TakenWishes> takeResetWishes(Tx& tx) {
    const auto wishes = co_await tx.query(kTakeWishes);
    TakenWishes taken;
    taken.taken = static_cast<std::int64_t>(wishes.size());
    if (wishes.empty()) co_return taken;
    std::vector<std::string> emails;
    emails.reserve(wishes.size());
    for (const auto wish : wishes) emails.push_back(wish.get<std::string>("email_folded"));
    const auto known = co_await tx.query(kKnownAmong, params(emails));
    for (const auto row : known) {
        auto account = co_await lockAccountByCode(tx, row.get<std::string>("code"));
        if (account) taken.known.push_back(std::move(*account));
    }
    co_return taken;
}

Task<std::optional<std::chrono::seconds>> countAttempt(Tx& tx, std::vector<Bucket> buckets) {
    std::ranges::sort(buckets, {}, &Bucket::name);
    std::vector<Bytes> names;
    std::vector<double> full;
    std::vector<BucketLimit> limits;
    for (const auto& bucket : buckets) {
        names.push_back(bucket.name);
        full.push_back(bucket.limit.burst);
        limits.push_back(bucket.limit);
    }
    co_await tx.execute(kFillBuckets, params(names, full));
    const auto rows = co_await tx.query(kLockBuckets, params(names));
    std::vector<std::optional<BucketState>> before;
    before.reserve(rows.size());
    for (const auto row : rows) before.emplace_back(BucketState{row.get<double>("tokens"), row.get<Instant>("at")});
    if (before.size() != limits.size()) co_return std::chrono::seconds{1};  // somebody swept it away: try again
    const auto attempts = attemptAll(before, limits, rows.front().get<Instant>("now"));
    if (attempts.waitFor) co_return attempts.waitFor;
    std::vector<double> tokens;
    std::vector<Instant> at;
    for (const auto& state : attempts.states) {
        tokens.push_back(state.tokens);
        at.push_back(state.at);
    }
    co_await tx.execute(kStoreBuckets, params(names, tokens, at));
    co_return std::nullopt;
}

Task<std::vector<SigningKeyRow>> findSigningKeys(Db& db) {
    const auto rows = co_await db.query(kFindKeys);
    co_return keysOf(rows);
}

Task<std::vector<SigningKeyRow>> lockSigningKeys(Tx& tx) {
    const auto locked = co_await tx.query(kLockKeys);
    const auto rows = co_await tx.query(kFindKeys);
    co_return keysOf(rows);
}

Task<void> insertSigningKey(Tx& tx, SigningKeyRow key) {
    co_await tx.execute(kInsertKey, params(key.kid, key.salt, key.signsFrom, key.trustedUntil));
}

Task<void> deleteOldSigningKeys(Tx& tx) {
    co_await tx.execute(kDeleteKeys);
}

}  // namespace agon::auth
