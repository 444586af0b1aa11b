#include "audit/wire.hpp"

#include "audit/store_verification.hpp"

namespace agon::audit {
namespace {

nlohmann::json orNull(const std::optional<std::string>& text) {
    return text ? nlohmann::json(*text) : nlohmann::json(nullptr);
}

}  // namespace

nlohmann::json toJson(const ListedAct& listed) {
    const auto& act = listed.act;
    return {{"id", act.id},
            {"at", formatInstant(act.at)},
            {"actor_kind", act.actorKind},
            {"actor", orNull(listed.accountCode)},
            {"role", orNull(act.role)},
            {"act", act.act},
            {"subject_kind", act.subjectKind},
            {"subject", act.subject},
            {"championship", orNull(act.championship)},
            {"heat", orNull(act.heat)},
            {"reason_code", orNull(act.reasonCode)},
            {"block", listed.block ? nlohmann::json(*listed.block) : nlohmann::json(nullptr)}};
}

nlohmann::json toJson(const std::optional<Head>& head) {
    if (!head) return nullptr;
    return {{"block", head->number}, {"sealed_at", formatInstant(head->sealedAt)}, {"hash", formatHash(head->hash)}};
}

}  // namespace agon::audit
