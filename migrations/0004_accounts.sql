-- The staff: accounts, what each may do and where, sessions, one-time links, and the buckets that limit guessing. Names
-- and addresses are in the vault; everything else knows an account by its id or code.

-- Grants name a championship or a heat, so both exist from here on; what they are like comes with registration.
create table core.championship (
    id bigint generated always as identity constraint championship_pk primary key,
    slug text not null constraint championship_slug_once unique
        constraint championship_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
    kind text not null constraint championship_kind check (kind in ('real', 'rehearsal', 'demo')),
    created_at timestamptz not null default clock_timestamp()
);
comment on table core.championship is 'One edition of the championship.';
comment on column core.championship.kind is 'Whether real people''s places depend on it. A rehearsal and the demonstration are free of some duties.';

create table core.heat (
    id bigint generated always as identity constraint heat_pk primary key,
    championship_id bigint not null constraint heat_championship references core.championship (id),
    code text not null constraint heat_code_once unique,
    constraint heat_of_championship unique (championship_id, id)
);
comment on table core.heat is 'One event of a championship at one place: a city heat, a city final, the national final.';

create table ops.account (
    id bigint generated always as identity constraint account_pk primary key,
    code text not null constraint account_code_once unique,
    organiser text not null constraint account_organiser check (organiser in ('organising', 'hosting')),
    language text not null constraint account_language check (language in ('el', 'en')),
    state text not null default 'invited' constraint account_state check (state in ('invited', 'active', 'disabled')),
    password_hash text,
    security_version integer not null default 1,
    totp_secret bytea,
    totp_confirmed_at timestamptz,
    totp_last_step bigint not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    last_sign_in_at timestamptz,
    version integer not null default 1,
    constraint account_active_has_password check (state <> 'active' or password_hash is not null),
    constraint account_totp_confirmed_has_secret check (totp_confirmed_at is null or totp_secret is not null)
);
comment on table ops.account is 'A member of the staff, without name or address: those are in vault.staff.';
comment on column ops.account.password_hash is 'Argon2id, as a PHC string.';
comment on column ops.account.security_version is 'Goes up when the password changes or the account is disabled; access tokens of an earlier one are refused.';
comment on column ops.account.totp_secret is 'Sealed under the server''s key; it counts once totp_confirmed_at is set.';
comment on column ops.account.totp_last_step is 'The step of the last code that was accepted: no code is good twice.';

create table vault.staff (
    account_id bigint constraint staff_pk primary key constraint staff_account references ops.account (id),
    email text,
    email_folded text constraint staff_email_once unique,
    display_name text not null default '',
    constraint staff_email_whole check ((email is null) = (email_folded is null))
);
comment on table vault.staff is 'Name and address of a member of the staff. No address yet for a first director who has not come in.';

create table ops.role_grant (
    id bigint generated always as identity constraint role_grant_pk primary key,
    code text not null constraint role_grant_code_once unique,
    account_id bigint not null constraint role_grant_account references ops.account (id),
    role text not null constraint role_grant_role check (role in
        ('director', 'organiser', 'desk', 'head-judge', 'table-judge', 'privacy-officer', 'venue-host', 'auditor')),
    championship_id bigint constraint role_grant_championship references core.championship (id),
    heat_id bigint,
    granted_at timestamptz not null default clock_timestamp(),
    constraint role_grant_once unique nulls not distinct (account_id, role, championship_id, heat_id),
    constraint role_grant_heat_of_championship foreign key (championship_id, heat_id)
        references core.heat (championship_id, id),
    constraint role_grant_heat_needs_championship check (heat_id is null or championship_id is not null)
);
comment on table ops.role_grant is 'A role held everywhere, in one championship or in one heat. Who granted it is in the record of acts.';

create table ops.session (
    id bigint generated always as identity constraint session_pk primary key,
    code text not null constraint session_code_once unique,
    account_id bigint not null constraint session_account references ops.account (id),
    nonce bytea not null constraint session_nonce_length check (octet_length(nonce) = 16),
    generation integer not null default 1,
    rotated_at timestamptz not null default clock_timestamp(),
    created_at timestamptz not null default clock_timestamp(),
    last_used_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    ended_at timestamptz,
    end_reason text constraint session_end_reason check (end_reason in
        ('sign-out', 'ended', 'reuse', 'password', 'disabled')),
    second_factor boolean not null,
    reauthenticated_at timestamptz,
    user_agent text not null default '',
    network text not null default '',
    constraint session_ended_for_a_reason check ((ended_at is null) = (end_reason is null))
);
comment on table ops.session is 'A sign-in on one device. The refresh token is derived from id, nonce and generation under the server''s key, so nothing here can be used.';
comment on column ops.session.network is 'The address it began from without its last part, so that its owner recognises it.';
create index session_of_account on ops.session (account_id) where ended_at is null;

create table ops.one_time_link (
    id bigint generated always as identity constraint one_time_link_pk primary key,
    account_id bigint not null constraint one_time_link_account references ops.account (id),
    purpose text not null constraint one_time_link_purpose check (purpose in ('invitation', 'reset')),
    nonce bytea not null constraint one_time_link_nonce_length check (octet_length(nonce) = 16),
    token_hash bytea not null constraint one_time_link_token_once unique,
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    used_at timestamptz
);
comment on table ops.one_time_link is 'A link that lets its holder set a password. The token is derived from purpose and nonce under the server''s key when the mail is written; here is its hash.';
create index one_time_link_of_account on ops.one_time_link (account_id) where used_at is null;

create table ops.recovery_code (
    account_id bigint not null constraint recovery_code_account references ops.account (id),
    code_hash bytea not null,
    used_at timestamptz,
    constraint recovery_code_pk primary key (account_id, code_hash)
);
comment on table ops.recovery_code is 'For who has lost the authenticator: keyed hashes, each good once.';

create table ops.signing_key (
    kid text constraint signing_key_pk primary key,
    salt bytea not null,
    signs_from timestamptz not null,
    trusted_until timestamptz not null,
    constraint signing_key_times check (trusted_until > signs_from)
);
comment on table ops.signing_key is 'Which keys sign access tokens, and when. The keys are derived from salt and the server''s key.';

create table ops.throttle (
    bucket bytea constraint throttle_pk primary key,
    tokens double precision not null,
    at timestamptz not null
);
comment on table ops.throttle is 'How many attempts are left, by keyed hash of what is limited: neither address nor e-mail stands here.';
create index throttle_by_age on ops.throttle (at);

create table vault.reset_wish (
    id bigint generated always as identity constraint reset_wish_pk primary key,
    email_folded text not null,
    created_at timestamptz not null default clock_timestamp()
);
comment on table vault.reset_wish is 'Somebody asked for a new password, known here or not: asking does the same work for both. Gone within seconds.';

grant select on core.championship, core.heat to agon_app, agon_public;
grant insert, update on core.championship, core.heat to agon_app;
grant select, insert, update on ops.account, vault.staff, ops.session, ops.one_time_link, ops.signing_key to agon_app;
grant select, insert, update, delete on ops.role_grant, ops.recovery_code, ops.throttle, vault.reset_wish to agon_app;
grant delete on ops.session, ops.one_time_link, ops.signing_key to agon_app;

create view vault.account as
select a.id, a.code, a.organiser, a.language, a.state, a.password_hash, a.security_version, a.totp_secret,
       a.totp_confirmed_at is not null as totp_enabled, a.totp_last_step, a.last_sign_in_at, a.version,
       s.email, s.email_folded, s.display_name
from ops.account a
join vault.staff s on s.account_id = a.id;
comment on view vault.account is 'An account with its name and address.';

create view ops.held_grant as
select g.id, g.code, g.account_id, g.role, g.championship_id, c.slug as championship, g.heat_id, h.code as heat,
       coalesce(c.kind <> 'real', false) as is_rehearsal
from ops.role_grant g
left join core.championship c on c.id = g.championship_id
left join core.heat h on h.id = g.heat_id;
comment on view ops.held_grant is 'A grant with the names of where it holds.';

grant select on vault.account, ops.held_grant to agon_app;
