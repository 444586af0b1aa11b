#pragma once

#include <functional>
#include <optional>
#include <string>

#include "outbox/model.hpp"
#include "platform/async/task.hpp"

namespace agon::outbox {

// The link that a mail has a place for: which mail, and the number that stands in its facts.
struct LinkWish {
    Reader reader;
    std::string mail;
    std::int64_t id = 0;
};

// What the outbox asks of whoever knows the readers, at the moment a message is sent. Called on the worker's loop or a
// request's; may throw DbError.
struct Lookups {
    // Nothing when the reader is gone, has no address or has refused mail: then nothing is sent.
    std::function<Task<std::optional<Mailbox>>(Reader reader)> mailboxOf;
    // The whole address that stands in the mail. Nothing when the link has been used or has run out.
    std::function<Task<std::optional<std::string>>(LinkWish wish)> linkOf;
};

}  // namespace agon::outbox
