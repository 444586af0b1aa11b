#pragma once

#include "outbox/model.hpp"
#include "platform/async/task.hpp"
#include "platform/db/tx.hpp"

namespace agon::outbox {

// Has a message sent, in the act's own transaction: it leaves exactly if the act is committed, within about a second,
// and after whatever was enqueued for the same reader before.
Task<MessageId> enqueue(Tx& tx, Message message);

}  // namespace agon::outbox
