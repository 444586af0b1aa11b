#pragma once

#include <optional>

#include "audit/chain.hpp"
#include "platform/migrate/connection.hpp"

namespace agon::audit {

// Reads the whole record, of one moment, in batches, and recomputes it; what it came to. `connection` is the owner's
// and not in a transaction. `head`: a hash noted earlier.
ChainVerifier verifyRecord(BlockingConnection& connection, std::optional<Hash> head);

// The same inside a transaction that the caller has begun.
ChainVerifier verifyRecordHere(BlockingConnection& connection, std::optional<Hash> head);

// 64 hexadecimal digits, as the head is shown.
std::optional<Hash> parseHash(std::string_view text);
std::string formatHash(const Hash& hash);

}  // namespace agon::audit
