#include "registration/upkeep.hpp"

#include "platform/log/log.hpp"
#include "registration/own_entry.hpp"

namespace agon::registration {
namespace {

constexpr std::chrono::seconds kEvery{1};
constexpr std::chrono::seconds kPatience{5};

}  // namespace

Upkeep::Upkeep(ContextPtr context, trantor::EventLoop* loop)
    : passes_(loop, kEvery, [context] { return pass(context); }) {}

void Upkeep::stop() {
    if (!passes_.stop(kPatience)) logWarning("registration.upkeep_unfinished");
}

Task<> Upkeep::pass(ContextPtr context) {
    try {
        co_await answerWishes(context);
    } catch (const std::exception& error) {
        logWarning("registration.upkeep_failed", {{"error", error.what()}});
    }
}

}  // namespace agon::registration
