#include "registration/ledger.hpp"

#include <fmt/format.h>

#include "audit/store_verification.hpp"

namespace agon::registration {
namespace {

constexpr auto kHeats = R"sql(
    select id, code, last_number, encode(ledger_hash, 'hex') from core.heat order by id
)sql";
constexpr auto kLines = R"sql(
    select number, code, (extract(epoch from received_at) * 1000000)::bigint, encode(receipt_hash, 'hex')
    from core.entry
    where heat_id = $1 and number > $2
    order by number
    limit 5000
)sql";

// NOLINTBEGIN(bugprone-unchecked-optional-access): columns that are never NULL
std::int64_t numberIn(const std::optional<std::string>& text) {
    return std::stoll(*text);
}

crypto::Digest digestIn(const std::optional<std::string>& hex) {
    return audit::parseHash(*hex).value_or(crypto::Digest{});
}

LedgerVerifier verifyHeat(BlockingConnection& connection, const BlockingConnection::TextRow& heat) {
    LedgerVerifier verifier{*heat[1]};
    std::string after = "0";
    while (!verifier.finding()) {
        const auto rows = connection.query(kLines, {*heat[0], after});
        if (rows.empty()) break;
        for (const auto& row : rows) {
            const Instant at{
                std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{numberIn(row[2])}}};
            verifier.line(numberIn(row[0]), *row[1], at, digestIn(row[3]));
        }
        after = *rows.back()[0];
    }
    verifier.end(numberIn(heat[2]), digestIn(heat[3]));
    return verifier;
}
// NOLINTEND(bugprone-unchecked-optional-access)

}  // namespace

crypto::Digest receiptOf(const crypto::Digest& previous, std::string_view heat, std::int64_t number,
                         std::string_view code, Instant receivedAt) {
    const auto text = fmt::format("{}|{}|{}|{}", heat, number, code, receivedAt.at.time_since_epoch().count());
    crypto::Bytes message{previous.begin(), previous.end()};
    const auto bytes = crypto::bytesOf(text);
    message.insert(message.end(), bytes.begin(), bytes.end());
    return crypto::sha256(message);
}

void LedgerVerifier::found(std::int64_t number, std::string what) {
    if (!finding_) finding_ = LedgerFinding{heat_, number, std::move(what)};
}

void LedgerVerifier::line(std::int64_t number, std::string_view code, Instant receivedAt,
                          const crypto::Digest& receipt) {
    if (finding_) return;
    if (number != number_ + 1) {
        found(number_ + 1, "a line is missing");
    } else if (receivedAt < receivedAt_) {
        found(number, "it is stamped earlier than the line before it");
    } else if (receiptOf(last_, heat_, number, code, receivedAt) != receipt) {
        found(number, "its receipt does not follow from what it says and the line before it");
    }
    number_ = number;
    receivedAt_ = receivedAt;
    last_ = receipt;
}

void LedgerVerifier::end(std::int64_t lastNumber, const crypto::Digest& lastReceipt) {
    if (finding_) return;
    if (lastNumber != number_) {
        found(std::min(lastNumber, number_) + 1,
              lastNumber > number_ ? "the last lines are missing" : "lines were added");
    } else if (lastReceipt != last_) {
        found(lastNumber, "the heat's own last receipt is another one");
    }
}

LedgerReport verifyLedgers(BlockingConnection& connection) {
    connection.run("begin isolation level repeatable read read only");
    LedgerReport report;
    for (const auto& heat : connection.query(kHeats)) {
        const auto verifier = verifyHeat(connection, heat);
        ++report.heats;
        report.lines += verifier.lines();
        if (verifier.finding()) {
            report.finding = verifier.finding();
            break;
        }
    }
    connection.run("rollback");
    return report;
}

}  // namespace agon::registration
