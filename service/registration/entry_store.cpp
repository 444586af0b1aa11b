#include "registration/entry_store.hpp"

#include "championships/words.hpp"

namespace agon::registration {
namespace {

// In one piece for every statement: who waits stands behind those with a lower number who do, which are all lower
// numbers but the few that hold a place or have ended.
#define AGON_ENTRY_COLUMNS                                                                                          \
    "select e.id, e.code, e.championship_id, c.slug, e.heat_id, h.code as heat, e.person_id, e.number,"             \
    " e.received_at, e.channel, e.terms_number, e.place, e.confirmation, e.tasks, e.end_reason, e.receipt_hash,"    \
    " e.secret_hash, e.version,"                                                                                    \
    " case when e.place = 'waiting' then e.number - (select count(*) from core.entry o where o.heat_id = e.heat_id" \
    " and o.place <> 'waiting' and o.number < e.number) end as reserve"                                             \
    " from core.entry e join core.heat h on h.id = e.heat_id"                                                       \
    " join core.championship c on c.id = e.championship_id "

constexpr Sql kFind{"entry.find", AGON_ENTRY_COLUMNS "where e.code = $1"};
constexpr Sql kOfPersons{"entry.of_persons", AGON_ENTRY_COLUMNS "where e.person_id = any($1)"};
constexpr Sql kList{"entry.list", AGON_ENTRY_COLUMNS R"sql(
    where e.championship_id = $1 and ($2::text is null or h.code = $2) and ($3::text is null or e.place = $3)
          and (not $4 or e.tasks <> '{}') and (e.heat_id, e.number) > ($5, $6)
    order by e.heat_id, e.number
    limit $7
)sql"};
#undef AGON_ENTRY_COLUMNS

constexpr Sql kHeatOf{"entry.heat_of", "select heat_id from core.entry where code = $1"};
constexpr Sql kLockHeats{"entry.lock_heats", R"sql(
    select id from core.heat where id = any($1) order by id for no key update
)sql"};
constexpr Sql kLockEntry{"entry.lock", "select id from core.entry where code = $1 for no key update"};
constexpr Sql kEnd{"entry.end", "select core.end_entry($1, $2, $3) as ended"};
constexpr Sql kExtra{"entry.extra_place", "select core.give_extra_place($1, $2) as given"};
constexpr Sql kSetTasks{"entry.set_tasks", "update core.entry set tasks = $2, version = version + 1 where id = $1"};
constexpr Sql kSetSecret{"entry.set_secret", "update core.entry set secret_hash = $2 where id = $1"};
constexpr Sql kNote{"entry.note_event", R"sql(
    with noted as (
        insert into core.entry_event (entry_id, what, cause, account_id) values ($1, $2, $3, $4))
    update core.entry set version = version + 1 where id = $1
)sql"};
constexpr Sql kHistory{"entry.history", R"sql(
    select h.at, h.what, h.cause, h.place_no, a.code as by
    from (select at, became as what, cause, place_no, account_id from core.place_event where entry_id = $1
          union all
          select at, 'consent', channel, null, account_id from core.consent_event where entry_id = $1
          union all
          select at, what, cause, null, account_id from core.entry_event where entry_id = $1) as h
    left join ops.account a on a.id = h.account_id
    order by h.at
)sql"};
constexpr Sql kDeclarations{"entry.declarations", R"sql(
    select g.item
    from core.consent_event c
    cross join lateral unnest(c.given) as g (item)
    where c.entry_id = $1
          and not exists (select from core.consent_event w where w.entry_id = $1 and w.id > c.id and g.item = any (w.withdrawn))
    group by g.item
    order by g.item
)sql"};
constexpr Sql kLedger{"entry.ledger", R"sql(
    select number, code, received_at, receipt_hash
    from core.entry
    where heat_id = $1 and number > $2
    order by number
    limit $3
)sql"};
constexpr Sql kAddWish{"entry.add_recovery_wish", R"sql(
    insert into vault.recovery_wish (championship, email_folded) values ($1, $2)
)sql"};
constexpr Sql kTakeWishes{"entry.take_recovery_wishes", R"sql(
    with taken as (
        delete from vault.recovery_wish
        where id in (select id from vault.recovery_wish order by id limit 50 for update skip locked)
        returning championship, email_folded)
    select e.id as entry_id, p.id as person_id
    from (select distinct championship, email_folded from taken) as t
    left join core.championship c on c.slug = t.championship
    left join vault.person p on p.championship_id = c.id and p.email_folded = t.email_folded and p.is_live
    left join core.entry e on e.person_id = p.id
)sql"};
constexpr Sql kAddLink{"entry.add_link", R"sql(
    insert into ops.entry_link (entry_id, nonce, token_hash, expires_at)
    values ($1, $2, $3, clock_timestamp() + interval '1 hour')
    returning id
)sql"};
constexpr Sql kNonce{"entry.link_nonce", R"sql(
    select nonce from ops.entry_link where id = $1 and used_at is null and expires_at > clock_timestamp()
)sql"};
constexpr Sql kUseLink{"entry.use_link", R"sql(
    update ops.entry_link l
    set used_at = clock_timestamp()
    from core.entry e
    where l.token_hash = $1 and l.used_at is null and l.expires_at > clock_timestamp() and e.id = l.entry_id
    returning e.code
)sql"};
constexpr Sql kCodeOf{"entry.code_of", "select code from core.entry where id = $1"};

Entry entryIn(const Row& row) {
    Entry entry;
    entry.id = row.get<EntryId>("id");
    entry.code = row.get<std::string>("code");
    entry.championshipId = row.get<std::int64_t>("championship_id");
    entry.championship = row.get<std::string>("slug");
    entry.heatId = row.get<Id<Heat>>("heat_id");
    entry.heat = row.get<std::string>("heat");
    entry.person = row.get<privacy::PersonId>("person_id");
    entry.number = row.get<std::int32_t>("number");
    entry.receivedAt = row.get<Instant>("received_at");
    entry.channel = row.get<std::string>("channel");
    entry.terms = row.get<std::int32_t>("terms_number");
    entry.place = placeNamed(row.get<std::string>("place")).value_or(Place::Ended);
    entry.reserve = row.get<std::optional<std::int64_t>>("reserve");
    entry.confirmation = row.get<std::string>("confirmation");
    entry.tasks = row.get<std::vector<std::string>>("tasks");
    entry.endReason = row.get<std::optional<std::string>>("end_reason");
    entry.receipt = row.get<crypto::Bytes>("receipt_hash");
    entry.secretHash = row.get<crypto::Bytes>("secret_hash");
    entry.version = row.get<std::int32_t>("version");
    return entry;
}

std::vector<Entry> entriesIn(const Rows& rows) {
    std::vector<Entry> entries;
    for (const auto row : rows) entries.push_back(entryIn(row));
    return entries;
}

std::vector<std::string> itemsIn(const Rows& rows) {
    std::vector<std::string> items;
    for (const auto row : rows) items.push_back(row.get<std::string>("item"));
    return items;
}

}  // namespace

Task<std::optional<Entry>> findEntry(Db& db, std::string code) {
    const auto rows = co_await db.query(kFind, params(code));
    if (rows.empty()) co_return std::nullopt;
    co_return entryIn(rows.front());
}

Task<std::optional<Entry>> lockEntry(Tx& tx, std::string code, std::optional<Id<Heat>> other) {
    const auto where = co_await tx.query(kHeatOf, params(code));
    if (where.empty()) co_return std::nullopt;
    std::vector<std::int64_t> heats{where.front().get<std::int64_t>("heat_id")};
    if (other) heats.push_back(other->value);
    const auto heatsLocked = co_await tx.query(kLockHeats, params(heats));
    const auto entryLocked = co_await tx.query(kLockEntry, params(code));
    const auto rows = co_await tx.query(kFind, params(code));
    if (rows.empty()) co_return std::nullopt;
    co_return entryIn(rows.front());
}

Task<std::vector<Entry>> listEntries(Db& db, EntryFilter filter) {
    const auto rows = co_await db.query(kList, params(filter.championship, filter.heat, filter.place, filter.withTasks,
                                                      filter.afterHeat, filter.afterNumber, filter.limit));
    co_return entriesIn(rows);
}

Task<std::vector<Entry>> entriesOf(Db& db, std::vector<std::int64_t> persons) {
    const auto rows = co_await db.query(kOfPersons, params(persons));
    co_return entriesIn(rows);
}

Task<bool> endEntry(Tx& tx, EntryId entry, EndReason reason, std::optional<AccountId> account) {
    const std::string name{nameOf(reason)};
    const auto rows = co_await tx.query(kEnd, params(entry, name, account));
    co_return rows.front().get<bool>("ended");
}

Task<bool> giveExtraPlace(Tx& tx, EntryId entry, AccountId account) {
    const auto rows = co_await tx.query(kExtra, params(entry, account));
    co_return rows.front().get<bool>("given");
}

Task<void> setTasks(Tx& tx, EntryId entry, std::vector<std::string> tasks) {
    const auto set = co_await tx.execute(kSetTasks, params(entry, tasks));
    static_cast<void>(set);
}

Task<void> setSecret(Tx& tx, EntryId entry, crypto::Bytes hash) {
    const auto set = co_await tx.execute(kSetSecret, params(entry, hash));
    static_cast<void>(set);
}

Task<void> noteEvent(Tx& tx, EntryId entry, std::string what, std::string cause, std::optional<AccountId> account) {
    const auto noted = co_await tx.execute(kNote, params(entry, what, cause, account));
    static_cast<void>(noted);
}

Task<std::vector<EntryEvent>> historyOf(Db& db, EntryId entry) {
    const auto rows = co_await db.query(kHistory, params(entry));
    std::vector<EntryEvent> events;
    for (const auto row : rows) {
        events.push_back({.at = row.get<Instant>("at"),
                          .what = row.get<std::string>("what"),
                          .cause = row.get<std::string>("cause"),
                          .placeNo = row.get<std::optional<std::int32_t>>("place_no"),
                          .by = row.get<std::optional<std::string>>("by")});
    }
    co_return events;
}

Task<std::vector<std::string>> declarationsOf(Db& db, EntryId entry) {
    const auto rows = co_await db.query(kDeclarations, params(entry));
    co_return itemsIn(rows);
}

Task<std::vector<std::string>> declarationsOf(Tx& tx, EntryId entry) {
    const auto rows = co_await tx.query(kDeclarations, params(entry));
    co_return itemsIn(rows);
}

Task<std::vector<LedgerLine>> ledgerOf(Db& db, Id<Heat> heat, std::int32_t after, std::int32_t limit) {
    const auto rows = co_await db.query(kLedger, params(heat, after, limit));
    std::vector<LedgerLine> lines;
    for (const auto row : rows) {
        lines.push_back({.number = row.get<std::int32_t>("number"),
                         .code = row.get<std::string>("code"),
                         .receivedAt = row.get<Instant>("received_at"),
                         .hash = row.get<crypto::Bytes>("receipt_hash")});
    }
    co_return lines;
}

Task<void> addRecoveryWish(Tx& tx, std::string championship, std::string foldedEmail) {
    const auto added = co_await tx.execute(kAddWish, params(championship, foldedEmail));
    static_cast<void>(added);
}

Task<std::vector<RecoveryWish>> takeRecoveryWishes(Tx& tx) {
    const auto rows = co_await tx.query(kTakeWishes);
    std::vector<RecoveryWish> wishes;
    for (const auto row : rows) {
        wishes.push_back(
            {row.get<std::optional<EntryId>>("entry_id"), row.get<std::optional<privacy::PersonId>>("person_id")});
    }
    co_return wishes;
}

Task<std::int64_t> addLink(Tx& tx, EntryId entry, crypto::Bytes nonce, crypto::Bytes tokenHash) {
    const auto rows = co_await tx.query(kAddLink, params(entry, nonce, tokenHash));
    co_return rows.front().get<std::int64_t>("id");
}

Task<std::optional<crypto::Bytes>> nonceOfLink(Db& db, std::int64_t link) {
    const auto rows = co_await db.query(kNonce, params(link));
    if (rows.empty()) co_return std::nullopt;
    co_return rows.front().get<crypto::Bytes>("nonce");
}

Task<std::optional<std::string>> useLink(Tx& tx, crypto::Bytes tokenHash) {
    const auto rows = co_await tx.query(kUseLink, params(tokenHash));
    if (rows.empty()) co_return std::nullopt;
    co_return rows.front().get<std::string>("code");
}

Task<std::optional<std::string>> codeOfEntry(Db& db, std::int64_t entry) {
    const auto rows = co_await db.query(kCodeOf, params(entry));
    if (rows.empty()) co_return std::nullopt;
    co_return rows.front().get<std::string>("code");
}

}  // namespace agon::registration
