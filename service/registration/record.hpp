#pragma once

#include "audit/model.hpp"
#include "registration/entry_store.hpp"

namespace agon::registration {

// What is put on record about an entry.
inline audit::Entry aboutEntry(std::string act, const Entry& entry) {
    audit::Entry record;
    record.act = std::move(act);
    record.subjectKind = "entry";
    record.subject = entry.code;
    record.championship = entry.championship;
    record.heat = entry.heat;
    return record;
}

inline Actor personActing(const std::string& requestId) {
    return {.kind = Actor::Kind::Person, .account = {}, .role = {}, .requestId = requestId};
}

}  // namespace agon::registration
