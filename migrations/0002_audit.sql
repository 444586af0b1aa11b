-- The record of acts: who did what, when, in which role and why, by codes only. Rows are plain inserts in the act's own
-- transaction; one sealer chains committed rows into numbered, hash-linked blocks. The service's role may insert acts and
-- call the sealer, and can change or remove nothing.

create table audit.act (
    id bigint generated always as identity constraint act_pk primary key,
    at timestamptz not null default clock_timestamp(),
    actor_kind text not null constraint act_actor_kind check (actor_kind in ('staff', 'person', 'system')),
    account_id bigint,
    role text,
    act text not null,
    subject_kind text not null,
    subject text not null,
    championship text,
    heat text,
    reason_code text,
    detail text not null default '{}',
    request_id text,
    constraint act_staff_has_account check ((actor_kind = 'staff') = (account_id is not null)),
    constraint act_detail_is_json check (jsonb_typeof(detail::jsonb) = 'object')
);
comment on table audit.act is 'One row per change by anyone. Ids and codes only, never personal data. Append-only.';
comment on column audit.act.subject is 'The code of what was acted upon.';
comment on column audit.act.detail is 'Codes and numbers as JSON text, kept byte for byte because it is hashed.';

create index act_by_account on audit.act (account_id, id desc) where account_id is not null;
create index act_by_act on audit.act (act, id desc);
create index act_by_subject on audit.act (subject, id desc);
create index act_by_time on audit.act (at, id);

create table audit.block (
    number bigint constraint block_pk primary key constraint block_number_positive check (number > 0),
    sealed_at timestamptz not null,
    first_act bigint not null,
    last_act bigint not null,
    act_count integer not null constraint block_not_empty check (act_count > 0),
    previous_hash bytea not null constraint block_previous_hash_length check (octet_length(previous_hash) = 32),
    hash bytea not null constraint block_hash_length check (octet_length(hash) = 32)
);
comment on table audit.block is 'A sealed run of acts. Its hash covers every act in it and, through the block before, all earlier ones.';

create table audit.sealed_act (
    act_id bigint constraint sealed_act_pk primary key
        constraint sealed_act_act references audit.act (id),
    block_number bigint not null constraint sealed_act_block references audit.block (number),
    position integer not null constraint sealed_act_position_positive check (position > 0),
    hash bytea not null constraint sealed_act_hash_length check (octet_length(hash) = 32),
    constraint sealed_act_position_once unique (block_number, position)
);
comment on table audit.sealed_act is 'Which block holds an act, and the chain''s value after it, so that a verifier can name the first bad row.';

create function audit.field(value text) returns bytea
    language sql immutable parallel safe
    return case
        when value is null then int4send(-1)
        else int4send(octet_length(convert_to(value, 'UTF8'))) || convert_to(value, 'UTF8')
    end;
comment on function audit.field is 'A text as the chain hashes it: its length in bytes, then the bytes; -1 for none.';

create function audit.canonical(a audit.act) returns bytea
    language sql stable parallel safe
    return int8send(a.id)
        || int8send((extract(epoch from a.at) * 1000000)::bigint)
        || audit.field(a.actor_kind)
        || audit.field(a.account_id::text)
        || audit.field(a.role)
        || audit.field(a.act)
        || audit.field(a.subject_kind)
        || audit.field(a.subject)
        || audit.field(a.championship)
        || audit.field(a.heat)
        || audit.field(a.reason_code)
        || audit.field(a.detail)
        || audit.field(a.request_id);
comment on function audit.canonical is 'The bytes of one act as the chain hashes them.';

-- Seals every committed act that no block holds yet. An act may commit after one with a higher id, so membership is a
-- row, not a range. Looking back is limited to what can still have been open: time limits end the service's transactions
-- well within two minutes; p_everything looks at the whole table, for the first pass after a start and now and then.
create function audit.seal(p_everything boolean default false) returns integer
    language plpgsql
    security definer
    set search_path = pg_catalog, pg_temp
as $$
declare
    v_from bigint := 0;
    v_number bigint;
    v_sealed_at timestamptz := clock_timestamp();
    v_previous bytea;
    v_chain bytea;
    v_count integer := 0;
    v_first bigint;
    v_last bigint;
    v_acts bigint[] := '{}';
    v_hashes bytea[] := '{}';
    v_act audit.act;
begin
    if not pg_try_advisory_xact_lock(hashtextextended('audit.seal', 0)) then
        return 0;
    end if;

    if not p_everything then
        -- Not all older blocks: the chain may be long, and a bound that is a little low costs little.
        select coalesce(max(old.last_act), 0) into v_from
        from (
            select b.last_act
            from audit.block b
            where b.sealed_at < clock_timestamp() - interval '2 minutes'
            order by b.number desc
            limit 100
        ) old;
    end if;

    select b.number, b.hash into v_number, v_previous
    from audit.block b
    order by b.number desc
    limit 1;
    v_number := coalesce(v_number, 0) + 1;
    v_previous := coalesce(v_previous, decode(repeat('00', 32), 'hex'));
    v_chain := sha256(v_previous || int8send(v_number) || int8send((extract(epoch from v_sealed_at) * 1000000)::bigint));

    for v_act in
        select a.*
        from audit.act a
        where a.id > v_from
          and not exists (select from audit.sealed_act s where s.act_id = a.id)
        order by a.id
        limit 20000
    loop
        v_chain := sha256(v_chain || audit.canonical(v_act));
        v_count := v_count + 1;
        v_acts[v_count] := v_act.id;
        v_hashes[v_count] := v_chain;
        v_first := coalesce(v_first, v_act.id);
        v_last := v_act.id;
    end loop;
    if v_count = 0 then
        return 0;
    end if;

    insert into audit.block (number, sealed_at, first_act, last_act, act_count, previous_hash, hash)
    values (v_number, v_sealed_at, v_first, v_last, v_count, v_previous, v_chain);
    insert into audit.sealed_act (act_id, block_number, position, hash)
    select t.act_id, v_number, t.position, t.hash
    from unnest(v_acts, v_hashes) with ordinality as t (act_id, hash, position);
    return v_count;
end
$$;
comment on function audit.seal is 'Chains committed acts into the next block; answers how many. One sealer at a time.';

-- The backstop behind the missing privileges: nobody changes the record by a slip, the owner included.
create function audit.refuse_change() returns trigger
    language plpgsql
as $$
begin
    raise exception 'the audit record is append-only' using errcode = 'insufficient_privilege';
end
$$;
comment on function audit.refuse_change is 'Refuses any change of the audit record.';

create trigger act_append_only before update or delete on audit.act for each row execute function audit.refuse_change();
create trigger act_no_truncate before truncate on audit.act for each statement execute function audit.refuse_change();
create trigger block_append_only before update or delete on audit.block for each row execute function audit.refuse_change();
create trigger block_no_truncate before truncate on audit.block for each statement execute function audit.refuse_change();
create trigger sealed_act_append_only before update or delete on audit.sealed_act
    for each row execute function audit.refuse_change();
create trigger sealed_act_no_truncate before truncate on audit.sealed_act
    for each statement execute function audit.refuse_change();

create view audit.head as
select b.number, b.sealed_at, b.act_count, b.hash
from audit.block b
order by b.number desc
limit 1;
comment on view audit.head is 'The latest sealed block, shown to everyone: whoever noted it can prove later that nothing before it changed.';

revoke all on all tables in schema audit from public, agon_app, agon_public;
revoke all on function audit.seal(boolean) from public;
grant usage on schema audit to agon_app, agon_public;
grant select on audit.act to agon_app;
-- Number and time are the database's to give.
grant insert (actor_kind, account_id, role, act, subject_kind, subject, championship, heat, reason_code, detail, request_id)
    on audit.act to agon_app;
grant select on audit.block, audit.sealed_act, audit.head to agon_app;
grant select on audit.head to agon_public;
grant execute on function audit.seal(boolean) to agon_app;
