#include "outbox/worker.hpp"

#include <algorithm>
#include <exception>

#include "outbox/retry.hpp"
#include "outbox/texts.hpp"
#include "platform/crypto/random.hpp"
#include "platform/log/log.hpp"
#include "platform/metrics/metrics.hpp"

namespace agon::outbox {
namespace {

constexpr std::uint32_t kSpreadSteps = 1000;

double randomSpread() {
    return static_cast<double>(crypto::randomBelow(kSpreadSteps)) / kSpreadSteps;
}

void count(std::string_view outcome) {
    MetricsRegistry::global()
        .counter("agon_outbox_tries_total", "What became of tries to send a message.",
                 {{"outcome", std::string{outcome}}})
        .add();
}

std::int64_t linkIdIn(const nlohmann::json& facts) {
    const auto link = facts.find("link");
    return link != facts.end() && link->is_number_integer() ? link->get<std::int64_t>() : 0;
}

}  // namespace

Worker::Worker(Db& db, trantor::EventLoop* loop, Lookups lookups, WorkerOptions options)
    : db_{db},
      lookups_{std::move(lookups)},
      options_{std::move(options)},
      threads_{"mail", static_cast<std::size_t>(options_.atOnce), static_cast<std::size_t>(options_.atOnce)},
      passes_{loop, options_.every, [this] {
                  return pass();
              }} {}

void Worker::stop() {
    if (passes_.stop(options_.patience)) return;
    breakOff_.request_stop();
    if (!passes_.stop(options_.smtp.timeout + options_.patience)) logWarning("outbox.worker_hangs");
}

Task<void> Worker::pass() {
    try {
        while (!passes_.isForbidden()) {
            const auto messages = co_await claimSome();
            std::vector<Task<void>> deliveries;
            deliveries.reserve(messages.size());
            for (const auto& message : messages) deliveries.push_back(deliver(message));
            if (deliveries.empty()) co_return;
            co_await drogon::when_all(std::move(deliveries));
        }
    } catch (const std::exception& error) {
        logWarning("outbox.pass_failed", {{"error", error.what()}});
    }
}

Task<std::vector<Queued>> Worker::claimSome() {
    const Wish wish{.limit = options_.atOnce, .lease = options_.lease, .domain = mail::domainOf(options_.smtp.from)};
    const auto act = [&](Tx& tx) -> Task<Result<std::vector<Queued>>> {
        const auto expired = co_await expireDue(tx);
        if (expired > 0) logInfo("outbox.expired", {{"messages", expired}});
        auto messages = co_await claim(tx, wish);
        co_return messages;
    };
    auto messages = co_await db_.transact(act);
    co_return std::move(*messages);
}

// Ends without an exception: what it leaves undone is tried again when the claim runs out.
Task<void> Worker::deliver(Queued message) {
    try {
        const auto verdict = co_await attempt(message);
        co_await note(message, verdict);
    } catch (const std::exception& error) {
        logWarning("outbox.try_failed", {{"message", message.code}, {"error", error.what()}});
    }
}

Task<Worker::Verdict> Worker::attempt(Queued message) {
    auto mailbox = co_await lookups_.mailboxOf(message.reader);
    if (!mailbox) co_return Verdict{State::Refused, "no-mailbox"};
    std::string link;
    if (needsLink(message.mail)) {
        LinkWish wish{.reader = message.reader, .mail = message.mail, .id = linkIdIn(message.facts)};
        const auto found = co_await lookups_.linkOf(std::move(wish));
        if (!found) co_return Verdict{State::Expired, "link-gone"};
        link = *found;
    }
    auto text = write(message.mail, message.facts, link, mailbox->language);
    if (!text) co_return Verdict{State::Failed, "no-text"};
    if (options_.mode == Mode::DryRun) co_return Verdict{State::Shown, {}};
    auto verdict = co_await send(message, std::move(*mailbox), std::move(text->subject), std::move(text->body));
    co_return verdict;
}

Task<Worker::Verdict> Worker::send(Queued message, Mailbox mailbox, std::string subject, std::string body) {
    const mail::Message letter{.messageId = message.messageId,
                               .date = message.createdAt,
                               .to = std::move(mailbox.address),
                               .subject = std::move(subject),
                               .text = std::move(body),
                               .language = mailbox.language == Language::Greek ? "el" : "en"};
    const auto work = [&] {
        return mail::send(options_.smtp, letter, breakOff_.get_token());
    };
    const auto delivery = co_await threads_.run(work);
    if (!delivery) co_return Verdict{{}, "busy"};
    switch (delivery->outcome) {
        case mail::Outcome::Sent:
            co_return Verdict{State::Sent, {}};
        case mail::Outcome::Refused:
            co_return Verdict{State::Failed, delivery->code};
        case mail::Outcome::TryLater:
            break;
    }
    co_return Verdict{{}, delivery->code};
}

Task<void> Worker::note(Queued message, Verdict verdict) {
    auto wait = waitAfter(message.attempts, randomSpread());
    if (breakOff_.stop_requested()) wait = std::chrono::seconds{0};  // it was us, not the server
    if (!verdict.state && !wait) verdict.state = State::Failed;
    const auto pause = wait.value_or(std::chrono::seconds{0});
    const auto error = verdict.code.empty() ? std::nullopt : std::optional{verdict.code};
    const auto act = [&](Tx& tx) -> Task<Result<bool>> {
        if (verdict.state) {
            const bool settled = co_await settle(tx, message, *verdict.state, error);
            co_return settled;
        }
        const bool deferred = co_await defer(tx, message, pause, verdict.code);
        co_return deferred;
    };
    const auto noted = co_await db_.transact(act);
    count(verdict.state ? nameOf(*verdict.state) : "deferred");
    if (!*noted) logWarning("outbox.claim_overtaken", {{"message", message.code}});
    if (!verdict.state || verdict.state == State::Failed)
        logWarning("outbox.not_sent", {{"message", message.code}, {"code", verdict.code}});
}

}  // namespace agon::outbox
