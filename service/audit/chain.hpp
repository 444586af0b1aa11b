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

struct Finding {
    std::int64_t block = 0;
    std::optional<std::int64_t> act;  // the first row that is not as it was sealed, where one can be named
    std::string what;
};

// Recomputes the chain from its first block. Feed it every block by number and after each the rows that claim to belong
// to it, by position; the first thing that is wrong is kept, everything after it is ignored.
class ChainVerifier {
  public:
    void block(const Block& block);
    // A row of audit.sealed_act with the act it points to; nothing in `act` when that is gone.
    void sealedAct(std::int32_t position, std::int64_t actId, const Hash& hash, const std::optional<Act>& act);
    // No more blocks. `head`: the hash somebody noted at an earlier time; it must be one of the chain's.
    void finish(const std::optional<Hash>& head);

    const std::optional<Finding>& finding() const { return finding_; }
    std::int64_t blocks() const { return blocks_; }
    std::int64_t acts() const { return acts_; }
    const Hash& last() const { return previous_; }
    bool sawHead(const Hash& head) const;

  private:
    void closeBlock();
    void report(std::optional<std::int64_t> act, std::string what);

    std::optional<Finding> finding_;
    std::optional<Block> open_;
    std::vector<Hash> hashes_;
    Hash previous_{};
    Hash chain_{};
    std::int32_t position_ = 0;
    std::int64_t lowest_ = 0;
    std::int64_t highest_ = 0;
    std::int64_t blocks_ = 0;
    std::int64_t acts_ = 0;
};

}  // namespace agon::audit
