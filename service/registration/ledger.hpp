#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "platform/crypto/digest.hpp"
#include "platform/migrate/connection.hpp"
#include "platform/time/instant.hpp"

namespace agon::registration {

// The chain's value after a line: what it says of an entry, behind the value before it.
crypto::Digest receiptOf(const crypto::Digest& previous, std::string_view heat, std::int64_t number,
                         std::string_view code, Instant receivedAt);

struct LedgerFinding {
    std::string heat;
    std::int64_t number = 0;  // of the first bad line; where it should stand when it is missing
    std::string what;
};

// Recomputes the ledger of one heat, line by line in the order of the numbers, and keeps the first fault.
class LedgerVerifier {
  public:
    explicit LedgerVerifier(std::string heat) : heat_(std::move(heat)) {}

    void line(std::int64_t number, std::string_view code, Instant receivedAt, const crypto::Digest& receipt);
    // What the heat itself says of its last line.
    void end(std::int64_t lastNumber, const crypto::Digest& lastReceipt);

    const std::optional<LedgerFinding>& finding() const { return finding_; }
    std::int64_t lines() const { return number_; }

  private:
    void found(std::int64_t number, std::string what);

    std::string heat_;
    std::int64_t number_ = 0;
    Instant receivedAt_{std::chrono::sys_time<std::chrono::microseconds>::min()};
    crypto::Digest last_{};
    std::optional<LedgerFinding> finding_;
};

struct LedgerReport {
    std::optional<LedgerFinding> finding;
    std::int64_t heats = 0;
    std::int64_t lines = 0;
};

// Every heat of every championship, as of one moment, up to the first fault. `connection` is the owner's.
LedgerReport verifyLedgers(BlockingConnection& connection);

}  // namespace agon::registration
