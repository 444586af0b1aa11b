#pragma once

#include "audit/actor.hpp"
#include "outbox/lookups.hpp"
#include "outbox/model.hpp"
#include "outbox/texts.hpp"
#include "platform/async/task.hpp"
#include "platform/db/db.hpp"
#include "platform/http/entity_tag.hpp"

namespace agon::outbox {

// Has a message that was given up tried again, from the first try on. NotFound; StaleVersion; Conflict for one that was
// not given up.
Task<Result<Queued>> retryMessage(Db& db, Actor actor, std::string code, http::SeenVersion seen);

// What a message says, without what makes it somebody's: the address masked, the link left out.
struct Preview {
    std::optional<std::string> to;  // nothing when the reader gets no mail any more
    Language language = Language::Greek;
    Text text;
};

// NotFound also for a message that cannot be written: its text is gone or a fact is missing.
Task<Result<Preview>> previewMessage(Db& db, Lookups lookups, std::string code);

}  // namespace agon::outbox
