#include "championships/store.hpp"

namespace agon::championships {
namespace {

constexpr Sql kApplyChampionship{"championships.apply_championship", R"sql(
    update core.championship
    set name_el = $2 -> 'name' ->> 'el', name_en = $2 -> 'name' ->> 'en', country = $2 ->> 'country',
        time_zone = $2 ->> 'time_zone', languages = array(select jsonb_array_elements_text($2 -> 'languages')),
        opens_at = ($2 ->> 'opens_at')::timestamptz, closes_at = ($2 ->> 'closes_at')::timestamptz,
        minimum_age = ($2 ->> 'minimum_age')::integer, terms_url = $2 ->> 'terms_url',
        optional_declarations = array(select jsonb_array_elements_text($2 -> 'optional_declarations')),
        cancelled_at = case when ($2 ->> 'cancelled')::boolean
                            then coalesce(cancelled_at, core.championship_now(clock_offset)) end,
        terms_number = terms_number + 1, version = version + 1
    where id = $1
)sql"};

constexpr Sql kRemoveOrganisers{"championships.remove_organisers", R"sql(
    delete from core.organiser o
    where o.championship_id = $1
      and not exists (select from jsonb_array_elements($2 -> 'organisers') g where g ->> 'kind' = o.kind)
)sql"};
constexpr Sql kApplyOrganisers{"championships.apply_organisers", R"sql(
    insert into core.organiser (championship_id, kind, name, contact_email, contact_phone)
    select $1, g ->> 'kind', g ->> 'name', g ->> 'contact_email', g ->> 'contact_phone'
    from jsonb_array_elements($2 -> 'organisers') g
    on conflict on constraint organiser_pk do update
    set name = excluded.name, contact_email = excluded.contact_email, contact_phone = excluded.contact_phone
)sql"};

constexpr Sql kApplyStages{"championships.apply_stages", R"sql(
    insert into core.stage (championship_id, number, kind, name_el, name_en)
    select $1, g.number, g.stage ->> 'kind', g.stage -> 'name' ->> 'el', g.stage -> 'name' ->> 'en'
    from jsonb_array_elements($2 -> 'stages') with ordinality as g (stage, number)
    on conflict on constraint stage_number_once do update
    set kind = excluded.kind, name_el = excluded.name_el, name_en = excluded.name_en
)sql"};

// A label of a retired heat is free for another, and its stage may go.
constexpr Sql kRetireHeats{"championships.retire_heats", R"sql(
    update core.heat h
    set takes_registrations = false, retired_at = clock_timestamp(), public_label = null, stage_id = null,
        version = h.version + 1
    where h.championship_id = $1 and h.retired_at is null
      and not exists (select from jsonb_array_elements($2 -> 'heats') g where g ->> 'code' = h.code)
)sql"};
constexpr Sql kApplyHeats{"championships.apply_heats", R"sql(
    insert into core.heat as h (championship_id, code, position, stage_id, city_el, city_en, venue_el, venue_en, starts_at,
                                starts_on, capacity, rounds, public_label, takes_registrations, reserve_limit)
    select $1, g.heat ->> 'code', g.position,
           (select s.id from core.stage s where s.championship_id = $1 and s.number = (g.heat ->> 'stage')::integer),
           g.heat -> 'city' ->> 'el', g.heat -> 'city' ->> 'en', g.heat -> 'venue' ->> 'el', g.heat -> 'venue' ->> 'en',
           (g.heat ->> 'starts_at')::timestamptz,
           ((g.heat ->> 'starts_at')::timestamptz at time zone ($2 ->> 'time_zone'))::date,
           (g.heat ->> 'capacity')::integer, (g.heat ->> 'rounds')::integer, g.heat ->> 'public_label',
           (g.heat ->> 'takes_registrations')::boolean, (g.heat ->> 'reserve_limit')::integer
    from jsonb_array_elements($2 -> 'heats') with ordinality as g (heat, position)
    on conflict on constraint heat_code_once do update
    set position = excluded.position, stage_id = excluded.stage_id, city_el = excluded.city_el,
        city_en = excluded.city_en, venue_el = excluded.venue_el, venue_en = excluded.venue_en,
        starts_at = excluded.starts_at, starts_on = excluded.starts_on, capacity = excluded.capacity,
        rounds = excluded.rounds, public_label = excluded.public_label,
        takes_registrations = excluded.takes_registrations, reserve_limit = excluded.reserve_limit, retired_at = null,
        version = h.version + 1
    where h.championship_id = excluded.championship_id
)sql"};
constexpr Sql kRemoveStages{"championships.remove_stages", R"sql(
    delete from core.stage where championship_id = $1 and number > jsonb_array_length($2 -> 'stages')
)sql"};

constexpr Sql kRemoveChannels{"championships.remove_channels", R"sql(
    delete from core.contact_channel c using core.heat h where h.id = c.heat_id and h.championship_id = $1
)sql"};
constexpr Sql kInsertChannels{"championships.insert_channels", R"sql(
    insert into core.contact_channel (heat_id, kind, value)
    select h.id, c ->> 'kind', c ->> 'value'
    from jsonb_array_elements($2 -> 'heats') g
    join core.heat h on h.championship_id = $1 and h.code = g ->> 'code'
    cross join lateral jsonb_array_elements(g -> 'channels') c
)sql"};

// Answers stay, so what is no longer asked stays too.
constexpr Sql kRetireQuestions{"championships.retire_questions", R"sql(
    update core.question q
    set retired_at = clock_timestamp()
    where q.championship_id = $1 and q.retired_at is null
      and not exists (select from jsonb_array_elements($2 -> 'questions') g where g ->> 'code' = q.code)
)sql"};
constexpr Sql kApplyQuestions{"championships.apply_questions", R"sql(
    insert into core.question (championship_id, code, text_el, text_en, kind, must_be, position)
    select $1, g.question ->> 'code', g.question -> 'text' ->> 'el', g.question -> 'text' ->> 'en',
           g.question ->> 'kind', (g.question ->> 'must_be')::boolean, g.position
    from jsonb_array_elements($2 -> 'questions') with ordinality as g (question, position)
    on conflict on constraint question_code_once do update
    set text_el = excluded.text_el, text_en = excluded.text_en, kind = excluded.kind, must_be = excluded.must_be,
        position = excluded.position, retired_at = null
)sql"};

constexpr Sql kRemoveAwards{"championships.remove_awards", "delete from core.award where championship_id = $1"};
constexpr Sql kInsertAwards{"championships.insert_awards", R"sql(
    insert into core.award (championship_id, position, title_el, title_en, description_el, description_en)
    select $1, g.position, g.award -> 'title' ->> 'el', g.award -> 'title' ->> 'en', g.award -> 'description' ->> 'el',
           g.award -> 'description' ->> 'en'
    from jsonb_array_elements($2 -> 'awards') with ordinality as g (award, position)
)sql"};

}  // namespace

Task<void> applySettings(Tx& tx, Id<Championship> id, nlohmann::json settings) {
    std::vector<Statement> statements;
    for (const auto& sql : {kApplyChampionship, kRemoveOrganisers, kApplyOrganisers, kApplyStages, kRetireHeats,
                            kApplyHeats, kRemoveStages}) {
        statements.push_back({sql, params(id, settings)});
    }
    statements.push_back({kRemoveChannels, params(id)});
    statements.push_back({kInsertChannels, params(id, settings)});
    statements.push_back({kRetireQuestions, params(id, settings)});
    statements.push_back({kApplyQuestions, params(id, settings)});
    statements.push_back({kRemoveAwards, params(id)});
    statements.push_back({kInsertAwards, params(id, settings)});
    co_await tx.pipeline(std::move(statements));
}

}  // namespace agon::championships
