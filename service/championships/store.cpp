#include "championships/store.hpp"

#include "championships/words.hpp"

namespace agon::championships {
namespace {

using nlohmann::json;

constexpr Sql kFind{"championships.find", R"sql(
    select c.id, c.slug, c.kind, c.terms_number, core.championship_now(c.clock_offset) as now
    from core.championship c
    where c.slug = $1
)sql"};
constexpr Sql kLock{"championships.lock", R"sql(
    select id from core.championship where slug = $1 for no key update
)sql"};
constexpr Sql kInsert{"championships.insert", R"sql(
    insert into core.championship (slug, kind) values ($1, $2)
    on conflict on constraint championship_slug_once do nothing
    returning id
)sql"};
constexpr Sql kMoveClock{"championships.move_clock", R"sql(
    update core.championship
    set clock_offset = (extract(epoch from $2 - clock_timestamp()) * 1000000)::bigint * interval '1 microsecond',
        version = version + 1
    where id = $1
    returning core.championship_now(clock_offset) as now
)sql"};
constexpr Sql kSetDemoClock{"championships.set_demo_clock", R"sql(
    update core.championship c
    set clock_offset = (extract(epoch from greatest(
            $2 + (clock_timestamp() - date_trunc('day', clock_timestamp(), 'UTC')),
            (select max(h.last_received_at) from core.heat h where h.championship_id = c.id),
            (select max(t.published_at) from core.terms_version t where t.championship_id = c.id),
            (select max(d.published_at) from core.document d where d.championship_id = c.id)
        ) - clock_timestamp()) * 1000000)::bigint * interval '1 microsecond',
        version = c.version + 1
    where c.id = $1
    returning core.championship_now(c.clock_offset) as now
)sql"};
constexpr Sql kTouch{"championships.touch", "update core.championship set version = version + 1 where id = $1"};

constexpr Sql kFindDraft{"championships.find_draft", R"sql(
    select d.settings, d.version, t.settings as in_force, coalesce(t.text_el, '') as text_el,
           coalesce(t.text_en, '') as text_en,
           exists (select from pg_timezone_names z where z.name = d.settings ->> 'time_zone') as zone_is_known
    from core.championship c
    join core.championship_draft d on d.championship_id = c.id
    left join core.terms_version t on t.championship_id = c.id and t.number = c.terms_number
    where c.id = $1
)sql"};
constexpr Sql kInsertDraft{"championships.insert_draft", R"sql(
    insert into core.championship_draft (championship_id, settings) values ($1, $2)
)sql"};
constexpr Sql kUpdateDraft{"championships.update_draft", R"sql(
    update core.championship_draft set settings = $2, version = version + 1 where championship_id = $1
)sql"};

constexpr Sql kLockHeats{"championships.lock_heats", R"sql(
    select id from core.heat where championship_id = $1 order by id for no key update
)sql"};
constexpr Sql kLockHeat{"championships.lock_heat", R"sql(
    select id from core.heat where championship_id = $1 and code = $2 and retired_at is null for no key update
)sql"};
constexpr Sql kListHeats{"championships.list_heats", R"sql(
    select h.id, h.code, h.capacity, h.last_number, h.held_count
    from core.heat h
    where h.championship_id = $1
    order by h.position, h.id
)sql"};
constexpr Sql kGetHeatCount{"championships.get_heat_count", R"sql(
    select h.code, h.capacity, h.held_count, h.waiting_count, h.promotion_paused from core.heat h where h.id = $1
)sql"};
constexpr Sql kListHeatCounts{"championships.list_heat_counts", R"sql(
    select h.code, h.capacity, h.held_count, h.waiting_count, h.promotion_paused
    from core.heat h
    where h.championship_id = $1 and h.retired_at is null
    order by h.position, h.id
)sql"};
constexpr Sql kSetPromotion{"championships.set_promotion", R"sql(
    update core.heat set promotion_paused = $2, version = version + 1 where id = $1
)sql"};
constexpr Sql kFillPlaces{"championships.fill_places", R"sql(
    select core.fill_places(h.heat_id, $2, $3) as filled from unnest($1::bigint[]) as h (heat_id) order by h.heat_id
)sql"};

std::optional<ChampionshipRow> onlyChampionshipOf(const Rows& rows) {
    if (rows.empty()) return std::nullopt;
    const auto row = rows.front();
    return ChampionshipRow{.id = row.get<Id<Championship>>("id"),
                           .slug = row.get<std::string>("slug"),
                           .kind = stored<Kind>(row.get<std::string>("kind")),
                           .termsNumber = row.get<std::int32_t>("terms_number"),
                           .now = row.get<Instant>("now")};
}

HeatCount countOf(const Row& row) {
    return {.code = row.get<std::string>("code"),
            .capacity = row.get<std::int32_t>("capacity"),
            .held = row.get<std::int32_t>("held_count"),
            .waiting = row.get<std::int32_t>("waiting_count"),
            .promotionPaused = row.get<bool>("promotion_paused")};
}

}  // namespace

Task<std::optional<ChampionshipRow>> findChampionship(Db& db, std::string slug) {
    const auto rows = co_await db.query(kFind, params(slug));
    co_return onlyChampionshipOf(rows);
}

Task<std::optional<ChampionshipRow>> lockChampionship(Tx& tx, std::string slug) {
    const auto locked = co_await tx.query(kLock, params(slug));
    if (locked.empty()) co_return std::nullopt;
    const auto rows = co_await tx.query(kFind, params(slug));
    co_return onlyChampionshipOf(rows);
}

Task<std::optional<Id<Championship>>> insertChampionship(Tx& tx, std::string slug, Kind kind) {
    const auto rows = co_await tx.query(kInsert, params(slug, nameOf(kind)));
    if (rows.empty()) co_return std::nullopt;
    co_return rows.front().get<Id<Championship>>("id");
}

Task<Instant> updateClock(Tx& tx, Id<Championship> id, Instant now) {
    const auto rows = co_await tx.query(kMoveClock, params(id, now));
    co_return rows.front().get<Instant>("now");
}

Task<Instant> updateDemoClock(Tx& tx, Id<Championship> id, Instant day) {
    const auto rows = co_await tx.query(kSetDemoClock, params(id, day));
    co_return rows.front().get<Instant>("now");
}

Task<void> touchChampionship(Tx& tx, Id<Championship> id) {
    co_await tx.execute(kTouch, params(id));
}

Task<std::optional<DraftRow>> findDraft(Tx& tx, Id<Championship> id) {
    const auto rows = co_await tx.query(kFindDraft, params(id));
    if (rows.empty()) co_return std::nullopt;
    const auto row = rows.front();
    co_return DraftRow{.settings = row.get<json>("settings"),
                       .version = row.get<std::int32_t>("version"),
                       .zoneIsKnown = row.get<bool>("zone_is_known"),
                       .inForce = row.get<std::optional<json>>("in_force"),
                       .text = {row.get<std::string>("text_el"), row.get<std::string>("text_en")}};
}

Task<void> insertDraft(Tx& tx, Id<Championship> id, json settings) {
    co_await tx.execute(kInsertDraft, params(id, settings));
}

Task<void> updateDraft(Tx& tx, Id<Championship> id, json settings) {
    co_await tx.execute(kUpdateDraft, params(id, settings));
}

Task<void> lockHeats(Tx& tx, Id<Championship> id) {
    co_await tx.execute(kLockHeats, params(id));
}

Task<std::optional<Id<Heat>>> lockHeat(Tx& tx, Id<Championship> id, std::string code) {
    const auto rows = co_await tx.query(kLockHeat, params(id, code));
    if (rows.empty()) co_return std::nullopt;
    co_return rows.front().get<Id<Heat>>("id");
}

Task<std::vector<KnownHeat>> listHeats(Tx& tx, Id<Championship> id) {
    const auto rows = co_await tx.query(kListHeats, params(id));
    std::vector<KnownHeat> heats;
    heats.reserve(rows.size());
    for (const auto row : rows) {
        heats.push_back({.id = row.get<Id<Heat>>("id"),
                         .code = row.get<std::string>("code"),
                         .capacity = row.get<std::int32_t>("capacity"),
                         .lastNumber = row.get<std::int32_t>("last_number"),
                         .held = row.get<std::int32_t>("held_count")});
    }
    co_return heats;
}

Task<HeatCount> getHeatCount(Tx& tx, Id<Heat> heat) {
    const auto rows = co_await tx.query(kGetHeatCount, params(heat));
    co_return countOf(rows.front());
}

Task<std::vector<HeatCount>> listHeatCounts(Db& db, Id<Championship> id) {
    const auto rows = co_await db.query(kListHeatCounts, params(id));
    std::vector<HeatCount> counts;
    counts.reserve(rows.size());
    for (const auto row : rows) counts.push_back(countOf(row));
    co_return counts;
}

Task<void> updatePromotion(Tx& tx, Id<Heat> heat, bool paused) {
    co_await tx.execute(kSetPromotion, params(heat, paused));
}

Task<void> fillPlaces(Tx& tx, std::vector<std::int64_t> heats, std::string cause, std::optional<AccountId> account) {
    if (heats.empty()) co_return;
    co_await tx.execute(kFillPlaces, params(heats, cause, account));
}

}  // namespace agon::championships
