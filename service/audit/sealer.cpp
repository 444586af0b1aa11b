#include "audit/sealer.hpp"

#include <exception>

#include "audit/store.hpp"
#include "platform/log/log.hpp"

namespace agon::audit {
namespace {

using namespace std::chrono_literals;

constexpr auto kLongestPass = 15s;            // the database's own limits end one long before
constexpr int kPassesBetweenFullOnes = 4500;  // about an hour

}  // namespace

Sealer::Sealer(Db& db, trantor::EventLoop* loop, std::chrono::milliseconds every)
    : db_{db}, passes_{loop, every, [this] {
                           return pass();
                       }} {}

void Sealer::stop() {
    if (!passes_.stop(kLongestPass)) logWarning("audit.sealer_hangs");
}

Task<void> Sealer::pass() {
    // Decided before it is tried: a full pass that takes too long must not keep the short ones from being made.
    const auto reach = untilFullPass_ == 0 ? Reach::Everything : Reach::Recent;
    untilFullPass_ = reach == Reach::Everything ? kPassesBetweenFullOnes : untilFullPass_ - 1;
    try {
        const auto act = [&](Tx& tx) -> Task<Result<std::int32_t>> {
            const auto sealed = co_await seal(tx, reach);
            co_return sealed;
        };
        const auto sealed = co_await db_.transact(act);
        if (*sealed > 0) logDebug("audit.sealed", {{"acts", *sealed}});
    } catch (const std::exception& error) {
        logWarning("audit.seal_failed", {{"error", error.what()}});
    }
}

}  // namespace agon::audit
