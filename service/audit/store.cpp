#include "audit/store.hpp"

#include <algorithm>

#include "audit/audit.hpp"

namespace agon::audit {
namespace {

constexpr Sql kInsertAct{"audit.insert_act", R"sql(
    insert into audit.act (actor_kind, account_id, role, act, subject_kind, subject, championship, heat, reason_code,
                           detail, request_id)
    values ($1, $2, nullif($3, ''), $4, $5, $6, $7, $8, $9, $10, nullif($11, ''))
)sql"};

constexpr Sql kSeal{"audit.seal", "select audit.seal($1) as sealed"};

constexpr Sql kListActs{"audit.list_acts", R"sql(
    select a.id, a.at, a.actor_kind, a.account_id, a.role, a.act, a.subject_kind, a.subject, a.championship, a.heat,
           a.reason_code, a.detail, a.request_id, s.block_number, c.code as account_code
    from audit.act a
    left join audit.sealed_act s on s.act_id = a.id
    left join ops.account c on c.id = a.account_id
    where ($1::text is null or a.account_id = (select x.id from ops.account x where x.code = $1))
      and ($2::text is null or a.act = $2)
      and ($3::text is null or a.subject = $3)
      and ($4::timestamptz is null or a.at >= $4)
      and ($5::timestamptz is null or a.at < $5)
      and ($6::bigint is null or a.id < $6)
    order by a.id desc
    limit $7
)sql"};

constexpr Sql kFindHead{"audit.find_head", R"sql(
    select h.number, h.sealed_at, h.act_count, h.hash
    from audit.head h
)sql"};

std::string_view nameOf(Actor::Kind kind) {
    switch (kind) {
        case Actor::Kind::Staff:
            return "staff";
        case Actor::Kind::Person:
            return "person";
        case Actor::Kind::System:
            return "system";
    }
    return "system";
}

Act actOf(const Row& row) {
    return {
        .id = row.get<std::int64_t>("id"),
        .at = row.get<Instant>("at"),
        .actorKind = row.get<std::string>("actor_kind"),
        .account = row.get<std::optional<std::int64_t>>("account_id"),
        .role = row.get<std::optional<std::string>>("role"),
        .act = row.get<std::string>("act"),
        .subjectKind = row.get<std::string>("subject_kind"),
        .subject = row.get<std::string>("subject"),
        .championship = row.get<std::optional<std::string>>("championship"),
        .heat = row.get<std::optional<std::string>>("heat"),
        .reasonCode = row.get<std::optional<std::string>>("reason_code"),
        .detail = row.get<std::string>("detail"),
        .requestId = row.get<std::optional<std::string>>("request_id"),
    };
}

}  // namespace

Task<void> record(Tx& tx, Actor actor, Entry entry) {
    const auto values =
        params(nameOf(actor.kind), actor.account, actor.role, entry.act, entry.subjectKind, entry.subject,
               entry.championship, entry.heat, entry.reasonCode, entry.detail.dump(), actor.requestId);
    const auto inserted = co_await tx.execute(kInsertAct, values);
    static_cast<void>(inserted);
}

Task<std::int32_t> seal(Tx& tx, Reach reach) {
    const auto rows = co_await tx.query(kSeal, params(reach == Reach::Everything));
    co_return rows.front().get<std::int32_t>("sealed");
}

Task<std::vector<ListedAct>> listActs(Db& db, Filter filter) {
    const auto values =
        params(filter.account, filter.act, filter.subject, filter.from, filter.until, filter.before, filter.limit);
    const auto rows = co_await db.query(kListActs, values);
    std::vector<ListedAct> acts;
    acts.reserve(rows.size());
    for (const auto row : rows) {
        acts.push_back({actOf(row), row.get<std::optional<std::string>>("account_code"),
                        row.get<std::optional<std::int64_t>>("block_number")});
    }
    co_return acts;
}

Task<std::optional<Head>> findHead(Db& db) {
    const auto rows = co_await db.query(kFindHead, params());
    if (rows.empty()) co_return std::nullopt;
    const auto row = rows.front();
    Head head{.number = row.get<std::int64_t>("number"), .sealedAt = row.get<Instant>("sealed_at"), .hash = {}};
    const auto hash = row.get<std::vector<std::byte>>("hash");
    std::ranges::copy_n(hash.begin(), static_cast<std::ptrdiff_t>(std::min(hash.size(), head.hash.size())),
                        head.hash.begin());
    co_return head;
}

}  // namespace agon::audit
