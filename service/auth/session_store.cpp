#include "auth/session_store.hpp"

#include <utility>

namespace agon::auth {
namespace {

constexpr Sql kInsert{"auth.insert_session", R"sql(
    insert into ops.session (account_id, code, nonce, second_factor, user_agent, network, expires_at,
                             reauthenticated_at)
    values ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7), clock_timestamp())
    returning id
)sql"};
constexpr Sql kFind{"auth.find_session", R"sql(
    select s.id, s.code, s.account_id, s.generation, s.nonce, s.rotated_at, clock_timestamp() as now
    from ops.session s
    where s.code = $1 and s.ended_at is null and s.expires_at > clock_timestamp()
      and s.last_used_at > clock_timestamp() - make_interval(secs => $2)
)sql"};
constexpr Sql kLock{"auth.lock_session", "select id from ops.session where code = $1 for update"};
constexpr Sql kRotate{"auth.rotate_session", R"sql(
    update ops.session
    set generation = generation + 1, rotated_at = clock_timestamp(), last_used_at = clock_timestamp()
    where id = $1
)sql"};
constexpr Sql kEnd{"auth.end_session", R"sql(
    update ops.session set ended_at = clock_timestamp(), end_reason = $2 where id = $1 and ended_at is null
)sql"};
constexpr Sql kEndAll{"auth.end_sessions", R"sql(
    update ops.session
    set ended_at = clock_timestamp(), end_reason = $2
    where account_id = $1 and ended_at is null and id is distinct from $3
)sql"};
constexpr Sql kList{"auth.list_sessions", R"sql(
    select code, created_at, last_used_at, user_agent, network
    from ops.session
    where account_id = $1 and ended_at is null and expires_at > clock_timestamp()
      and last_used_at > clock_timestamp() - make_interval(secs => $2)
    order by last_used_at desc
    limit 200
)sql"};
constexpr Sql kSecondFactor{"auth.note_second_factor", "update ops.session set second_factor = true where id = $1"};
constexpr Sql kNoSecondFactor{"auth.forget_second_factor", R"sql(
    update ops.session set second_factor = false where account_id = $1 and ended_at is null
)sql"};
constexpr Sql kPassword{"auth.note_password", R"sql(
    update ops.session set reauthenticated_at = clock_timestamp() where id = $1
)sql"};
constexpr Sql kFindCaller{"auth.find_caller", R"sql(
    select a.id as account_id, a.code as account_code, s.id as session_id, s.second_factor,
           coalesce(s.reauthenticated_at > clock_timestamp() - make_interval(secs => $5), false) as password_lately,
           g.id as grant_id, g.role, g.championship_id, g.heat_id, g.is_rehearsal
    from ops.session s
    join ops.account a on a.id = s.account_id
    left join ops.held_grant g on g.account_id = a.id
    where s.code = $1 and s.ended_at is null and s.expires_at > clock_timestamp()
      and s.last_used_at > clock_timestamp() - make_interval(secs => $4)
      and a.code = $2 and a.state = 'active' and a.security_version = $3
    order by g.id
)sql"};
constexpr Sql kStanding{"auth.find_standing", R"sql(
    select s.code, s.second_factor,
           array(select g.id from ops.role_grant g where g.account_id = a.id order by g.id) as grants
    from ops.session s
    join ops.account a on a.id = s.account_id
    where s.code = any($1) and s.ended_at is null and s.expires_at > clock_timestamp()
      and s.last_used_at > clock_timestamp() - make_interval(secs => $2) and a.state = 'active'
)sql"};
constexpr Sql kPurgeSessions{"auth.purge_sessions", R"sql(
    delete from ops.session
    where id in (select id from ops.session
                 where coalesce(ended_at, expires_at) < clock_timestamp() - interval '30 days' limit 1000)
)sql"};
constexpr Sql kPurgeLinks{"auth.purge_links", R"sql(
    delete from ops.one_time_link
    where id in (select id from ops.one_time_link where expires_at < clock_timestamp() - interval '30 days' limit 1000)
)sql"};
constexpr Sql kPurgeBuckets{"auth.purge_buckets", R"sql(
    delete from ops.throttle
    where bucket in (select bucket from ops.throttle where at < clock_timestamp() - interval '1 day' limit 1000)
)sql"};

template <class Rep, class Period>
double seconds(std::chrono::duration<Rep, Period> time) {
    return std::chrono::duration<double>{time}.count();
}

std::string_view nameOf(SessionEnd why) {
    switch (why) {
        case SessionEnd::SignOut:
            return "sign-out";
        case SessionEnd::Ended:
            return "ended";
        case SessionEnd::Reuse:
            return "reuse";
        case SessionEnd::Password:
            return "password";
        case SessionEnd::Disabled:
            return "disabled";
    }
    std::unreachable();
}

}  // namespace

Task<SessionId> insertSession(Tx& tx, NewSession session) {
    const auto values = params(session.account, session.code, session.nonce, session.secondFactor, session.userAgent,
                               session.network, seconds(kSessionLifetime));
    const auto rows = co_await tx.query(kInsert, values);
    co_return rows.front().get<SessionId>("id");
}

Task<std::optional<OpenSession>> lockSession(Tx& tx, std::string code) {
    const auto locked = co_await tx.query(kLock, params(code));
    if (locked.empty()) co_return std::nullopt;
    auto session = co_await findSession(tx, std::move(code));
    co_return session;
}

Task<std::optional<OpenSession>> findSession(Tx& tx, std::string code) {
    const auto rows = co_await tx.query(kFind, params(code, seconds(kSessionIdle)));
    if (rows.empty()) co_return std::nullopt;
    const auto row = rows.front();
    co_return OpenSession{.id = row.get<SessionId>("id"),
                          .code = row.get<std::string>("code"),
                          .account = row.get<AccountId>("account_id"),
                          .refresh = {.generation = row.get<std::int32_t>("generation"),
                                      .nonce = row.get<Bytes>("nonce"),
                                      .rotatedAt = row.get<Instant>("rotated_at")},
                          .now = row.get<Instant>("now")};
}

Task<void> rotateSession(Tx& tx, SessionId id) {
    co_await tx.execute(kRotate, params(id));
}

Task<void> endSession(Tx& tx, SessionId id, SessionEnd why) {
    co_await tx.execute(kEnd, params(id, nameOf(why)));
}

Task<std::int64_t> endSessions(Tx& tx, AccountId account, SessionEnd why, std::optional<SessionId> except) {
    const auto ended = co_await tx.execute(kEndAll, params(account, nameOf(why), except));
    co_return ended;
}

Task<std::vector<ListedSession>> listSessions(Db& db, AccountId account) {
    const auto rows = co_await db.query(kList, params(account, seconds(kSessionIdle)));
    std::vector<ListedSession> sessions;
    sessions.reserve(rows.size());
    for (const auto row : rows) {
        sessions.push_back({row.get<std::string>("code"), row.get<Instant>("created_at"),
                            row.get<Instant>("last_used_at"), row.get<std::string>("user_agent"),
                            row.get<std::string>("network")});
    }
    co_return sessions;
}

Task<void> noteSecondFactor(Tx& tx, SessionId id) {
    co_await tx.execute(kSecondFactor, params(id));
}

Task<void> forgetSecondFactor(Tx& tx, AccountId account) {
    co_await tx.execute(kNoSecondFactor, params(account));
}

Task<void> notePassword(Tx& tx, SessionId id) {
    co_await tx.execute(kPassword, params(id));
}

Task<std::optional<Caller>> findCaller(Db& db, std::string sessionCode, std::string accountCode,
                                       std::int32_t securityVersion, bool rehearsal) {
    const auto values =
        params(sessionCode, accountCode, securityVersion, seconds(kSessionIdle), seconds(kPasswordIsFresh));
    const auto rows = co_await db.query(kFindCaller, values);
    if (rows.empty()) co_return std::nullopt;
    Caller caller;
    const auto first = rows.front();
    caller.account = first.get<AccountId>("account_id");
    caller.accountCode = first.get<std::string>("account_code");
    caller.session = first.get<SessionId>("session_id");
    caller.sessionCode = sessionCode;
    caller.showedSecondFactor = first.get<bool>("second_factor");
    caller.gavePasswordLately = first.get<bool>("password_lately");
    for (const auto row : rows) {
        const auto id = row.get<std::optional<GrantId>>("grant_id");
        const auto role = roleNamed(row.get<std::optional<std::string>>("role").value_or(""));
        if (!id || !role) continue;
        caller.granted.push_back({.id = *id,
                                  .role = *role,
                                  .championship = row.get<std::optional<Id<Championship>>>("championship_id"),
                                  .heat = row.get<std::optional<Id<Heat>>>("heat_id"),
                                  .isRehearsal = rehearsal || row.get<bool>("is_rehearsal")});
    }
    const auto shown = caller.showedSecondFactor ? SecondFactor::Shown : SecondFactor::NotShown;
    caller.awake = awakeGrants(caller.granted, shown);
    co_return caller;
}

Task<std::vector<Standing>> findStanding(Db& db, std::vector<std::string> sessionCodes) {
    const auto rows = co_await db.query(kStanding, params(sessionCodes, seconds(kSessionIdle)));
    std::vector<Standing> found;
    found.reserve(rows.size());
    for (const auto row : rows) {
        found.push_back({.sessionCode = row.get<std::string>("code"),
                         .showedSecondFactor = row.get<bool>("second_factor"),
                         .grants = row.get<std::vector<GrantId>>("grants")});
    }
    co_return found;
}

Standing standingOf(const Caller& caller) {
    Standing standing{.sessionCode = caller.sessionCode, .showedSecondFactor = caller.showedSecondFactor, .grants = {}};
    for (const auto& grant : caller.granted) standing.grants.push_back(grant.id);
    return standing;
}

Task<void> purgeOldSessions(Tx& tx) {
    co_await tx.execute(kPurgeSessions);
    co_await tx.execute(kPurgeLinks);
    co_await tx.execute(kPurgeBuckets);
}

}  // namespace agon::auth
