-- What a championship is: its window, stages, heats, terms, documents, awards and questions. What people are told and
-- bound by is published as a numbered version of the terms, and stays readable.

alter table core.championship
    add column name_el text not null default '',
    add column name_en text not null default '',
    add column country text not null default 'GR'
        constraint championship_country_form check (country ~ '^[A-Z]{2}$'),
    add column time_zone text not null default 'Europe/Athens',
    add column languages text[] not null default '{el,en}'
        constraint championship_languages check (languages <@ '{el,en}' and cardinality(languages) > 0),
    add column opens_at timestamptz,
    add column closes_at timestamptz,
    add column minimum_age integer not null default 18
        constraint championship_minimum_age check (minimum_age between 0 and 120),
    add column terms_url text not null default '',
    add column terms_number integer not null default 0,
    add column cancelled_at timestamptz,
    add column optional_declarations text[] not null default '{}'
        constraint championship_optional_declarations check (optional_declarations <@ '{promotion,advertising}'),
    add column clock_offset interval not null default '0'
        constraint championship_real_time check (kind <> 'real' or clock_offset = interval '0')
        constraint championship_offset_without_days check (extract(day from clock_offset) = 0 and extract(month from clock_offset) = 0 and extract(year from clock_offset) = 0),
    add column version integer not null default 1,
    add constraint championship_window check (closes_at > opens_at);
comment on column core.championship.opens_at is 'From this instant on registrations are taken.';
comment on column core.championship.closes_at is 'From this instant on none are: the first instant that is too late.';
comment on column core.championship.optional_declarations is 'Which of the declarations may be left out when registering.';
comment on column core.championship.clock_offset is 'How far a rehearsal''s clock is ahead of the real one; negative for one that plays in the past. In hours and smaller units, because a day is not always as long.';
comment on column core.championship.version is 'Goes up with everything that readers may have in memory: terms, documents, the clock.';
comment on column core.championship.terms_number is 'The version of the terms in force; 0 before the first one is published.';

create function core.championship_now(p_offset interval) returns timestamptz
    language sql volatile parallel safe
    return clock_timestamp() + p_offset;
comment on function core.championship_now is 'The present, as a championship sees it.';

create table core.organiser (
    championship_id bigint not null constraint organiser_championship references core.championship (id),
    kind text not null constraint organiser_kind check (kind in ('organising', 'hosting')),
    name text not null,
    contact_email text not null default '',
    contact_phone text not null default '',
    constraint organiser_pk primary key (championship_id, kind)
);
comment on table core.organiser is 'The two companies behind a championship, and where refusals and requests are sent to each.';

create table core.stage (
    id bigint generated always as identity constraint stage_pk primary key,
    championship_id bigint not null constraint stage_championship references core.championship (id),
    number integer not null constraint stage_number_positive check (number > 0),
    kind text not null constraint stage_kind check (kind in ('city-heat', 'city-final', 'national-final')),
    name_el text not null,
    name_en text not null,
    constraint stage_number_once unique (championship_id, number)
);
comment on table core.stage is 'A step of the championship: heats in the cities, finals of the cities, the national final.';

alter table core.heat
    add column stage_id bigint constraint heat_stage references core.stage (id),
    add column city_el text not null default '',
    add column city_en text not null default '',
    add column venue_el text not null default '',
    add column venue_en text not null default '',
    add column starts_at timestamptz,
    add column starts_on date,
    add column capacity integer not null default 0 constraint heat_capacity check (capacity between 0 and 10000),
    add column rounds integer not null default 1 constraint heat_rounds check (rounds between 1 and 12),
    add column public_label text,
    add column takes_registrations boolean not null default false,
    add column last_number integer not null default 0,
    add column last_received_at timestamptz,
    add column ledger_hash bytea not null default decode(repeat('00', 32), 'hex')
        constraint heat_ledger_hash_length check (octet_length(ledger_hash) = 32),
    add column promotion_paused boolean not null default false,
    add column reserve_limit integer constraint heat_reserve_limit check (reserve_limit >= 0),
    add column reserves_frozen_at timestamptz,
    add column held_count integer not null default 0,
    add column waiting_count integer not null default 0,
    add column position integer not null default 0,
    add column retired_at timestamptz,
    add column version integer not null default 1,
    -- Deferred, so that two heats can exchange their labels in one publication.
    add constraint heat_public_label_once unique (championship_id, public_label) deferrable initially deferred,
    add constraint heat_retired_takes_none check (retired_at is null or not takes_registrations),
    add constraint heat_registrations_need_a_start check (not takes_registrations or (starts_at is not null and starts_on is not null));
comment on column core.heat.starts_on is 'The civil date of the start in the championship''s zone: ages count on it.';
comment on column core.heat.public_label is 'What the public calls it in results: unrelated to the city.';
comment on column core.heat.last_number is 'The number of the last registration, raised under this row''s lock: gap-free, never a sequence.';
comment on column core.heat.last_received_at is 'The stamp of the last registration: the next is never earlier, whatever the clock does.';
comment on column core.heat.ledger_hash is 'The last link of the chain of receipts.';
comment on column core.heat.reserve_limit is 'How many may wait; no limit when empty.';
comment on column core.heat.held_count is 'How many places are taken, kept by whoever gives and frees them.';
comment on column core.heat.waiting_count is 'How many entries wait, kept the same way.';
comment on column core.heat.retired_at is 'When the terms stopped naming it. It never took a registration.';

create table core.contact_channel (
    id bigint generated always as identity constraint contact_channel_pk primary key,
    heat_id bigint not null constraint contact_channel_heat references core.heat (id),
    kind text not null constraint contact_channel_kind check (kind in ('phone', 'e-mail')),
    value text not null
);
comment on table core.contact_channel is 'Where a heat''s organisers can be reached, and phone from.';
create index contact_channel_of_heat on core.contact_channel (heat_id);

create table core.question (
    id bigint generated always as identity constraint question_pk primary key,
    championship_id bigint not null constraint question_championship references core.championship (id),
    code text not null constraint question_code_form check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
    text_el text not null,
    text_en text not null,
    kind text not null constraint question_kind check (kind in ('yes-no', 'text')),
    must_be boolean,
    position integer not null,
    retired_at timestamptz,
    constraint question_code_once unique (championship_id, code),
    constraint question_must_be_yes_or_no check (must_be is null or kind = 'yes-no')
);
comment on table core.question is 'What a country asks beyond the common rules.';
comment on column core.question.must_be is 'The only answer that is eligible; any is when empty.';
comment on column core.question.retired_at is 'Since when it is no longer asked; the answers given stay.';

create table core.award (
    id bigint generated always as identity constraint award_pk primary key,
    championship_id bigint not null constraint award_championship references core.championship (id),
    position integer not null,
    title_el text not null,
    title_en text not null,
    description_el text not null default '',
    description_en text not null default '',
    constraint award_position_once unique (championship_id, position)
);
comment on table core.award is 'What can be won by playing. Nothing is drawn by lot.';

create table core.championship_draft (
    championship_id bigint constraint championship_draft_pk primary key
        constraint championship_draft_championship references core.championship (id),
    settings jsonb not null constraint championship_draft_settings_object check (jsonb_typeof(settings) = 'object'),
    version integer not null default 1
);
comment on table core.championship_draft is 'What the next version of the terms would put in force. Nobody but the staff sees it.';

create table core.terms_version (
    championship_id bigint not null constraint terms_version_championship references core.championship (id),
    number integer not null constraint terms_version_number_positive check (number > 0),
    published_at timestamptz not null default clock_timestamp(),
    account_id bigint constraint terms_version_account references ops.account (id),
    organiser text not null constraint terms_version_organiser check (organiser in ('organising', 'hosting')),
    reason_code text not null constraint terms_version_reason check (reason_code in
        ('first', 'correction', 'extension', 'shortening', 'capacity', 'prizes', 'procedure', 'cancellation', 'other')),
    note_el text not null default '',
    note_en text not null default '',
    text_el text not null,
    text_en text not null,
    settings jsonb not null constraint terms_version_settings_object check (jsonb_typeof(settings) = 'object'),
    changes jsonb not null default '[]' constraint terms_version_changes_array check (jsonb_typeof(changes) = 'array'),
    constraint terms_version_pk primary key (championship_id, number)
);
comment on table core.terms_version is 'What was published, and binds everybody from then on: the text and every date, capacity, award and procedure.';
comment on column core.terms_version.published_at is 'By the championship''s clock.';
comment on column core.terms_version.account_id is 'Who published it; nobody when the demonstration did.';
comment on column core.terms_version.organiser is 'On whose behalf.';
comment on column core.terms_version.changes is 'What differs from the version before, member by member, without what the public may not see.';

create table core.document (
    id bigint generated always as identity constraint document_pk primary key,
    championship_id bigint not null constraint document_championship references core.championship (id),
    kind text not null constraint document_kind check (kind in ('rulebook', 'code-of-conduct', 'rulings')),
    number integer not null constraint document_number_positive check (number > 0),
    published_at timestamptz not null default clock_timestamp(),
    account_id bigint constraint document_account references ops.account (id),
    organiser text not null constraint document_organiser check (organiser in ('organising', 'hosting')),
    text_el text not null,
    text_en text not null,
    constraint document_version_once unique (championship_id, kind, number)
);
comment on table core.document is 'Texts that a round is played under, each version kept.';

grant select on core.organiser, core.stage, core.contact_channel, core.question, core.award, core.terms_version,
    core.document to agon_app, agon_public;
grant select, insert, update on core.championship_draft to agon_app;
grant insert, update on core.organiser, core.stage, core.contact_channel, core.question, core.award to agon_app;
grant delete on core.organiser, core.stage, core.contact_channel, core.award to agon_app;
grant insert on core.terms_version, core.document to agon_app;
