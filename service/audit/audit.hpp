#pragma once

#include "audit/model.hpp"
#include "platform/async/task.hpp"
#include "platform/db/tx.hpp"

namespace agon::audit {

// Puts an act on record, in the act's own transaction: it is there exactly when what it tells of is.
Task<void> record(Tx& tx, Actor actor, Entry entry);

}  // namespace agon::audit
