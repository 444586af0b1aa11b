#pragma once

#include <map>

#include "registration/own_entry.hpp"

namespace agon::registration {

struct EntryDetail {
    Entry entry;
    privacy::Person person;
    std::vector<std::string> declarations;
    std::map<std::string, std::string> answers;
    std::optional<std::string> note;
    std::vector<EntryEvent> history;
};

// NotFound unless the entry is of that championship.
Task<Result<EntryDetail>> entryDetail(ContextPtr context, std::string championship, std::string code);

// An act of the staff upon one entry. Each answers StaleVersion, and EntryEnded when it has ended.
struct StaffAct {
    std::string championship;
    std::string code;
    http::SeenVersion seen;
    Actor actor;
};

// Ends it for a reason that is on record, with words that stay in the vault (R16).
Task<Result<EntryDetail>> cancelEntry(ContextPtr context, StaffAct act, std::string reason, std::string note);

enum class ReviewDecision : std::uint8_t { Keep, Refuse };
Task<Result<EntryDetail>> reviewEntry(ContextPtr context, StaffAct act, ReviewDecision decision, std::string note);

// NothingToDo unless it waits.
Task<Result<EntryDetail>> giveExtra(ContextPtr context, StaffAct act);

Task<Result<EntryDetail>> correctForPerson(ContextPtr context, StaffAct act, Correction correction);

}  // namespace agon::registration
