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
    is_live boolean not null default true
);
comment on table vault.person is 'Somebody who registered. Live as long as their entry is.';
create unique index person_email_once on vault.person (championship_id, email_folded) where is_live;
create index person_phone on vault.person (championship_id, phone) where is_live;
create index person_name_and_birth on vault.person (championship_id, name_folded, birth_date) where is_live;

create table core.entry (
    id bigint generated always as identity constraint entry_pk primary key,
    code text not null constraint entry_code_once unique,
    championship_id bigint not null,
    heat_id bigint not null,
    person_id bigint not null constraint entry_person_once unique,
    number integer not null constraint entry_number_positive check (number > 0),
    received_at timestamptz not null,
    channel text not null constraint entry_channel check (channel in ('form', 'desk', 'import')),
    terms_number integer not null,
    place text not null constraint entry_place check (place in ('held', 'waiting', 'ended')),
    confirmation text not null default 'open'
        constraint entry_confirmation check (confirmation in ('open', 'confirmed', 'declined')),
    review text[] not null default '{}',
    reviewed_at timestamptz,
    ended_at timestamptz,
    end_reason text constraint entry_end_reason check (end_reason in
        ('withdrawn', 'moved', 'declined', 'cancelled', 'refused', 'erased')),
    receipt_hash bytea not null constraint entry_receipt_hash_length check (octet_length(receipt_hash) = 32),
    secret_hash bytea not null constraint entry_secret_hash_length check (octet_length(secret_hash) = 32),
    version integer not null default 1,
    constraint entry_heat foreign key (championship_id, heat_id) references core.heat (championship_id, id),
    constraint entry_number_once unique (heat_id, number),
    constraint entry_ended_for_a_reason check ((place = 'ended') = (ended_at is not null) and (ended_at is null) = (end_reason is null))
);
comment on table core.entry is 'One person''s wish to play in one heat. Number and stamp never change; place and confirmation do.';
comment on column core.entry.review is 'The rules a person of the desk has to look at; the place is kept meanwhile.';
create index entry_waiting on core.entry (heat_id, number) where place = 'waiting';
create index entry_in_review on core.entry (championship_id, id) where review <> '{}' and reviewed_at is null;

create table core.place (
    heat_id bigint not null constraint place_heat references core.heat (id),
    place_no integer not null constraint place_no_positive check (place_no > 0),
    entry_id bigint not null constraint place_entry_once unique constraint place_entry references core.entry (id),
    is_extra boolean not null default false,
    constraint place_pk primary key (heat_id, place_no)
);
comment on table core.place is 'A chair that is taken. One row per chair and one per entry.';
comment on column core.place.is_extra is 'Given by staff beyond the capacity; it never becomes a free place.';

create table core.place_event (
    id bigint generated always as identity constraint place_event_pk primary key,
    at timestamptz not null default clock_timestamp(),
    heat_id bigint not null constraint place_event_heat references core.heat (id),
    entry_id bigint not null constraint place_event_entry references core.entry (id),
    place_no integer,
    became text not null constraint place_event_became check (became in ('held', 'waiting', 'ended')),
    cause text not null constraint place_event_cause check (cause in
        ('registered', 'freed', 'capacity', 'resumed', 'withdrawn', 'moved', 'declined', 'cancelled', 'refused', 'extra', 'erased')),
    account_id bigint
);
comment on table core.place_event is 'Every change of a place, with its cause. Append-only.';
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
    account_id bigint
);
comment on table core.consent_event is 'What somebody gave or took back at one moment, towards which organisers, under which terms.';
create index consent_event_of_entry on core.consent_event (entry_id, id);

create table vault.answer (
    entry_id bigint not null constraint answer_entry references core.entry (id),
    question_id bigint not null constraint answer_question references core.question (id),
    answer text not null,
    constraint answer_pk primary key (entry_id, question_id)
);
comment on table vault.answer is 'What somebody answered to a country''s own questions.';

-- The only code that hands out places before the reserves are frozen. The caller holds the heat's lock.
create function core.fill_places(p_heat bigint, p_cause text, p_account bigint default null) returns integer
    language plpgsql
as $$
declare
    v_heat core.heat;
    v_free integer[];
    v_entry bigint;
    v_filled integer := 0;
begin
    select * into v_heat from core.heat where id = p_heat;
    if v_heat.promotion_paused or v_heat.reserves_frozen_at is not null then
        return 0;
    end if;
    select array_agg(n order by n) into v_free
    from generate_series(1, v_heat.capacity) as n
    where not exists (select from core.place p where p.heat_id = p_heat and p.place_no = n);
    for v_entry in
        select e.id
        from core.entry e
        where e.heat_id = p_heat and e.place = 'waiting'
        order by e.number
        limit coalesce(cardinality(v_free), 0)
    loop
        v_filled := v_filled + 1;
        insert into core.place (heat_id, place_no, entry_id) values (p_heat, v_free[v_filled], v_entry);
        update core.entry set place = 'held', version = version + 1 where id = v_entry;
        insert into core.place_event (heat_id, entry_id, place_no, became, cause, account_id)
        values (p_heat, v_entry, v_free[v_filled], 'held', p_cause, p_account);
    end loop;
    return v_filled;
end
$$;
comment on function core.fill_places is 'Gives free places to who waits, in order; answers how many.';

-- A receipt: what it says of an entry, chained to the one before it in the heat, so that whoever has theirs can prove
-- that nobody was put in, taken out or moved before them.
create function core.receipt(p_previous bytea, p_heat text, p_number integer, p_code text, p_received_at timestamptz)
    returns bytea
    language sql immutable parallel safe
    return sha256(p_previous || convert_to(
        p_heat || '|' || p_number || '|' || p_code || '|' || (extract(epoch from p_received_at) * 1000000)::bigint, 'UTF8'));
comment on function core.receipt is 'The chain''s value after an entry.';

-- Takes registrations that were found eligible, in the order given. The caller holds the locks of their heats. What
-- only the register can tell is decided here, row by row; a refused row leaves nothing behind.
create function core.register(p_rows jsonb)
    returns table (row_no integer, outcome text, status integer, result jsonb)
    language plpgsql
as $$
#variable_conflict use_column
declare
    r record;
    h core.heat;
    c core.championship;
    v_known ops.idempotency;
    v_at timestamptz;
    v_person bigint;
    v_entry bigint;
    v_code text;
    v_pick integer;
    v_review text[];
    v_receipt bytea;
    v_taken integer;
    v_place_no integer;
    v_waiting integer;
    v_place text;
begin
    for r in
        select x.*
        from jsonb_to_recordset(p_rows) as x (
            row_no integer, heat_id bigint, key_hash bytea, scope text, body_hash bytea, full_name text, name_folded text,
            birth_date date, citizenships text[], email text, email_folded text, phone text, language text, nickname text,
            codes text[], secret_hashes bytea[], consents text[], channel text, account_id bigint, answers jsonb,
            message_id text, request_id text)
        order by x.row_no
    loop
        row_no := r.row_no;
        result := null;
        if r.key_hash is not null then
            select * into v_known from ops.idempotency i where i.key_hash = r.key_hash and i.scope = r.scope;
            if found then
                if v_known.body_hash = r.body_hash then
                    outcome := 'replay'; status := v_known.status; result := v_known.outcome;
                else
                    outcome := 'key-reused'; status := 422;
                end if;
                return next;
                continue;
            end if;
        end if;

        select * into h from core.heat x where x.id = r.heat_id;
        select * into c from core.championship x where x.id = h.championship_id;
        v_at := greatest(core.championship_now(c.clock_offset), h.last_received_at + interval '1 microsecond');
        if c.cancelled_at is not null or not h.takes_registrations or c.terms_number = 0
           or v_at < c.opens_at or v_at >= c.closes_at then
            outcome := 'closed'; status := 409;
            return next;
            continue;
        end if;

        select count(*) into v_taken from core.place p where p.heat_id = h.id and not p.is_extra;
        select count(*) into v_waiting from core.entry e where e.heat_id = h.id and e.place = 'waiting';
        v_place := case when v_waiting = 0 and v_taken < h.capacity and not h.promotion_paused
                             and h.reserves_frozen_at is null then 'held' else 'waiting' end;
        if v_place = 'waiting' and v_waiting >= h.reserve_limit then
            outcome := 'full'; status := 409;
            return next;
            continue;
        end if;

        v_review := array(
            select 'shared-phone' where exists (
                select from vault.person p where p.championship_id = c.id and p.phone = r.phone and p.is_live)
            union all
            select 'same-person' where exists (
                select from vault.person p
                where p.championship_id = c.id and p.name_folded = r.name_folded and p.birth_date = r.birth_date and p.is_live));

        insert into vault.person (championship_id, full_name, name_folded, birth_date, citizenships, email, email_folded,
                                  phone, language, nickname_wish)
        values (c.id, r.full_name, r.name_folded, r.birth_date, r.citizenships, r.email, r.email_folded, r.phone,
                r.language, r.nickname)
        on conflict (championship_id, email_folded) where is_live do nothing
        returning id into v_person;
        if v_person is null then
            outcome := 'already-registered'; status := 409;
            return next;
            continue;
        end if;

        -- 35 random bits meet now and then; the row brings a few codes to choose from.
        select min(i) into v_pick
        from generate_subscripts(r.codes, 1) as i
        where not exists (select from core.entry e where e.code = r.codes[i]);
        v_code := r.codes[v_pick];
        v_receipt := core.receipt(h.ledger_hash, h.code, h.last_number + 1, v_code, v_at);

        insert into core.entry (code, championship_id, heat_id, person_id, number, received_at, channel, terms_number,
                                place, review, receipt_hash, secret_hash)
        values (v_code, c.id, h.id, v_person, h.last_number + 1, v_at, r.channel, c.terms_number, v_place, v_review,
                v_receipt, r.secret_hashes[v_pick])
        returning id into v_entry;
        v_place_no := null;
        if v_place = 'held' then
            select min(n) into v_place_no
            from generate_series(1, v_taken + 1) as n
            where not exists (select from core.place p where p.heat_id = h.id and p.place_no = n);
            insert into core.place (heat_id, place_no, entry_id) values (h.id, v_place_no, v_entry);
        end if;
        update core.heat x
        set last_number = h.last_number + 1, last_received_at = v_at, ledger_hash = v_receipt
        where x.id = h.id;
        insert into core.place_event (heat_id, entry_id, place_no, became, cause, account_id)
        values (h.id, v_entry, v_place_no, v_place, 'registered', r.account_id);
        insert into core.consent_event (entry_id, terms_number, given, organisers, channel, account_id)
        values (v_entry, c.terms_number, r.consents, '{organising,hosting}', r.channel, r.account_id);
        insert into vault.answer (entry_id, question_id, answer)
        select v_entry, q.id, a.value
        from jsonb_each_text(coalesce(r.answers, '{}')) as a
        join core.question q on q.championship_id = c.id and q.code = a.key;

        outcome := 'registered'; status := 201;
        result := jsonb_build_object(
            'code', v_code, 'pick', v_pick, 'heat', h.code, 'number', h.last_number + 1,
            'received_at', (extract(epoch from v_at) * 1000000)::bigint, 'place', v_place,
            'reserve', case when v_place = 'waiting' then v_waiting + 1 end, 'review', to_jsonb(v_review),
            'receipt', encode(v_receipt, 'hex'), 'terms', c.terms_number);
        insert into audit.act (actor_kind, account_id, act, subject_kind, subject, championship, heat, detail, request_id)
        values (case when r.account_id is null then 'person' else 'staff' end, r.account_id, 'registered', 'entry', v_code,
                c.slug, h.code, jsonb_build_object('number', h.last_number + 1, 'place', v_place, 'channel', r.channel)::text,
                r.request_id);
        if r.key_hash is not null then
            insert into ops.idempotency (key_hash, scope, body_hash, status, outcome)
            values (r.key_hash, r.scope, r.body_hash, 201, result);
        end if;
        return next;
    end loop;
end
$$;
comment on function core.register is 'Takes a batch of registrations in order; answers what became of each.';
