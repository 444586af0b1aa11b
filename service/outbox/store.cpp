#include "outbox/store.hpp"

#include <stdexcept>

#include "outbox/outbox.hpp"
#include "platform/crypto/base64url.hpp"
#include "platform/crypto/random.hpp"
#include "platform/ids/code.hpp"

namespace agon::outbox {
namespace {

constexpr Sql kInsertMessage{"outbox.insert_message", R"sql(
    insert into ops.outbox (code, message_id, reader_kind, reader_id, template, facts, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict on constraint outbox_code_once do nothing
    returning id
)sql"};

// One per reader, so that a reader gets messages in the order of the acts behind them.
constexpr Sql kClaim{"outbox.claim", R"sql(
    with due as (
        select w.id
        from ops.outbox w
        where w.state = 'waiting'
          and w.next_attempt_at <= now()
          and not exists (
              select from ops.outbox e
              where e.state = 'waiting' and e.reader_kind = w.reader_kind and e.reader_id = w.reader_id and e.id < w.id
          )
        order by w.next_attempt_at, w.id
        limit $1
        for update skip locked
    )
    update ops.outbox o
    set attempts = o.attempts + 1,
        next_attempt_at = clock_timestamp() + make_interval(secs => $2),
        message_domain = coalesce(o.message_domain, $3),
        version = o.version + 1
    from due
    where o.id = due.id
    returning o.id, o.code, o.message_id, o.message_domain, o.reader_kind, o.reader_id, o.template, o.facts, o.state,
              o.attempts, o.created_at, o.next_attempt_at, o.expires_at, o.settled_at, o.last_error, o.version
)sql"};

constexpr Sql kExpireDue{"outbox.expire_due", R"sql(
    with due as (
        select w.id
        from ops.outbox w
        where w.state = 'waiting' and w.next_attempt_at <= now() and w.expires_at <= now()
        order by w.next_attempt_at, w.id
        limit 500
        for update skip locked
    )
    update ops.outbox o
    set state = 'expired', settled_at = clock_timestamp(), last_error = 'too-late', version = o.version + 1
    from due
    where o.id = due.id
)sql"};

constexpr Sql kSettle{"outbox.settle", R"sql(
    update ops.outbox
    set state = $3, settled_at = clock_timestamp(), last_error = $4, version = version + 1
    where id = $1 and version = $2 and state = 'waiting'
)sql"};

// Never beyond its last moment, so that it is settled then and does not hold up the reader's next one.
constexpr Sql kDefer{"outbox.defer", R"sql(
    update ops.outbox
    set next_attempt_at = least(clock_timestamp() + make_interval(secs => $3), expires_at), last_error = $4,
        version = version + 1
    where id = $1 and version = $2 and state = 'waiting'
)sql"};

constexpr Sql kListMessages{"outbox.list_messages", R"sql(
    select id, code, message_id, message_domain, reader_kind, reader_id, template, facts, state, attempts, created_at,
           next_attempt_at, expires_at, settled_at, last_error, version
    from ops.outbox
    where ($1::text is null or state = $1) and ($2::bigint is null or id < $2)
    order by id desc
    limit $3
)sql"};

constexpr Sql kCountByState{"outbox.count_by_state", R"sql(
    select state, count(*) as messages from ops.outbox group by state
)sql"};

constexpr Sql kFindMessage{"outbox.find_message", R"sql(
    select id, code, message_id, message_domain, reader_kind, reader_id, template, facts, state, attempts, created_at,
           next_attempt_at, expires_at, settled_at, last_error, version
    from ops.outbox
    where code = $1
)sql"};

constexpr Sql kLockMessage{"outbox.lock_message", R"sql(
    select id, code, message_id, message_domain, reader_kind, reader_id, template, facts, state, attempts, created_at,
           next_attempt_at, expires_at, settled_at, last_error, version
    from ops.outbox
    where code = $1
    for update
)sql"};

constexpr Sql kUpdateToWaiting{"outbox.update_to_waiting", R"sql(
    update ops.outbox
    set state = 'waiting', settled_at = null, attempts = 0, next_attempt_at = clock_timestamp(), expires_at = null,
        version = version + 1
    where id = $1
    returning id, code, message_id, message_domain, reader_kind, reader_id, template, facts, state, attempts, created_at,
              next_attempt_at, expires_at, settled_at, last_error, version
)sql"};

State stateOf(const Row& row) {
    const auto state = stateNamed(row.get<std::string>("state"));
    if (!state) throw std::logic_error("an outbox state without a name");
    return *state;
}

Queued queuedOf(const Row& row) {
    auto messageId = row.get<std::string>("message_id");
    if (const auto domain = row.get<std::optional<std::string>>("message_domain"))
        messageId.append("@").append(*domain);
    const bool staff = row.get<std::string>("reader_kind") == nameOf(Reader::Kind::Staff);
    return {.id = row.get<MessageId>("id"),
            .code = row.get<std::string>("code"),
            .messageId = std::move(messageId),
            .reader = {.kind = staff ? Reader::Kind::Staff : Reader::Kind::Person,
                       .id = row.get<std::int64_t>("reader_id")},
            .mail = row.get<std::string>("template"),
            .facts = row.get<nlohmann::json>("facts"),
            .state = stateOf(row),
            .attempts = row.get<std::int32_t>("attempts"),
            .createdAt = row.get<Instant>("created_at"),
            .nextAttemptAt = row.get<Instant>("next_attempt_at"),
            .expiresAt = row.get<std::optional<Instant>>("expires_at"),
            .settledAt = row.get<std::optional<Instant>>("settled_at"),
            .lastError = row.get<std::optional<std::string>>("last_error"),
            .version = row.get<std::int32_t>("version")};
}

std::vector<Queued> allOf(const Rows& rows) {
    std::vector<Queued> messages;
    messages.reserve(rows.size());
    for (const auto row : rows) messages.push_back(queuedOf(row));
    return messages;
}

std::optional<Queued> firstOf(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional{queuedOf(rows.front())};
}

constexpr std::size_t kMessageIdBytes = 16;

}  // namespace

Task<MessageId> enqueue(Tx& tx, Message message) {
    const auto messageId = crypto::encodeBase64Url(crypto::randomBytes(kMessageIdBytes));
    while (true) {
        const auto values = params(Code::random().text(), messageId, nameOf(message.reader.kind), message.reader.id,
                                   message.mail, message.facts, message.expiresAt);
        const auto rows = co_await tx.query(kInsertMessage, values);
        if (!rows.empty()) co_return rows.front().get<MessageId>("id");  // else the code is taken: another one
    }
}

Task<std::vector<Queued>> claim(Tx& tx, Wish wish) {
    const auto lease = static_cast<double>(wish.lease.count());
    const auto rows = co_await tx.query(kClaim, params(wish.limit, lease, wish.domain));
    co_return allOf(rows);
}

Task<std::int64_t> expireDue(Tx& tx) {
    const auto expired = co_await tx.execute(kExpireDue);
    co_return expired;
}

Task<bool> settle(Tx& tx, Queued message, State state, std::optional<std::string> error) {
    const auto changed = co_await tx.execute(kSettle, params(message.id, message.version, nameOf(state), error));
    co_return changed == 1;
}

Task<bool> defer(Tx& tx, Queued message, std::chrono::seconds wait, std::string error) {
    const auto seconds = static_cast<double>(wait.count());
    const auto changed = co_await tx.execute(kDefer, params(message.id, message.version, seconds, error));
    co_return changed == 1;
}

Task<std::vector<Queued>> listMessages(Db& db, Filter filter) {
    const auto state = filter.state ? std::optional{std::string{nameOf(*filter.state)}} : std::nullopt;
    const auto rows = co_await db.query(kListMessages, params(state, filter.before, filter.limit));
    co_return allOf(rows);
}

Task<std::map<State, std::int64_t>> countByState(Db& db) {
    const auto rows = co_await db.query(kCountByState);
    std::map<State, std::int64_t> counts;
    for (const auto row : rows) counts[stateOf(row)] = row.get<std::int64_t>("messages");
    co_return counts;
}

Task<std::optional<Queued>> findMessage(Db& db, std::string code) {
    const auto rows = co_await db.query(kFindMessage, params(code));
    co_return firstOf(rows);
}

Task<std::optional<Queued>> lockMessage(Tx& tx, std::string code) {
    const auto rows = co_await tx.query(kLockMessage, params(code));
    co_return firstOf(rows);
}

Task<Queued> updateToWaiting(Tx& tx, MessageId id) {
    const auto rows = co_await tx.query(kUpdateToWaiting, params(id));
    co_return queuedOf(rows.front());
}

}  // namespace agon::outbox
