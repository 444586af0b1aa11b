#include "audit/store_verification.hpp"

#include <fmt/format.h>
#include <sodium.h>

namespace agon::audit {
namespace {

using TextRow = BlockingConnection::TextRow;

// Times as the chain hashes them. What is not a moment cannot have been sealed, and 0 will not match.
constexpr auto kOpenChain = R"sql(
    declare audit_chain no scroll cursor for
    select b.number, case when isfinite(b.sealed_at) then (extract(epoch from b.sealed_at) * 1000000)::bigint else 0 end,
           b.first_act, b.last_act, b.act_count, encode(b.previous_hash, 'hex'), encode(b.hash, 'hex'),
           s.position, s.act_id, encode(s.hash, 'hex'),
           a.id, case when isfinite(a.at) then (extract(epoch from a.at) * 1000000)::bigint else 0 end,
           a.actor_kind, a.account_id, a.role, a.act, a.subject_kind, a.subject, a.championship, a.heat, a.reason_code,
           a.detail, a.request_id
    from audit.block b
    left join audit.sealed_act s on s.block_number = b.number
    left join audit.act a on a.id = s.act_id
    order by b.number, s.position, s.act_id
)sql";
constexpr auto kNextOfChain = "fetch 2000 from audit_chain";
constexpr auto kCloseChain = "close audit_chain";

constexpr auto kFindStray = R"sql(
    select s.block_number, s.act_id
    from audit.sealed_act s
    where not exists (select from audit.block b where b.number = s.block_number)
    order by s.block_number, s.position
    limit 1
)sql";

constexpr auto kOpenUnsealed = R"sql(
    declare audit_unsealed no scroll cursor for
    select a.id, case when isfinite(a.at) then (extract(epoch from a.at) * 1000000)::bigint else 0 end,
           (extract(epoch from clock_timestamp()) * 1000000)::bigint
    from audit.act a
    where not exists (select from audit.sealed_act s where s.act_id = a.id)
    order by a.id
)sql";
constexpr auto kNextUnsealed = "fetch 2000 from audit_unsealed";
constexpr auto kCloseUnsealed = "close audit_unsealed";

// NOLINTBEGIN(bugprone-unchecked-optional-access): columns that are never NULL, by the joins above
std::int64_t numberOf(const std::optional<std::string>& text) {
    return std::stoll(*text);
}

Instant instantOf(const std::optional<std::string>& microseconds) {
    return Instant{std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{numberOf(microseconds)}}};
}

Hash hashOf(const std::optional<std::string>& hex) {
    return parseHash(*hex).value_or(Hash{});
}

Block blockOf(const TextRow& row) {
    return {.number = numberOf(row[0]),
            .sealedAt = instantOf(row[1]),
            .firstAct = numberOf(row[2]),
            .lastAct = numberOf(row[3]),
            .actCount = static_cast<std::int32_t>(numberOf(row[4])),
            .previousHash = hashOf(row[5]),
            .hash = hashOf(row[6])};
}

std::optional<Act> actOf(const TextRow& row) {
    if (!row[10]) return std::nullopt;
    return Act{.id = numberOf(row[10]),
               .at = instantOf(row[11]),
               .actorKind = *row[12],
               .account = row[13] ? std::optional{numberOf(row[13])} : std::nullopt,
               .role = row[14],
               .act = *row[15],
               .subjectKind = *row[16],
               .subject = *row[17],
               .championship = row[18],
               .heat = row[19],
               .reasonCode = row[20],
               .detail = *row[21],
               .requestId = row[22]};
}

void readChain(BlockingConnection& connection, ChainVerifier& verifier) {
    connection.run(kOpenChain);
    std::int64_t current = 0;
    for (auto rows = connection.query(kNextOfChain); !rows.empty() && !verifier.finding();
         rows = connection.query(kNextOfChain)) {
        for (const auto& row : rows) {
            const auto block = blockOf(row);
            if (std::exchange(current, block.number) != block.number) verifier.block(block);
            if (!row[8]) continue;  // a block without rows
            verifier.sealedAct(static_cast<std::int32_t>(numberOf(row[7])), numberOf(row[8]), hashOf(row[9]),
                               actOf(row));
        }
    }
    connection.run(kCloseChain);
}

void readLeftovers(BlockingConnection& connection, ChainVerifier& verifier) {
    const auto stray = connection.query(kFindStray);
    if (!stray.empty()) verifier.strayAct(numberOf(stray[0][0]), numberOf(stray[0][1]));
    connection.run(kOpenUnsealed);
    for (auto rows = connection.query(kNextUnsealed); !rows.empty(); rows = connection.query(kNextUnsealed)) {
        for (const auto& row : rows) verifier.unsealedAct(numberOf(row[0]), instantOf(row[1]), instantOf(row[2]));
    }
    connection.run(kCloseUnsealed);
}
// NOLINTEND(bugprone-unchecked-optional-access)

}  // namespace

ChainVerifier verifyRecordHere(BlockingConnection& connection, std::optional<Hash> head) {
    ChainVerifier verifier{head};
    readChain(connection, verifier);
    verifier.finish();
    readLeftovers(connection, verifier);
    return verifier;
}

ChainVerifier verifyRecord(BlockingConnection& connection, std::optional<Hash> head) {
    connection.run("begin isolation level repeatable read, read only");
    auto verifier = verifyRecordHere(connection, head);
    connection.run("commit");
    return verifier;
}

std::optional<Hash> parseHash(std::string_view text) {
    Hash hash{};
    std::size_t size = 0;
    const char* end = nullptr;
    const bool whole = sodium_hex2bin(reinterpret_cast<unsigned char*>(hash.data()), hash.size(), text.data(),
                                      text.size(), nullptr, &size, &end) == 0 &&
                       size == hash.size() && end == text.data() + text.size();
    return whole ? std::optional{hash} : std::nullopt;
}

std::string formatHash(const Hash& hash) {
    std::string text;
    for (const auto byte : hash) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

}  // namespace agon::audit
