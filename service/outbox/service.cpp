#include "outbox/service.hpp"

#include "audit/audit.hpp"
#include "outbox/rules.hpp"
#include "outbox/store.hpp"

namespace agon::outbox {
namespace {

std::string_view placeholder(Language language) {
    return language == Language::Greek ? "[σύνδεσμος μίας χρήσης]" : "[one-time link]";
}

audit::Entry retried(const Queued& message) {
    return {.act = "message-retried",
            .subjectKind = "message",
            .subject = message.code,
            .championship = {},
            .heat = {},
            .reasonCode = {},
            .detail = {{"mail", message.mail}, {"was", nameOf(message.state)}, {"attempts", message.attempts}}};
}

}  // namespace

Task<Result<Queued>> retryMessage(Db& db, Actor actor, std::string code, http::SeenVersion seen) {
    const auto act = [&](Tx& tx) -> Task<Result<Queued>> {
        const auto message = co_await lockMessage(tx, code);
        if (!message) co_return problem(ProblemCode::NotFound);
        const auto current = seen.mustBe(message->version);
        if (!current) co_return std::unexpected{current.error()};
        if (!mayRetry(message->state)) co_return problem(ProblemCode::Conflict);
        co_await audit::record(tx, actor, retried(*message));
        auto waiting = co_await updateToWaiting(tx, message->id);
        co_return waiting;
    };
    auto waiting = co_await db.transact(act);
    co_return waiting;
}

Task<Result<Preview>> previewMessage(Db& db, Lookups lookups, std::string code) {
    const auto message = co_await findMessage(db, code);
    if (!message) co_return problem(ProblemCode::NotFound);
    const auto mailbox = co_await lookups.mailboxOf(message->reader);
    const auto language = mailbox ? mailbox->language : Language::Greek;
    auto text = write(message->mail, message->facts, placeholder(language), language);
    if (!text) co_return problem(ProblemCode::NotFound);
    Preview preview{.to = {}, .language = language, .text = std::move(*text)};
    if (mailbox) preview.to = maskAddress(mailbox->address);
    co_return preview;
}

}  // namespace agon::outbox
