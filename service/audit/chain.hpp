#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "audit/model.hpp"

namespace agon::audit {

// The bytes of an act as the chain hashes them. The database's audit.canonical writes the same ones; this is the second
// opinion, made from the rows alone.
std::vector<std::byte> canonical(const Act& act);

// The first thing that is not as it was sealed, as exactly as it can be named.
struct Finding {
    std::optional<std::int64_t> block;  // none for a row that belongs to no block
    std::optional<std::int32_t> position;
    std::optional<std::int64_t> act;
    std::string what;
};

// Recomputes the chain from its first block. Feed it every block by number and after each the rows that claim to belong
// to it, by position; then what is left over. The first thing that is wrong is kept, everything after it is ignored.
class ChainVerifier {
  public:
    // `head`: the hash somebody noted at an earlier time; it must be one of the chain's.
    explicit ChainVerifier(std::optional<Hash> head = {}) : head_{head} {}

    void block(const Block& block);
    // A row of audit.sealed_act with the act it points to; nothing in `act` when that is gone.
    void sealedAct(std::int32_t position, std::int64_t actId, const Hash& hash, const std::optional<Act>& act);
    // No more blocks.
    void finish();

    // A row of audit.sealed_act whose block is not there.
    void strayAct(std::int64_t block, std::int64_t actId);
    // An act that no block holds. It is the tail that will be sealed within seconds, unless it has been there for long
    // while later ones were sealed.
    void unsealedAct(std::int64_t actId, Instant at, Instant now);

    const std::optional<Finding>& finding() const { return finding_; }
    std::int64_t blocks() const { return blocks_; }
    std::int64_t acts() const { return acts_; }
    std::int64_t unsealed() const { return unsealed_; }
    const Hash& last() const { return previous_; }
    // The first act that says it is older than a transaction can have been when the block before its own was sealed:
    // the clock was set, or it was written with a time of somebody's choice.
    const std::optional<std::int64_t>& backdated() const { return backdated_; }

  private:
    void closeBlock();
    void report(std::string what, std::optional<std::int32_t> position = {}, std::optional<std::int64_t> act = {});

    std::optional<Hash> head_;
    bool headSeen_ = false;
    std::optional<Finding> finding_;
    std::optional<Block> open_;
    std::optional<Instant> previousSealedAt_;
    std::optional<std::int64_t> backdated_;
    Hash previous_{};
    Hash chain_{};
    std::int32_t position_ = 0;
    std::int64_t lowest_ = 0;
    std::int64_t highest_ = 0;
    std::int64_t highestOfAll_ = 0;
    std::int64_t blocks_ = 0;
    std::int64_t acts_ = 0;
    std::int64_t unsealed_ = 0;
};

}  // namespace agon::audit
