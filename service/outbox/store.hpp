#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "outbox/model.hpp"
#include "platform/async/task.hpp"
#include "platform/db/db.hpp"

namespace agon::outbox {

struct Wish {
    std::int32_t limit = 1;
    // A message that is not settled within this time is taken for lost and tried again.
    std::chrono::seconds lease{120};
    std::string domain;  // of the sender
};

// Takes messages whose time has come, for this worker alone: at most one per reader, the oldest. The next try is set
// before this one is made, so that a worker that dies loses nothing.
Task<std::vector<Queued>> claim(Tx& tx, Wish wish);

// Settles those whose time has come but who are not worth sending any more; how many.
Task<std::int64_t> expireDue(Tx& tx);

// What became of a try. Each is false, and nothing changes, when the message is no longer as it was claimed.
Task<bool> settle(Tx& tx, Queued message, State state, std::optional<std::string> error);
Task<bool> defer(Tx& tx, Queued message, std::chrono::seconds wait, std::string error);

struct Filter {
    std::optional<State> state;
    std::optional<std::int64_t> before;  // only messages older than this one: the cursor
    std::int32_t limit = 50;
};

// Newest first.
Task<std::vector<Queued>> listMessages(Db& db, Filter filter);
Task<std::map<State, std::int64_t>> countByState(Db& db);
Task<std::optional<Queued>> findMessage(Db& db, std::string code);
Task<std::optional<Queued>> lockMessage(Tx& tx, std::string code);

// Lets a settled message wait again, with all its tries before it and without a last moment: whether it is still worth
// sending shows when it is written.
Task<Queued> updateToWaiting(Tx& tx, MessageId id);

}  // namespace agon::outbox
