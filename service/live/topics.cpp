#include "live/topics.hpp"

#include <array>
#include <utility>

namespace agon::live {

std::string_view nameOf(Topic topic) {
    switch (topic) {
        case Topic::Accounts:
            return "accounts";
        case Topic::Audit:
            return "audit";
        case Topic::Outbox:
            return "outbox";
        case Topic::Me:
            return "me";
        case Topic::Sessions:
            return "sessions";
    }
    std::unreachable();
}

std::string frameOf(Topic topic) {
    return "event: " + std::string{nameOf(topic)} + "\ndata: {}\n\n";
}

bool mayHear(std::span<const auth::Grant> awake, Topic topic) {
    const auto holds = [&](auth::Right right) {
        return auth::decide(awake, right, auth::Scope{});
    };
    switch (topic) {
        case Topic::Accounts:
            return holds(auth::Right::AccountRead);
        case Topic::Audit:
            return holds(auth::Right::AuditRead);
        case Topic::Outbox:
            return holds(auth::Right::OutboxRead);
        case Topic::Me:
        case Topic::Sessions:
            return true;
    }
    std::unreachable();
}

std::span<const Topic> topicsOf(std::string_view subjectKind) {
    static constexpr std::array kOfAccount{Topic::Audit, Topic::Accounts};
    static constexpr std::array kOfMessage{Topic::Audit, Topic::Outbox};
    static constexpr std::array kOfAnything{Topic::Audit};
    if (subjectKind == "account") return kOfAccount;
    if (subjectKind == "message") return kOfMessage;
    return kOfAnything;
}

}  // namespace agon::live
