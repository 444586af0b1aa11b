#pragma once

#include "platform/http/entity_tag.hpp"
#include "registration/context.hpp"
#include "registration/entry_store.hpp"
#include "registration/explain.hpp"
#include "registration/register_rows.hpp"
#include "registration/registering.hpp"

namespace agon::registration {

struct ShownEntry {
    Entry entry;
    privacy::Person person;
};

struct Access {
    std::string code;
    std::string secret;  // only when a new one was made
    std::string token;
    std::chrono::seconds lifetime{};
};

// Unauthenticated for an unknown code and for a wrong secret alike.
Task<Result<Access>> openEntry(ContextPtr context, std::string code, std::string secret, std::string peer);

Task<Result<ShownEntry>> showEntry(ContextPtr context, std::string code);
Task<Result<std::vector<Sentence>>> explainEntry(ContextPtr context, std::string code);

// Number and stamp stay. By the person, or by the staff for them. NotEligible when a new birth date is too late.
Task<Result<ShownEntry>> correctEntry(ContextPtr context, std::string code, Correction correction,
                                      http::SeenVersion seen, Actor actor);

// EntryEnded when it had ended.
Task<Result<ShownEntry>> withdrawEntry(ContextPtr context, std::string code, http::SeenVersion seen, Actor actor);

// Ends this entry and makes one at the end of the other heat, in one act.
struct Move {
    std::string code;
    std::string heat;
    http::SeenVersion seen;
    Actor actor;
    std::optional<Claim> claim;
};
Task<Result<Registered>> moveEntry(ContextPtr context, Move move);

// The same for everybody: the wish is noted, and answered by mail if there is an entry.
Task<Result<void>> askForLink(ContextPtr context, std::string championship, std::string email, std::string peer);
// Sends what was asked for; for the module's worker.
Task<void> answerWishes(ContextPtr context);
// A new secret; the old one is void. LinkInvalid.
Task<Result<Access>> useEntryLink(ContextPtr context, std::string token, std::string peer, std::string requestId);

// "This was not me": a task for the desk. LinkInvalid for a token that is not ours.
Task<Result<void>> disavowEntry(ContextPtr context, std::string token, std::string peer, std::string requestId);

}  // namespace agon::registration
