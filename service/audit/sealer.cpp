#include "audit/sealer.hpp"

#include <exception>

#include "platform/db/error.hpp"
#include "platform/log/log.hpp"

namespace agon::audit {
namespace {

constexpr Sql kSeal{"audit.seal", "select audit.seal($1) as sealed"};

constexpr double kSecondsBetween = 0.8;
constexpr int kPassesBetweenFullOnes = 4500;  // about an hour

}  // namespace

Sealer::Sealer(Db& db, trantor::EventLoop* loop) : db_{db}, loop_{loop} {}

void Sealer::start() {
    timer_ = loop_->runEvery(kSecondsBetween, [this] {
        if (running_) return;  // a pass that takes longer than a second is not overtaken
        running_ = true;
        drogon::async_run([this]() -> Task<> {
            try {
                co_await pass();
            } catch (const std::exception& error) {
                logWarning("audit.seal_failed", {{"error", error.what()}});
            }
            running_ = false;
        });
    });
}

void Sealer::stop() {
    loop_->invalidateTimer(timer_);
}

Task<void> Sealer::pass() {
    const bool everything = untilFullPass_ == 0;
    const auto act = [&](Tx& tx) -> Task<Result<std::int32_t>> {
        const auto rows = co_await tx.query(kSeal, params(everything));
        co_return rows.front().get<std::int32_t>("sealed");
    };
    const auto sealed = co_await db_.transact(act);
    static_cast<void>(sealed);
    untilFullPass_ = everything ? kPassesBetweenFullOnes : untilFullPass_ - 1;
}

}  // namespace agon::audit
