-- Effects outside the database wait here, written in the transaction of the act that wants them. A message names its
-- reader and its template; the address, the language and whether the reader still wants mail are looked up when it is
-- sent, so that nothing personal is kept and an erasure or a refusal takes effect on what already waits.

create table ops.outbox (
    id bigint generated always as identity constraint outbox_pk primary key,
    code text not null constraint outbox_code_once unique,
    message_id text not null constraint outbox_message_id_once unique,
    message_domain text,
    created_at timestamptz not null default clock_timestamp(),
    reader_kind text not null constraint outbox_reader_kind check (reader_kind in ('staff', 'person')),
    reader_id bigint not null,
    template text not null,
    facts jsonb not null default '{}' constraint outbox_facts_object check (jsonb_typeof(facts) = 'object'),
    state text not null default 'waiting'
        constraint outbox_state check (state in ('waiting', 'sent', 'shown', 'refused', 'failed', 'expired')),
    attempts integer not null default 0 constraint outbox_attempts check (attempts >= 0),
    next_attempt_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz,
    settled_at timestamptz,
    last_error text,
    version integer not null default 1,
    constraint outbox_settled check ((state = 'waiting') = (settled_at is null))
);
comment on table ops.outbox is 'Mail to be sent, at least once, in order per reader. Codes only; the address stays in the vault.';
comment on column ops.outbox.message_id is 'Random; with message_domain it is the Message-ID of every copy that is ever sent.';
comment on column ops.outbox.message_domain is 'The sender''s domain at the first try, kept for the later ones.';
comment on column ops.outbox.next_attempt_at is
    'Moved into the future when a try begins, so that one that never reports back is made again.';
comment on column ops.outbox.facts is 'What the template needs besides the reader: codes, instants, ids of one-time links. Never personal data.';
comment on column ops.outbox.last_error is 'A code of the failure, never the mail server''s words: they may quote the address.';

create index outbox_due on ops.outbox (next_attempt_at, id) where state = 'waiting';
create index outbox_per_reader on ops.outbox (reader_kind, reader_id, id) where state = 'waiting';
create index outbox_by_state on ops.outbox (state, id desc);

grant select, insert, update on ops.outbox to agon_app;
