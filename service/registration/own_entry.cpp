#include "registration/own_entry.hpp"

#include <algorithm>

#include "audit/audit.hpp"
#include "auth/folding.hpp"
#include "outbox/outbox.hpp"
#include "platform/crypto/random.hpp"
#include "registration/record.hpp"

namespace agon::registration {
namespace {

constexpr std::chrono::hours kTokenLifetime{1};
constexpr std::size_t kNonceBytes = 16;
constexpr std::size_t kSaltBytes = 32;

constexpr Sql kHeatNumbers{"entry.heat_numbers", R"sql(
    select capacity, held_count, waiting_count, promotion_paused from core.heat where id = $1
)sql"};

crypto::Bytes bytesOfDigest(const crypto::Digest& digest) {
    return {digest.begin(), digest.end()};
}

Access accessTo(const Context& context, const std::string& code, std::string secret = {}) {
    return {.code = code,
            .secret = std::move(secret),
            .token = context.secrets.tokenFor(code, {context.now().at + kTokenLifetime}),
            .lifetime = kTokenLifetime};
}

Task<Result<ShownEntry>> shown(ContextPtr context, std::string code) {
    auto entry = co_await findEntry(context->db, std::move(code));
    if (!entry) co_return problem(ProblemCode::NotFound);
    auto person = co_await privacy::findPerson(context->db, entry->person);
    if (!person) co_return problem(ProblemCode::NotFound);
    co_return ShownEntry{std::move(*entry), std::move(*person)};
}

Task<Result<void>> sendLinkTo(Tx& tx, ContextPtr context, RecoveryWish wish) {
    if (!wish.entry || !wish.person) co_return {};
    const auto nonce = crypto::randomBytes(kNonceBytes);
    const auto hash = bytesOfDigest(EntrySecrets::hashOf(context->secrets.linkToken(nonce)));
    const auto link = co_await addLink(tx, *wish.entry, nonce, hash);
    outbox::Message message;
    message.reader = {outbox::Reader::Kind::Person, wish.person->value};
    message.mail = "entry-link";
    message.facts = {{"link", link}};
    const auto sent = co_await outbox::enqueue(tx, std::move(message));
    static_cast<void>(sent);
    co_return {};
}

// What a person gave, once more, for another heat.
Wanted wantedAgain(const privacy::Person& person, const std::vector<std::string>& declared, std::string heat) {
    Wanted wanted;
    wanted.heat = std::move(heat);
    wanted.fullName = person.fullName;
    wanted.born = person.born;
    wanted.citizenships = person.citizenships;
    wanted.email = person.email;
    wanted.phone = person.phone;
    wanted.language = person.language;
    wanted.nickname = person.nickname;
    wanted.relativeNote = person.relativeNote;
    for (const auto& name : declared) {
        if (const auto declaration = declarationNamed(name)) wanted.declared.insert(*declaration);
    }
    return wanted;
}

void answerAgain(Wanted& wanted, const championships::Published& championship,
                 const std::map<std::string, std::string>& answers) {
    for (const auto& question : championship.settings.questions) {
        const auto found = answers.find(question.code);
        if (found == answers.end()) continue;
        if (question.kind == championships::QuestionKind::YesNo) {
            wanted.answers[question.code] = found->second == "yes";
        } else {
            wanted.answers[question.code] = found->second;
        }
    }
}

}  // namespace

Task<Result<Access>> openEntry(ContextPtr context, std::string code, std::string secret, std::string peer) {
    if (!context->isReady()) co_return problem(ProblemCode::Unavailable);
    const auto counted = context->limits.countAddress(peer, context->now());
    if (!counted) co_return std::unexpected{counted.error()};
    const auto entry = co_await findEntry(context->db, code);
    const auto given = EntrySecrets::hashOf(secret);
    if (!entry || !crypto::equalInConstantTime(entry->secretHash, given))
        co_return problem(ProblemCode::Unauthenticated);
    co_return accessTo(*context, entry->code);
}

Task<Result<ShownEntry>> showEntry(ContextPtr context, std::string code) {
    auto entry = co_await shown(context, std::move(code));
    co_return entry;
}

Task<Result<std::vector<Sentence>>> explainEntry(ContextPtr context, std::string code) {
    const auto entry = co_await findEntry(context->db, std::move(code));
    if (!entry) co_return problem(ProblemCode::NotFound);
    const auto rows = co_await context->db.query(kHeatNumbers, params(entry->heatId));
    const HeatNumbers heat{.capacity = rows.front().get<std::int32_t>("capacity"),
                           .held = rows.front().get<std::int32_t>("held_count"),
                           .waiting = rows.front().get<std::int32_t>("waiting_count"),
                           .isPaused = rows.front().get<bool>("promotion_paused")};
    const auto championship = context->catalogue.find(entry->championship);
    bool isOpen = false;
    if (championship && context->catalogue.isReady()) {
        const auto now = context->catalogue.now(*championship);
        isOpen = championship->settings.opensAt <= now && now < championship->settings.closesAt;
    }
    co_return explain(*entry, heat, isOpen);
}

Task<Result<ShownEntry>> withdrawEntry(ContextPtr context, std::string code, http::SeenVersion seen, Actor actor) {
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        const auto entry = co_await lockEntry(tx, code);
        if (!entry) co_return problem(ProblemCode::NotFound);
        if (entry->place == Place::Ended) co_return problem(ProblemCode::EntryEnded);
        const auto same = seen.mustBe(entry->version);
        if (!same) co_return std::unexpected{same.error()};
        const auto ended = co_await endEntry(tx, entry->id, EndReason::Withdrawn, actor.account);
        co_await audit::record(tx, actor, aboutEntry("entry-withdrawn", *entry));
        co_return ended;
    };
    const auto done = co_await context->db.transact(act, Repeat::OnConflict);
    if (!done) co_return std::unexpected{done.error()};
    auto entry = co_await shown(context, code);
    co_return entry;
}

Task<Result<Registered>> moveEntry(ContextPtr context, Move move) {
    const auto found = co_await findEntry(context->db, move.code);
    if (!found) co_return problem(ProblemCode::NotFound);
    const auto championship = context->catalogue.find(found->championship);
    if (!championship) co_return problem(ProblemCode::NotFound);
    const auto* const target = championship->heat(move.heat);
    if (target == nullptr || !championship->settingsOf(*target).takesRegistrations) {
        co_return problem({{"/heat", FieldFault::NotAChoice, {}}});
    }
    if (target->id == found->heatId) co_return problem(ProblemCode::NothingToDo);
    const auto other = target->id;

    auto act = [&](Tx& tx) -> Task<Result<Registered>> {
        auto begun = co_await http::idempotency::begin(tx, move.claim);
        if (!begun) co_return std::unexpected{std::move(begun.error())};
        const auto entry = co_await lockEntry(tx, move.code, other);
        if (!entry) co_return problem(ProblemCode::NotFound);
        const auto person = co_await privacy::findPerson(tx, entry->person);
        if (!person) co_return problem(ProblemCode::NotFound);
        const auto declared = co_await declarationsOf(tx, entry->id);
        const auto answers = co_await privacy::answersOf(tx, entry->id.value);
        auto wanted = wantedAgain(*person, declared, move.heat);
        answerAgain(wanted, *championship, answers);
        auto judged = judgeWanted(*championship, wanted);
        if (!judged) co_return std::unexpected{std::move(judged.error())};
        auto salt = move.claim ? crypto::Bytes{move.claim->key.begin(), move.claim->key.end()}
                               : crypto::randomBytes(kSaltBytes);
        if (begun->replay) {
            auto before = enteredFrom(begun->replay->value, context->secrets, salt);
            auto verdicts = allVerdicts(std::move(judged->verdicts), before.tasks);
            co_return Registered{std::move(before), std::move(verdicts)};
        }
        if (entry->place == Place::Ended) co_return problem(ProblemCode::EntryEnded);
        const auto same = move.seen.mustBe(entry->version);
        if (!same) co_return std::unexpected{same.error()};
        const auto ended = co_await endEntry(tx, entry->id, EndReason::Moved, move.actor.account);
        static_cast<void>(ended);
        judged->application.actor = move.actor;
        std::vector<Entering> rows;
        rows.push_back({&judged->application, nullptr, std::move(salt)});
        auto outcomes = co_await enterAll(tx, context->secrets, std::move(rows));
        auto& outcome = outcomes.front();
        if (!outcome) co_return std::unexpected{std::move(outcome.error())};
        // What the desk has to look at is about the person, and goes along.
        const auto made = co_await lockEntry(tx, outcome->code);
        if (made && !entry->tasks.empty()) {
            auto tasks = made->tasks;
            std::ranges::copy_if(entry->tasks, std::back_inserter(tasks), [&](const std::string& task) {
                return std::ranges::find(made->tasks, task) == made->tasks.end();
            });
            outcome->tasks = tasks;
            co_await setTasks(tx, made->id, std::move(tasks));
        }
        auto moved = aboutEntry("entry-moved", *entry);
        moved.detail = {{"to", outcome->code}};
        co_await audit::record(tx, move.actor, std::move(moved));
        auto verdicts = allVerdicts(std::move(judged->verdicts), outcome->tasks);
        Registered registered{.entered = std::move(*outcome), .verdicts = std::move(verdicts)};
        http::idempotency::Outcome kept{201, outcomeOf(registered.entered)};
        co_await http::idempotency::complete(tx, move.claim, std::move(kept));
        co_return registered;
    };
    auto registered = co_await context->db.transact(act, Repeat::OnConflict);
    co_return registered;
}

Task<Result<void>> askForLink(ContextPtr context, std::string championship, std::string email, std::string peer) {
    if (!context->isReady()) co_return problem(ProblemCode::Unavailable);
    const auto folded = auth::folded(email);
    const auto now = context->now();
    const auto byAddress = context->limits.countAddress(peer, now);
    if (!byAddress) co_return std::unexpected{byAddress.error()};
    const auto byContact = context->limits.countContact("link " + folded, now);
    if (!byContact) co_return std::unexpected{byContact.error()};
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        co_await addRecoveryWish(tx, championship, folded);
        co_return true;
    };
    const auto noted = co_await context->db.transact(act);
    if (!noted) co_return std::unexpected{noted.error()};
    co_return {};
}

Task<void> answerWishes(ContextPtr context) {
    auto act = [&](Tx& tx) -> Task<Result<std::size_t>> {
        const auto wishes = co_await takeRecoveryWishes(tx);
        for (const auto& wish : wishes) {
            const auto sent = co_await sendLinkTo(tx, context, wish);
            if (!sent) co_return std::unexpected{sent.error()};
        }
        co_return wishes.size();
    };
    const auto answered = co_await context->db.transact(act, Repeat::OnConflict);
    static_cast<void>(answered);
}

Task<Result<Access>> useEntryLink(ContextPtr context, std::string token, std::string peer, std::string requestId) {
    if (!context->isReady()) co_return problem(ProblemCode::Unavailable);
    const auto counted = context->limits.countAddress(peer, context->now());
    if (!counted) co_return std::unexpected{counted.error()};
    auto act = [&](Tx& tx) -> Task<Result<Access>> {
        const auto code = co_await useLink(tx, bytesOfDigest(EntrySecrets::hashOf(token)));
        if (!code) co_return problem(ProblemCode::LinkInvalid);
        const auto entry = co_await lockEntry(tx, *code);
        if (!entry) co_return problem(ProblemCode::LinkInvalid);
        auto secret = context->secrets.secretOf(*code, crypto::randomBytes(kSaltBytes));
        co_await setSecret(tx, entry->id, bytesOfDigest(EntrySecrets::hashOf(secret)));
        co_await audit::record(tx, personActing(requestId), aboutEntry("entry-recovered", *entry));
        co_return accessTo(*context, *code, std::move(secret));
    };
    auto access = co_await context->db.transact(act, Repeat::OnConflict);
    co_return access;
}

Task<Result<void>> disavowEntry(ContextPtr context, std::string token, std::string peer, std::string requestId) {
    if (!context->isReady()) co_return problem(ProblemCode::Unavailable);
    const auto counted = context->limits.countAddress(peer, context->now());
    if (!counted) co_return std::unexpected{counted.error()};
    const auto code = context->secrets.disavowedIn(token);
    if (!code) co_return problem(ProblemCode::LinkInvalid);
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        const auto entry = co_await lockEntry(tx, *code);
        if (!entry) co_return problem(ProblemCode::LinkInvalid);
        if (entry->place == Place::Ended || std::ranges::find(entry->tasks, "not-me") != entry->tasks.end()) {
            co_return true;
        }
        auto tasks = entry->tasks;
        tasks.emplace_back("not-me");
        co_await setTasks(tx, entry->id, std::move(tasks));
        co_await noteEvent(tx, entry->id, "disavowed", "mail", std::nullopt);
        co_await audit::record(tx, personActing(requestId), aboutEntry("entry-disavowed", *entry));
        co_return true;
    };
    const auto done = co_await context->db.transact(act, Repeat::OnConflict);
    if (!done) co_return std::unexpected{done.error()};
    co_return {};
}

}  // namespace agon::registration
