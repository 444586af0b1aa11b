#pragma once

#include "audit/audit.hpp"

namespace agon::championships {

inline audit::Entry about(std::string act, const std::string& slug) {
    audit::Entry entry;
    entry.act = std::move(act);
    entry.subjectKind = "championship";
    entry.subject = slug;
    entry.championship = slug;
    return entry;
}

}  // namespace agon::championships
