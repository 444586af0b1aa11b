-- Entries, places and the ledger behind both. An entry's priority is its stamp and its number, given under its heat's
-- lock; a held place is a row, so that "never more than the capacity" is a key and not a count.

create table vault.person (
    id bigint generated always as identity constraint person_pk primary key,
    championship_id bigint not null constraint person_championship references core.championship (id),
    full_name text not null,
    name_folded text not null,
    birth_date date not null,
    citizenships text[] not null,
    email text not null,
    email_folded text not null,
    phone text not null,
    language text not null constraint person_language check (language in ('el', 'en')),
    nickname_wish text,
    relative_note text,
    is_live boolean not null default true
);
comment on table vault.person is 'Somebody who registered. Live as long as their entry is.';
comment on column vault.person.email_folded is 'One spelling of the address, whatever its capitals and form.';
create unique index person_email_once on vault.person (championship_id, email_folded) where is_live;
create index person_phone on vault.person (championship_id, phone) where is_live;
create index person_name_and_birth on vault.person (championship_id, name_folded, birth_date) where is_live;

create table core.entry (
    id bigint generated always as identity constraint entry_pk primary key,
    code text not null constraint entry_code_once unique,
    championship_id bigint not null,
    heat_id bigint not null,
    person_id bigint not null constraint entry_person_once unique constraint entry_person references vault.person (id),
    number integer not null constraint entry_number_positive check (number > 0),
    received_at timestamptz not null,
    channel text not null constraint entry_channel check (channel in ('form', 'desk', 'import')),
    terms_number integer not null,
    place text not null constraint entry_place check (place in ('held', 'waiting', 'ended')),
    confirmation text not null default 'open'
        constraint entry_confirmation check (confirmation in ('open', 'confirmed', 'declined')),
    tasks text[] not null default '{}'
        constraint entry_tasks check (tasks <@ '{shared-phone,same-person,not-me}'),
    ended_at timestamptz,
    end_reason text constraint entry_end_reason check (end_reason in
        ('withdrawn', 'moved', 'declined', 'cancelled', 'refused', 'erased')),
    receipt_hash bytea not null constraint entry_receipt_hash_length check (octet_length(receipt_hash) = 32),
    secret_hash bytea not null constraint entry_secret_hash_length check (octet_length(secret_hash) = 32),
    version integer not null default 1,
    constraint entry_heat foreign key (championship_id, heat_id) references core.heat (championship_id, id),
    constraint entry_number_once unique (heat_id, number),
    constraint entry_of_heat unique (id, heat_id),
    constraint entry_ended_for_a_reason check (
        (place = 'ended') = (ended_at is not null) and (ended_at is null) = (end_reason is null))
);
comment on table core.entry is 'One person''s wish to play in one heat. Number and stamp never change; place and confirmation do.';
comment on column core.entry.tasks is 'What somebody of the desk has to look at; the place is kept meanwhile.';
create index entry_waiting on core.entry (heat_id, number) where place = 'waiting';
-- Few beside those who wait in a crowded heat: a reserve's position is its number less these.
create index entry_not_waiting on core.entry (heat_id, number) where place <> 'waiting';
create index entry_with_tasks on core.entry (championship_id, id) where tasks <> '{}';

create table core.place (
    heat_id bigint not null,
    place_no integer not null constraint place_no_positive check (place_no > 0),
    entry_id bigint not null constraint place_entry_once unique,
    is_extra boolean not null default false,
    constraint place_pk primary key (heat_id, place_no),
    constraint place_entry foreign key (entry_id, heat_id) references core.entry (id, heat_id)
);
comment on table core.place is 'A chair that is taken. One row per chair and one per entry.';
comment on column core.place.is_extra is 'Given by staff beyond the capacity; it never becomes a free place.';

create table core.place_event (
    id bigint generated always as identity constraint place_event_pk primary key,
    at timestamptz not null default clock_timestamp(),
    entry_id bigint not null constraint place_event_entry references core.entry (id),
    place_no integer,
    became text not null constraint place_event_became check (became in ('held', 'waiting', 'ended')),
    cause text not null constraint place_event_cause check (cause in
        ('registered', 'freed', 'capacity', 'resumed', 'extra', 'withdrawn', 'moved', 'declined', 'cancelled', 'refused', 'erased')),
    account_id bigint
);
comment on table core.place_event is 'Every change of a place, with its cause and who made it. Append-only.';
create index place_event_of_entry on core.place_event (entry_id, id);

create table core.consent_event (
    id bigint generated always as identity constraint consent_event_pk primary key,
    entry_id bigint not null constraint consent_event_entry references core.entry (id),
    at timestamptz not null default clock_timestamp(),
    terms_number integer not null,
    given text[] not null default '{}',
    withdrawn text[] not null default '{}',
    organisers text[] not null,
    channel text not null,
    given_by text constraint consent_event_given_by check (given_by in ('person', 'representative')),
    given_how text constraint consent_event_given_how check (given_how in ('phone', 'in-person', 'letter', 'e-mail')),
    account_id bigint
);
comment on table core.consent_event is 'What somebody gave or took back at one moment, towards which organisers, under which terms.';
comment on column core.consent_event.given_by is 'Who spoke, when the desk wrote it down.';
create index consent_event_of_entry on core.consent_event (entry_id, id);

create table vault.answer (
    entry_id bigint not null constraint answer_entry references core.entry (id),
    question_id bigint not null constraint answer_question references core.question (id),
    answer text not null,
    constraint answer_pk primary key (entry_id, question_id)
);
comment on table vault.answer is 'What somebody answered to a country''s own questions.';

create table vault.entry_note (
    id bigint generated always as identity constraint entry_note_pk primary key,
    entry_id bigint not null constraint entry_note_entry references core.entry (id),
    at timestamptz not null default clock_timestamp(),
    account_id bigint not null,
    note text not null
);
comment on table vault.entry_note is 'Why somebody of the staff ended or kept an entry, in words.';
create index entry_note_of_entry on vault.entry_note (entry_id, id);

create table core.entry_event (
    id bigint generated always as identity constraint entry_event_pk primary key,
    entry_id bigint not null constraint entry_event_entry references core.entry (id),
    at timestamptz not null default clock_timestamp(),
    what text not null constraint entry_event_what check (what in ('correction', 'review', 'disavowed')),
    cause text not null,
    account_id bigint
);
comment on table core.entry_event is 'What happened to an entry besides its place: which members were corrected, how a review ended. No values.';
create index entry_event_of_entry on core.entry_event (entry_id, id);

create table ops.entry_link (
    id bigint generated always as identity constraint entry_link_pk primary key,
    entry_id bigint not null constraint entry_link_entry references core.entry (id),
    nonce bytea not null constraint entry_link_nonce_length check (octet_length(nonce) = 16),
    token_hash bytea not null constraint entry_link_token_once unique,
    expires_at timestamptz not null,
    used_at timestamptz
);
comment on table ops.entry_link is 'A link, sent by mail, that opens an entry whose code or secret was lost. The token is derived under the server''s key; here is its hash.';
create index entry_link_of_entry on ops.entry_link (entry_id) where used_at is null;

create table vault.recovery_wish (
    id bigint generated always as identity constraint recovery_wish_pk primary key,
    championship text not null,
    email_folded text not null,
    created_at timestamptz not null default clock_timestamp()
);
comment on table vault.recovery_wish is 'Somebody asked for a link to an entry, known here or not: asking does the same work for both. Gone within seconds.';

-- The only code that hands out places before the reserves are frozen. The caller holds the heat's lock.
create function core.fill_places(p_heat bigint, p_cause text, p_account bigint default null) returns integer
    language plpgsql
    set enable_seqscan = off
as $$
declare
    v_heat core.heat;
    v_free integer[];
    v_entries bigint[];
    v_filled integer;
begin
    select * into v_heat from core.heat where id = p_heat;
    if v_heat.promotion_paused or v_heat.reserves_frozen_at is not null or v_heat.waiting_count = 0 then
        return 0;
    end if;
    v_free := array(
        select n
        from generate_series(1, v_heat.capacity) as n
        where not exists (select from core.place p where p.heat_id = p_heat and p.place_no = n)
        order by n);
    v_entries := array(
        select e.id
        from core.entry e
        where e.heat_id = p_heat and e.place = 'waiting'
        order by e.number
        limit cardinality(v_free));
    v_filled := cardinality(v_entries);
    if v_filled = 0 then
        return 0;
    end if;
    v_free := v_free[1:v_filled];
    insert into core.place (heat_id, place_no, entry_id)
    select p_heat, f.place_no, f.entry_id
    from unnest(v_free, v_entries) as f (place_no, entry_id);
    update core.entry set place = 'held', version = version + 1 where id = any (v_entries);
    insert into core.place_event (entry_id, place_no, became, cause, account_id)
    select f.entry_id, f.place_no, 'held', p_cause, p_account
    from unnest(v_free, v_entries) with ordinality as f (place_no, entry_id, n)
    order by f.n;
    insert into audit.act (actor_kind, act, subject_kind, subject, championship, heat, reason_code)
    select 'system', 'moved-up', 'entry', e.code, c.slug, v_heat.code, p_cause
    from unnest(v_entries) with ordinality as f (entry_id, n)
    join core.entry e on e.id = f.entry_id
    join core.championship c on c.id = e.championship_id
    order by f.n;
    update core.heat
    set held_count = held_count + v_filled, waiting_count = waiting_count - v_filled
    where id = p_heat;
    return v_filled;
end
$$;
comment on function core.fill_places is 'Gives free places to who waits, in order; answers how many.';

-- Ends an entry and gives its place to the next. The caller holds the lock of its heat. Answers whether it was live.
create function core.end_entry(p_entry bigint, p_reason text, p_account bigint default null) returns boolean
    language plpgsql
as $$
declare
    v_entry core.entry;
    v_place_no integer;
begin
    select * into v_entry from core.entry where id = p_entry for update;
    if v_entry.place = 'ended' then
        return false;
    end if;
    delete from core.place where entry_id = p_entry returning place_no into v_place_no;
    update core.entry
    set place = 'ended', ended_at = clock_timestamp(), end_reason = p_reason, tasks = '{}', version = version + 1
    where id = p_entry;
    update vault.person set is_live = false where id = v_entry.person_id;
    insert into core.place_event (entry_id, place_no, became, cause, account_id)
    values (p_entry, v_place_no, 'ended', p_reason, p_account);
    update core.heat
    set held_count = held_count - (v_entry.place = 'held')::integer,
        waiting_count = waiting_count - (v_entry.place = 'waiting')::integer
    where id = v_entry.heat_id;
    if v_place_no is not null then
        perform core.fill_places(v_entry.heat_id, 'freed', p_account);
    end if;
    return true;
end
$$;
comment on function core.end_entry is 'Ends an entry; its place goes to the next in order in the same transaction.';

-- A place beyond the capacity, by decision of the staff. The caller holds the heat's lock.
create function core.give_extra_place(p_entry bigint, p_account bigint) returns boolean
    language plpgsql
as $$
declare
    v_entry core.entry;
    v_place_no integer;
begin
    select * into v_entry from core.entry where id = p_entry for update;
    if v_entry.place <> 'waiting' then
        return false;
    end if;
    select greatest(h.capacity, coalesce((select max(p.place_no) from core.place p where p.heat_id = h.id), 0)) + 1
    into v_place_no
    from core.heat h
    where h.id = v_entry.heat_id;
    insert into core.place (heat_id, place_no, entry_id, is_extra) values (v_entry.heat_id, v_place_no, p_entry, true);
    update core.entry set place = 'held', version = version + 1 where id = p_entry;
    insert into core.place_event (entry_id, place_no, became, cause, account_id)
    values (p_entry, v_place_no, 'held', 'extra', p_account);
    update core.heat set held_count = held_count + 1, waiting_count = waiting_count - 1 where id = v_entry.heat_id;
    return true;
end
$$;
comment on function core.give_extra_place is 'Gives a waiting entry a numbered place beyond the capacity.';

-- A receipt: what it says of an entry, chained to the one before it in the heat, so that whoever has theirs can prove
-- that nobody was put in, taken out or moved before them.
create function core.receipt(p_previous bytea, p_heat text, p_number integer, p_code text, p_received_at timestamptz)
    returns bytea
    language sql immutable parallel safe
    return sha256(p_previous || convert_to(
        p_heat || '|' || p_number || '|' || p_code || '|' || (extract(epoch from p_received_at) * 1000000)::bigint, 'UTF8'));
comment on function core.receipt is 'The chain''s value after an entry.';

-- Takes registrations that were found eligible, in the order given. The caller holds the locks of their heats, and no
-- two rows have the same key or e-mail. What only the register can tell is decided here, row by row; a refused row
-- leaves nothing behind. Everything is done for all rows at once: a batch costs little more than a single one.
create function core.register(
    p_heat bigint[], p_received_at timestamptz[], p_key bytea[], p_scope text[], p_body bytea[], p_full_name text[],
    p_name_folded text[], p_birth_date date[], p_citizenships text[], p_email text[], p_email_folded text[],
    p_phone text[], p_language text[], p_nickname text[], p_relative_note text[], p_code text[], p_secret_hash bytea[],
    p_consents text[], p_given_by text[], p_given_how text[], p_channel text[], p_account bigint[], p_role text[],
    p_answers jsonb[], p_message_code text[], p_message_id text[], p_request_id text[])
    returns table (row_no integer, outcome text, result jsonb)
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
    v_now timestamptz := clock_timestamp();
    v_outcome text[];
    v_result jsonb[];
    v_person bigint[];
    v_entry bigint[];
    v_at timestamptz[];
    v_number integer[];
    v_place_no integer[];
    v_reserve integer[];
    v_place text[];
    v_terms integer[];
    v_championship bigint[];
    v_slug text[];
    v_heat_code text[];
    v_tasks jsonb[];
    v_receipt bytea[] := array_fill(null::bytea, array[cardinality(p_heat)]);
    v_heats bigint[];
    v_hashes bytea[];
    v_which integer;
begin
    -- Who was here before with the same key, who is outside the window, and everybody else into the vault, which lets
    -- an e-mail in once. Sorted by e-mail, so that two instances wait for each other and never in a circle.
    with judged as materialized (
        select i.row_no, h.id as heat_id, h.code as heat_code, c.id as championship_id, c.slug, c.terms_number, t.at,
               k.outcome as known,
               case
                   when k.key_hash is not null and k.body_hash = i.body then 'replay'
                   when k.key_hash is not null then 'key-reused'
                   when c.cancelled_at is not null or not h.takes_registrations or c.terms_number = 0
                        or t.at < c.opens_at or t.at >= c.closes_at then 'closed'
                   else 'registered'
               end as outcome
        from unnest(p_heat, p_received_at, p_key, p_scope, p_body) with ordinality
             as i (heat_id, received_at, key, scope, body, row_no)
        join core.heat h on h.id = i.heat_id
        join core.championship c on c.id = h.championship_id
        cross join lateral (
            select coalesce(i.received_at, greatest(v_now + c.clock_offset, h.last_received_at)) as at) as t
        left join ops.idempotency k on k.key_hash = i.key and k.scope = i.scope
    ), numbered as materialized (
        select f.row_no, f.championship_id, nextval('vault.person_id_seq') as person_id
        from (select j.row_no, j.championship_id from judged j where j.outcome = 'registered' order by j.row_no) as f
    ), let_in as (
        insert into vault.person (id, championship_id, full_name, name_folded, birth_date, citizenships, email,
                                  email_folded, phone, language, nickname_wish, relative_note)
        overriding system value
        select n.person_id, n.championship_id, p_full_name[n.row_no], p_name_folded[n.row_no], p_birth_date[n.row_no],
               string_to_array(p_citizenships[n.row_no], ','), p_email[n.row_no], p_email_folded[n.row_no],
               p_phone[n.row_no], p_language[n.row_no], p_nickname[n.row_no], p_relative_note[n.row_no]
        from numbered n
        order by p_email_folded[n.row_no]
        on conflict (championship_id, email_folded) where is_live do nothing
        returning id
    ), settled as (
        select j.*, l.id as person_id
        from judged j
        left join numbered n on n.row_no = j.row_no
        left join let_in l on l.id = n.person_id
    )
    select array_agg(case when s.outcome = 'registered' and s.person_id is null then 'already-registered' else s.outcome end
                     order by s.row_no),
           array_agg(s.known order by s.row_no), array_agg(s.person_id order by s.row_no),
           array_agg(s.at order by s.row_no), array_agg(s.terms_number order by s.row_no),
           array_agg(s.championship_id order by s.row_no), array_agg(s.slug order by s.row_no),
           array_agg(s.heat_code order by s.row_no)
    into v_outcome, v_result, v_person, v_at, v_terms, v_championship, v_slug, v_heat_code
    from settled s;

    -- Numbers without a gap, and a place for as many as there are free, unless somebody waits already.
    with ranked as (
        select i.row_no, i.heat_id,
               row_number() over (partition by i.heat_id order by i.row_no)::integer as rank
        from unnest(p_heat, v_outcome) with ordinality as i (heat_id, outcome, row_no)
        where i.outcome = 'registered'
    ), heats as materialized (
        select h.id, h.last_number, h.waiting_count, h.reserve_limit,
               case when h.waiting_count > 0 or h.promotion_paused or h.reserves_frozen_at is not null then '{}'
                    else array(
                        select n
                        from generate_series(1, h.capacity) as n
                        where not exists (select from core.place p where p.heat_id = h.id and p.place_no = n)
                        order by n
                        limit r.wanted)
               end as free
        from (select heat_id, max(rank) as wanted from ranked group by heat_id) as r
        join core.heat h on h.id = r.heat_id
    ), placed as (
        select r.row_no, h.last_number + r.rank as number, h.free[r.rank] as place_no,
               case when r.rank > cardinality(h.free) then h.waiting_count + r.rank - cardinality(h.free) end as reserve,
               h.reserve_limit
        from ranked r
        join heats h on h.id = r.heat_id
    )
    select array_agg(case when p.reserve > p.reserve_limit then 'full' else i.outcome end order by i.row_no),
           array_agg(p.number order by i.row_no), array_agg(p.place_no order by i.row_no),
           array_agg(p.reserve order by i.row_no),
           array_agg(case when p.place_no is null then 'waiting' else 'held' end order by i.row_no),
           array_agg(case when i.outcome = 'registered' then nextval('core.entry_id_seq') end order by i.row_no)
    into v_outcome, v_number, v_place_no, v_reserve, v_place, v_entry
    from unnest(v_outcome) with ordinality as i (outcome, row_no)
    left join placed p on p.row_no = i.row_no;
    if 'full' = any (v_outcome) then
        delete from vault.person p
        using unnest(v_outcome, v_person) as i (outcome, person_id)
        where i.outcome = 'full' and p.id = i.person_id;
    end if;

    -- What is for the desk to look at: families share telephones and, rarely, two people a name and a birthday.
    select array_agg(
        to_jsonb(array_remove(array[
            case when i.outcome = 'registered' and exists (
                select from vault.person p
                where p.championship_id = i.championship_id and p.phone = i.phone and p.is_live
                      and p.id <> i.person_id and (p.id < i.person_id or p.id <> all (v_person))) then 'shared-phone' end,
            case when i.outcome = 'registered' and exists (
                select from vault.person p
                where p.championship_id = i.championship_id and p.name_folded = i.name_folded
                      and p.birth_date = i.birth_date and p.is_live
                      and p.id <> i.person_id and (p.id < i.person_id or p.id <> all (v_person))) then 'same-person' end
        ], null)) order by i.row_no)
    into v_tasks
    from unnest(v_outcome, v_championship, v_person, p_phone, p_name_folded, p_birth_date) with ordinality
         as i (outcome, championship_id, person_id, phone, name_folded, birth_date, row_no);

    select array_agg(h.id), array_agg(h.ledger_hash) into v_heats, v_hashes
    from core.heat h
    where h.id = any (p_heat);
    for i in 1 .. cardinality(p_heat) loop
        if v_outcome[i] = 'registered' then
            v_which := array_position(v_heats, p_heat[i]);
            v_hashes[v_which] := core.receipt(v_hashes[v_which], v_heat_code[i], v_number[i], p_code[i], v_at[i]);
            v_receipt[i] := v_hashes[v_which];
            v_result[i] := jsonb_build_object(
                'code', p_code[i], 'heat', v_heat_code[i], 'number', v_number[i],
                'received_at', (extract(epoch from v_at[i]) * 1000000)::bigint, 'place', v_place[i],
                'reserve', v_reserve[i], 'tasks', v_tasks[i], 'receipt', encode(v_receipt[i], 'hex'),
                'terms', v_terms[i]);
        end if;
    end loop;

    insert into core.entry (id, code, championship_id, heat_id, person_id, number, received_at, channel, terms_number,
                            place, tasks, receipt_hash, secret_hash)
    overriding system value
    select i.id, i.code, i.championship_id, i.heat_id, i.person_id, i.number, i.at, i.channel, i.terms, i.place,
           array(select jsonb_array_elements_text(i.tasks)), i.receipt, i.secret_hash
    from unnest(v_outcome, v_entry, p_code, v_championship, p_heat, v_person, v_number, v_at, p_channel, v_terms,
                v_place, v_tasks, v_receipt, p_secret_hash)
         as i (outcome, id, code, championship_id, heat_id, person_id, number, at, channel, terms, place, tasks, receipt, secret_hash)
    where i.outcome = 'registered';
    insert into core.place (heat_id, place_no, entry_id)
    select i.heat_id, i.place_no, i.entry_id
    from unnest(v_outcome, p_heat, v_place_no, v_entry) as i (outcome, heat_id, place_no, entry_id)
    where i.outcome = 'registered' and i.place_no is not null;
    insert into core.place_event (entry_id, place_no, became, cause, account_id)
    select i.entry_id, i.place_no, i.place, 'registered', i.account_id
    from unnest(v_outcome, v_entry, v_place_no, v_place, p_account) as i (outcome, entry_id, place_no, place, account_id)
    where i.outcome = 'registered';
    insert into core.consent_event (entry_id, terms_number, given, organisers, channel, given_by, given_how, account_id)
    select i.entry_id, i.terms, string_to_array(i.consents, ','), '{organising,hosting}', i.channel, i.given_by,
           i.given_how, i.account_id
    from unnest(v_outcome, v_entry, v_terms, p_consents, p_channel, p_given_by, p_given_how, p_account)
         as i (outcome, entry_id, terms, consents, channel, given_by, given_how, account_id)
    where i.outcome = 'registered';
    if exists (select from unnest(p_answers) as a where a <> '{}') then
        insert into vault.answer (entry_id, question_id, answer)
        select i.entry_id, q.id, a.value
        from unnest(v_outcome, v_entry, v_championship, p_answers) as i (outcome, entry_id, championship_id, answers)
        cross join lateral jsonb_each_text(i.answers) as a
        join core.question q on q.championship_id = i.championship_id and q.code = a.key and q.retired_at is null
        where i.outcome = 'registered';
    end if;
    insert into audit.act (actor_kind, account_id, role, act, subject_kind, subject, championship, heat, detail, request_id)
    select case when i.account_id is null then 'person' else 'staff' end, i.account_id, i.role, 'registered', 'entry',
           i.code, i.slug, i.heat_code, '{"number":' || i.number || ',"place":"' || i.place || '","channel":"' || i.channel || '"}',
           i.request_id
    from unnest(v_outcome, p_account, p_role, p_code, v_slug, v_heat_code, v_number, v_place, p_channel, p_request_id)
         as i (outcome, account_id, role, code, slug, heat_code, number, place, channel, request_id)
    where i.outcome = 'registered';
    insert into ops.outbox (code, message_id, reader_kind, reader_id, template, facts)
    select i.message_code, i.message_id, 'person', i.person_id,
           case i.place when 'held' then 'registered' else 'registered-waiting' end,
           jsonb_build_object('entry', i.code, 'number', i.number::text, 'reserve', coalesce(i.reserve, 0)::text, 'link', i.entry_id)
    from unnest(v_outcome, p_message_code, p_message_id, v_person, v_place, p_code, v_number, v_reserve, v_entry)
         as i (outcome, message_code, message_id, person_id, place, code, number, reserve, entry_id)
    where i.outcome = 'registered';
    insert into ops.idempotency (key_hash, scope, body_hash, status, outcome)
    select i.key, i.scope, i.body, 201, i.result
    from unnest(v_outcome, p_key, p_scope, p_body, v_result) as i (outcome, key, scope, body, result)
    where i.outcome = 'registered' and i.key is not null;

    update core.heat h
    set last_number = n.number, last_received_at = n.at, ledger_hash = v_hashes[array_position(v_heats, h.id)],
        held_count = h.held_count + n.held, waiting_count = h.waiting_count + n.waiting
    from (select i.heat_id, max(i.number) as number, max(i.at) as at,
                 count(*) filter (where i.place = 'held') as held, count(*) filter (where i.place = 'waiting') as waiting
          from unnest(v_outcome, p_heat, v_number, v_at, v_place) as i (outcome, heat_id, number, at, place)
          where i.outcome = 'registered'
          group by i.heat_id) as n
    where h.id = n.heat_id;

    return query
    select i.n::integer, i.outcome, i.result
    from unnest(v_outcome, v_result) with ordinality as i (outcome, result, n)
    order by i.n;
end
$$;
comment on function core.register is 'Takes a batch of registrations in order; answers what became of each.';

create table vault.import (
    id bigint generated always as identity constraint import_pk primary key,
    code text not null constraint import_code_once unique,
    championship_id bigint not null constraint import_championship references core.championship (id),
    content_hash bytea not null constraint import_content_hash_length check (octet_length(content_hash) = 32),
    state text not null default 'staged' constraint import_state check (state in ('staged', 'entered')),
    staged_at timestamptz not null default clock_timestamp(),
    account_id bigint not null,
    lines jsonb not null,
    version integer not null default 1,
    constraint import_content_once unique (championship_id, content_hash)
);
comment on table vault.import is 'A file of registrations taken elsewhere, read but not in the register. Its lines are emptied when they are.';

grant select, insert, update on vault.person, core.entry to agon_app;
grant delete on vault.person to agon_app;
grant usage on sequence vault.person_id_seq, core.entry_id_seq to agon_app;
grant select, insert, delete on core.place to agon_app;
grant select, insert on core.place_event, core.consent_event, core.entry_event, vault.answer, vault.entry_note to agon_app;
grant select, insert, update, delete on ops.entry_link, vault.recovery_wish, vault.import to agon_app;

-- The ledger is for everybody: codes, stamps and hashes. A column grant, so that nothing else of an entry is.
grant select (heat_id, number, code, received_at, receipt_hash) on core.entry to agon_public;
