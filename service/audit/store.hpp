#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/model.hpp"
#include "platform/async/task.hpp"
#include "platform/db/db.hpp"

namespace agon::audit {

// What an auditor asks for; newest first.
struct Filter {
    std::optional<std::string> account;  // by code
    std::optional<std::string> act;
    std::optional<std::string> subject;
    std::optional<Instant> from;
    std::optional<Instant> until;
    std::optional<std::int64_t> before;  // only rows older than this one: the cursor
    std::int32_t limit = 50;
};

struct ListedAct {
    Act act;
    std::optional<std::string> accountCode;
    std::optional<std::int64_t> block;  // none until it is sealed, which takes about a second
};

// The latest sealed block. Whoever notes it can prove later that nothing before it was changed.
struct Head {
    std::int64_t number = 0;
    Instant sealedAt;
    Hash hash{};
};

// How far back a sealer looks for acts that no block holds: as far as a transaction can still have been open, or to the
// beginning.
enum class Reach : std::uint8_t { Recent, Everything };

// Chains committed acts into the next block; how many. None while another seals.
Task<std::int32_t> seal(Tx& tx, Reach reach);

Task<std::vector<ListedAct>> listActs(Db& db, Filter filter);
Task<std::optional<Head>> findHead(Db& db);

}  // namespace agon::audit
