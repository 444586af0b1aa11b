#include "registration/staff_entries.hpp"

#include "audit/audit.hpp"
#include "registration/record.hpp"

namespace agon::registration {
namespace {

// The entry of an act, locked and as its caller has seen it.
Task<Result<Entry>> entryFor(Tx& tx, StaffAct act) {
    auto entry = co_await lockEntry(tx, act.code);
    if (!entry || entry->championship != act.championship) co_return problem(ProblemCode::NotFound);
    if (entry->place == Place::Ended) co_return problem(ProblemCode::EntryEnded);
    const auto same = act.seen.mustBe(entry->version);
    if (!same) co_return std::unexpected{same.error()};
    co_return std::move(*entry);
}

Task<void> addNoteUnlessEmpty(Tx& tx, EntryId entry, Actor actor, std::string note) {
    if (note.empty() || !actor.account) co_return;
    co_await privacy::addNote(tx, entry.value, actor.account->value, std::move(note));
}

}  // namespace

Task<Result<EntryDetail>> entryDetail(ContextPtr context, std::string championship, std::string code) {
    auto entry = co_await findEntry(context->db, std::move(code));
    if (!entry || entry->championship != championship) co_return problem(ProblemCode::NotFound);
    auto person = co_await privacy::findPerson(context->db, entry->person);
    if (!person) co_return problem(ProblemCode::NotFound);
    EntryDetail detail{.entry = std::move(*entry),
                       .person = std::move(*person),
                       .declarations = {},
                       .answers = {},
                       .note = {},
                       .history = {}};
    detail.declarations = co_await declarationsOf(context->db, detail.entry.id);
    detail.answers = co_await privacy::answersOf(context->db, detail.entry.id.value);
    detail.note = co_await privacy::lastNote(context->db, detail.entry.id.value);
    detail.history = co_await historyOf(context->db, detail.entry.id);
    co_return detail;
}

Task<Result<EntryDetail>> cancelEntry(ContextPtr context, StaffAct act, std::string reason, std::string note) {
    auto cancel = [&](Tx& tx) -> Task<Result<bool>> {
        const auto entry = co_await entryFor(tx, act);
        if (!entry) co_return std::unexpected{entry.error()};
        const auto ended = co_await endEntry(tx, entry->id, EndReason::Cancelled, act.actor.account);
        co_await addNoteUnlessEmpty(tx, entry->id, act.actor, note);
        auto record = aboutEntry("entry-cancelled", *entry);
        record.reasonCode = reason;
        co_await audit::record(tx, act.actor, std::move(record));
        co_return ended;
    };
    const auto done = co_await context->db.transact(cancel, Repeat::OnConflict);
    if (!done) co_return std::unexpected{done.error()};
    auto detail = co_await entryDetail(context, act.championship, act.code);
    co_return detail;
}

Task<Result<EntryDetail>> reviewEntry(ContextPtr context, StaffAct act, ReviewDecision decision, std::string note) {
    auto review = [&](Tx& tx) -> Task<Result<bool>> {
        const auto entry = co_await entryFor(tx, act);
        if (!entry) co_return std::unexpected{entry.error()};
        if (entry->tasks.empty()) co_return problem(ProblemCode::NothingToDo);
        const bool keeps = decision == ReviewDecision::Keep;
        co_await noteEvent(tx, entry->id, "review", keeps ? "keep" : "refuse", act.actor.account);
        if (keeps) {
            const std::vector<std::string> none;
            co_await setTasks(tx, entry->id, none);
        } else {
            const auto ended = co_await endEntry(tx, entry->id, EndReason::Refused, act.actor.account);
            static_cast<void>(ended);
        }
        co_await addNoteUnlessEmpty(tx, entry->id, act.actor, note);
        auto record = aboutEntry(keeps ? "entry-kept" : "entry-refused", *entry);
        record.detail = {{"tasks", entry->tasks}};
        co_await audit::record(tx, act.actor, std::move(record));
        co_return true;
    };
    const auto done = co_await context->db.transact(review, Repeat::OnConflict);
    if (!done) co_return std::unexpected{done.error()};
    auto detail = co_await entryDetail(context, act.championship, act.code);
    co_return detail;
}

Task<Result<EntryDetail>> giveExtra(ContextPtr context, StaffAct act) {
    auto give = [&](Tx& tx) -> Task<Result<bool>> {
        const auto entry = co_await entryFor(tx, act);
        if (!entry) co_return std::unexpected{entry.error()};
        if (!act.actor.account) co_return problem(ProblemCode::Forbidden);
        const auto given = co_await giveExtraPlace(tx, entry->id, *act.actor.account);
        if (!given) co_return problem(ProblemCode::NothingToDo);
        co_await audit::record(tx, act.actor, aboutEntry("extra-place-given", *entry));
        co_return true;
    };
    const auto done = co_await context->db.transact(give, Repeat::OnConflict);
    if (!done) co_return std::unexpected{done.error()};
    auto detail = co_await entryDetail(context, act.championship, act.code);
    co_return detail;
}

Task<Result<EntryDetail>> correctForPerson(ContextPtr context, StaffAct act, Correction correction) {
    const auto entry = co_await findEntry(context->db, act.code);
    if (!entry || entry->championship != act.championship) co_return problem(ProblemCode::NotFound);
    const auto shown = co_await correctEntry(context, act.code, std::move(correction), act.seen, act.actor);
    if (!shown) co_return std::unexpected{shown.error()};
    auto detail = co_await entryDetail(context, act.championship, act.code);
    co_return detail;
}

}  // namespace agon::registration
