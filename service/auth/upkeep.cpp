#include "auth/upkeep.hpp"

#include "auth/credential_store.hpp"
#include "auth/links.hpp"
#include "auth/record.hpp"
#include "auth/session_store.hpp"
#include "platform/log/log.hpp"

namespace agon::auth {
namespace {

constexpr std::chrono::milliseconds kBetween{700};
constexpr std::chrono::milliseconds kPatience{5000};
constexpr int kPassesBetweenKeys = 20;
constexpr int kPassesBetweenPurges = 1000;

RotationPolicy policyOf(const AuthContext& context) {
    RotationPolicy policy;
    policy.tokenLifetime = context.tokens.lifetime();
    return policy;
}

}  // namespace

Task<void> keepKeys(AuthContextPtr context) {
    co_await context->clock.adjust(context->db);
    auto rows = co_await findSigningKeys(context->db);
    if (keyDue(rows, policyOf(*context), context->clock.now())) {
        // Looked at again under a lock: another instance may have been quicker.
        auto act = [&](Tx& tx) -> Task<Result<std::vector<SigningKeyRow>>> {
            auto current = co_await lockSigningKeys(tx);
            const auto due = keyDue(current, policyOf(*context), context->clock.now());
            if (!due) co_return current;
            const auto key = makeKey(*due);
            co_await insertSigningKey(tx, key);
            co_await deleteOldSigningKeys(tx);
            current.push_back(key);
            co_return current;
        };
        auto renewed = co_await context->db.transact(act);
        if (renewed) rows = std::move(*renewed);
    }
    context->setRing(std::make_shared<const KeyRing>(context->keys.access, rows));
}

Task<std::int64_t> answerResetWishes(AuthContextPtr context) {
    auto act = [&](Tx& tx) -> Task<Result<std::int64_t>> {
        const auto taken = co_await takeResetWishes(tx);
        for (const auto& account : taken.known) {
            // Somebody who fills a mailbox with links is stopped here, where nobody can tell from the answer.
            const Bucket bucket{bucketName(context->keys.throttle, "reset", account.code),
                                context->options.limits.mailToAccount};
            std::vector<Bucket> buckets(1, bucket);
            const auto wait = co_await countAttempt(tx, std::move(buckets));
            if (wait) continue;
            co_await sendLink(tx, context, account.id, LinkPurpose::Reset);
            const Actor service;
            co_await audit::record(tx, service, aboutAccount("reset-sent", account.code));
        }
        co_return taken.taken;
    };
    const auto taken = co_await context->db.transact(act);
    co_return taken.value_or(0);
}

Upkeep::Upkeep(AuthContextPtr context, trantor::EventLoop* loop)
    : context_(std::move(context)), passes_(loop, kBetween, [this] { return pass(); }) {}

void Upkeep::stop() {
    if (!passes_.stop(kPatience)) logWarning("auth.upkeep_not_stopped");
}

Task<void> Upkeep::pass() {
    try {
        co_await work();
    } catch (const std::exception& error) {
        logWarning("auth.upkeep_failed", {{"error", error.what()}});
    }
}

Task<void> Upkeep::work() {
    if (count_ % kPassesBetweenKeys == 0 || !context_->ring()) co_await keepKeys(context_);
    const auto answered = co_await answerResetWishes(context_);
    static_cast<void>(answered);
    if (++count_ % kPassesBetweenPurges == 0) {
        auto act = [](Tx& tx) -> Task<Result<bool>> {
            co_await purgeOldSessions(tx);
            const auto forgotten = co_await http::idempotency::purge(tx);
            co_return forgotten > 0;
        };
        const auto purged = co_await context_->db.transact(act);
        static_cast<void>(purged);
    }
}

}  // namespace agon::auth
