#include "platform/http/idempotency.hpp"

#include <algorithm>

#include "platform/db/error.hpp"

namespace agon::http::idempotency {
namespace {

constexpr std::string_view kHeader = "idempotency-key";
constexpr std::string_view kLockNotAvailable = "55P03";

// The insert waits for a transaction that has inserted the same key and not ended yet. An expired row is as good
// as gone.
constexpr Sql kClaim{"idempotency.claim", R"sql(
    insert into ops.idempotency as known (key_hash, scope, body_hash)
    values ($1, $2, $3)
    on conflict on constraint idempotency_pk do update
        set body_hash = excluded.body_hash, status = null, outcome = null,
            created_at = excluded.created_at, expires_at = excluded.expires_at
        where known.expires_at <= clock_timestamp()
    returning key_hash
)sql"};

constexpr Sql kFind{"idempotency.find", R"sql(
    select body_hash, status, outcome from ops.idempotency where key_hash = $1 and scope = $2
)sql"};

constexpr Sql kComplete{"idempotency.complete", R"sql(
    update ops.idempotency set status = $3, outcome = $4 where key_hash = $1 and scope = $2
)sql"};

constexpr Sql kPurge{"idempotency.purge", R"sql(
    delete from ops.idempotency
    where (key_hash, scope) in (select key_hash, scope from ops.idempotency
                                where expires_at <= clock_timestamp()
                                order by expires_at, key_hash, scope limit 1000
                                for update skip locked)
)sql"};

crypto::ByteView viewOf(const crypto::Digest& digest) {
    return digest;
}

bool isVisible(char c) {
    return c > 0x20 && c < 0x7f;
}

}  // namespace

Result<std::optional<Claim>> Keys::claimOf(const Request& request, std::string scope) const {
    const auto key = request.header(std::string{kHeader});
    if (key.empty()) return std::nullopt;
    if (key.size() < 8 || key.size() > 128 || !std::ranges::all_of(key, isVisible)) {
        return problem({FieldError{"Idempotency-Key", FieldFault::BadFormat, "8..128 ASCII"}});
    }
    return Claim{.scope = std::move(scope),
                 .key = crypto::keyedHash(key_, {crypto::bytesOf("key"), crypto::bytesOf(key)}),
                 .body = crypto::keyedHash(key_, {crypto::bytesOf("body"), crypto::bytesOf(request.path()),
                                                  crypto::bytesOf(request.query()), crypto::bytesOf(request.body())})};
}

Task<Result<Begun>> begin(Tx& tx, std::optional<Claim> claim) {
    if (!claim) co_return Begun{};
    try {
        const auto claimed = co_await tx.query(kClaim, params(viewOf(claim->key), claim->scope, viewOf(claim->body)));
        if (!claimed.empty()) co_return Begun{};
    } catch (const DbTimeout& error) {
        if (error.sqlState() != kLockNotAvailable) throw;
        auto busy = problem(ProblemCode::IdempotencyKeyInUse);
        busy.error().retryAfter = std::chrono::seconds{1};
        co_return busy;
    }
    const auto known = co_await tx.query(kFind, params(viewOf(claim->key), claim->scope));
    // Purged between the two statements: as if the client had come a moment later, it may simply try again.
    if (known.empty()) co_return problem(ProblemCode::IdempotencyKeyInUse);
    const auto body = known.front().get<crypto::Bytes>("body_hash");
    if (!std::ranges::equal(body, claim->body)) co_return problem(ProblemCode::IdempotencyKeyReused);
    Outcome outcome{.status = known.front().get<std::int32_t>("status"),
                    .value = known.front().get<nlohmann::json>("outcome")};
    co_return Begun{.replay = std::move(outcome)};
}

Task<void> complete(Tx& tx, std::optional<Claim> claim, Outcome outcome) {
    if (!claim) co_return;
    const auto status = std::int32_t{outcome.status};
    const auto written =
        co_await tx.execute(kComplete, params(viewOf(claim->key), claim->scope, status, outcome.value));
    if (written != 1) throw DbUsageError("an idempotent act was completed without having begun");
}

Task<std::int64_t> purge(Tx& tx) {
    const auto removed = co_await tx.execute(kPurge);
    co_return removed;
}

}  // namespace agon::http::idempotency
