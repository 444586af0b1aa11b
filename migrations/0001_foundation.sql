-- The four schemas, the two roles the service works as, and the memory behind Idempotency-Key.

create schema vault;
comment on schema vault is 'Personal data and nothing else. Reached through one module and by agon_app only.';
create schema core;
comment on schema core is 'The championship: codes, ids, results, approved nicknames.';
create schema audit;
comment on schema audit is 'The record of acts. Append-only.';
create schema if not exists ops;
comment on schema ops is 'What the service needs to run: migrations, idempotency, sessions, outbox.';

-- Roles belong to the whole cluster: another database of it may have made them already, or may be doing so now.
do $$
begin
    create role agon_app nologin;
exception when duplicate_object or unique_violation then null;
end
$$;
do $$
begin
    create role agon_public nologin;
exception when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
    execute format('grant agon_app, agon_public to %I', current_user);
exception when invalid_grant_operation or insufficient_privilege then
    -- A superuser needs no membership, and whoever made the roles has given what they meant to give.
    null;
end
$$;

revoke all on schema vault, core, audit, ops from public;
grant usage on schema vault, core, audit, ops to agon_app;
grant usage on schema core to agon_public;
-- Readiness compares what is migrated with what the program knows.
grant select on ops.migration to agon_app;

create table ops.idempotency (
    key_hash bytea not null
        constraint idempotency_key_hash_length check (octet_length(key_hash) = 32),
    scope text not null,
    body_hash bytea not null
        constraint idempotency_body_hash_length check (octet_length(body_hash) = 32),
    status integer
        constraint idempotency_status_is_http check (status between 100 and 599),
    outcome jsonb,
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null default clock_timestamp() + interval '24 hours',
    constraint idempotency_pk primary key (key_hash, scope),
    constraint idempotency_complete check ((status is null) = (outcome is null))
);
comment on table ops.idempotency is
    'One row per Idempotency-Key in use: keyed hashes of key and body, and what the answer is rendered from again. No personal data.';
comment on column ops.idempotency.scope is 'The operation and the caller: the same key of another caller is another key.';

create index idempotency_expired on ops.idempotency (expires_at);

grant select, insert, update, delete on ops.idempotency to agon_app;
