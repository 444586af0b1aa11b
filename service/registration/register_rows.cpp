#include "registration/register_rows.hpp"

#include <set>

#include "platform/crypto/base64url.hpp"
#include "platform/crypto/random.hpp"
#include "platform/ids/code.hpp"

namespace agon::registration {
namespace {

// Locked by a statement of its own and in one order: the next one then sees what the lock protects, and two instances
// wait for each other and never in a circle.
constexpr Sql kLockHeats{"registration.lock_heats", R"sql(
    select id from core.heat where id = any($1) order by id for no key update
)sql"};
constexpr Sql kRegister{"registration.register", R"sql(
    select row_no, outcome, result
    from core.register($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
                       $22, $23, $24, $25, $26, $27)
)sql"};

constexpr std::size_t kMessageIdBytes = 18;

using Text = std::vector<std::string>;
using MaybeText = std::vector<std::optional<std::string>>;
using MaybeBytes = std::vector<std::optional<crypto::Bytes>>;

crypto::Bytes bytesOfDigest(const crypto::Digest& digest) {
    return {digest.begin(), digest.end()};
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words) text.append(text.empty() ? "" : ",").append(word);
    return text;
}

// The batch turned on its side: one array for each parameter of core.register.
struct Columns {
    std::vector<std::int64_t> heat;
    std::vector<std::optional<Instant>> receivedAt;
    MaybeBytes key;
    MaybeText scope;
    MaybeBytes body;
    Text fullName;
    Text foldedName;
    std::vector<CivilDate> born;
    Text citizenships;
    Text email;
    Text foldedEmail;
    Text phone;
    Text language;
    MaybeText nickname;
    MaybeText relativeNote;
    Text code;
    std::vector<crypto::Bytes> secretHash;
    Text consents;
    MaybeText givenBy;
    MaybeText givenHow;
    Text channel;
    std::vector<std::optional<std::int64_t>> account;
    MaybeText role;
    std::vector<nlohmann::json> answers;
    Text messageCode;
    Text messageId;
    MaybeText requestId;

    void add(const Entering& row, const EntrySecrets& secrets);
    Params params() const;
};

std::optional<std::string> unlessEmpty(const std::string& text) {
    if (text.empty()) return std::nullopt;
    return text;
}

void Columns::add(const Entering& row, const EntrySecrets& secrets) {
    const auto& who = *row.application;
    const auto* const claim = row.claim;
    heat.push_back(who.heat.value);
    receivedAt.push_back(who.receivedAt);
    key.push_back(claim != nullptr ? std::optional{bytesOfDigest(claim->key)} : std::nullopt);
    scope.push_back(claim != nullptr ? std::optional{claim->scope} : std::nullopt);
    body.push_back(claim != nullptr ? std::optional{bytesOfDigest(claim->body)} : std::nullopt);
    fullName.push_back(who.fullName);
    foldedName.push_back(who.foldedName);
    born.push_back(who.born);
    citizenships.push_back(joined(who.citizenships));
    email.push_back(who.email);
    foldedEmail.push_back(who.foldedEmail);
    phone.push_back(who.phone);
    language.emplace_back(who.language == Language::Greek ? "el" : "en");
    nickname.push_back(who.nickname);
    relativeNote.push_back(who.relativeNote);
    code.push_back(Code::random().text());
    secretHash.push_back(bytesOfDigest(EntrySecrets::hashOf(secrets.secretOf(code.back(), row.salt))));
    consents.push_back(joined(who.consents));
    givenBy.push_back(who.consentSource ? std::optional{who.consentSource->givenBy} : std::nullopt);
    givenHow.push_back(who.consentSource ? std::optional{who.consentSource->how} : std::nullopt);
    channel.emplace_back(nameOf(who.channel));
    account.push_back(who.actor.account ? std::optional{who.actor.account->value} : std::nullopt);
    role.push_back(unlessEmpty(who.actor.role));
    answers.push_back(who.answers);
    messageCode.push_back(Code::random().text());
    messageId.push_back(crypto::encodeBase64Url(crypto::randomBytes(kMessageIdBytes)));
    requestId.push_back(unlessEmpty(who.actor.requestId));
}

Params Columns::params() const {
    return agon::params(heat, receivedAt, key, scope, body, fullName, foldedName, born, citizenships, email,
                        foldedEmail, phone, language, nickname, relativeNote, code, secretHash, consents, givenBy,
                        givenHow, channel, account, role, answers, messageCode, messageId, requestId);
}

Result<Entered> readOutcome(const Row& row, const EntrySecrets& secrets, const crypto::Bytes& salt) {
    const auto outcome = row.get<std::string>("outcome");
    if (outcome == "closed") return problem(ProblemCode::RegistrationClosed);
    if (outcome == "already-registered") return problem(ProblemCode::AlreadyRegistered);
    if (outcome == "full") return problem(ProblemCode::ReservesFull);
    if (outcome == "key-reused") return problem(ProblemCode::IdempotencyKeyReused);
    return enteredFrom(row.get<nlohmann::json>("result"), secrets, salt);
}

}  // namespace

Entered enteredFrom(const nlohmann::json& result, const EntrySecrets& secrets, const crypto::Bytes& salt) {
    Entered entered;
    entered.code = result.at("code").get<std::string>();
    entered.secret = secrets.secretOf(entered.code, salt);
    entered.heat = result.at("heat").get<std::string>();
    entered.number = result.at("number").get<std::int64_t>();
    entered.receivedAt.at += std::chrono::microseconds{result.at("received_at").get<std::int64_t>()};
    entered.holdsPlace = result.at("place") == "held";
    if (result.at("reserve").is_number()) entered.reserve = result.at("reserve").get<std::int64_t>();
    entered.tasks = result.at("tasks").get<std::vector<std::string>>();
    entered.receipt = result.at("receipt").get<std::string>();
    entered.terms = result.at("terms").get<std::int64_t>();
    return entered;
}

nlohmann::json outcomeOf(const Entered& entered) {
    return {{"code", entered.code},
            {"heat", entered.heat},
            {"number", entered.number},
            {"received_at", entered.receivedAt.at.time_since_epoch().count()},
            {"place", entered.holdsPlace ? "held" : "waiting"},
            {"reserve", entered.reserve ? nlohmann::json(*entered.reserve) : nlohmann::json(nullptr)},
            {"tasks", entered.tasks},
            {"receipt", entered.receipt},
            {"terms", entered.terms}};
}

Task<std::vector<Result<Entered>>> enterAll(Tx& tx, const EntrySecrets& secrets, std::vector<Entering> rows) {
    Columns columns;
    std::set<std::int64_t> heats;
    for (const auto& row : rows) {
        columns.add(row, secrets);
        heats.insert(row.application->heat.value);
    }
    const std::vector<std::int64_t> locked{heats.begin(), heats.end()};
    std::vector<Statement> statements;
    statements.push_back({kLockHeats, params(locked)});
    statements.push_back({kRegister, columns.params()});
    const auto answers = co_await tx.pipeline(std::move(statements));
    std::vector<Result<Entered>> outcomes;
    for (const auto row : answers.back()) {
        const auto at = static_cast<std::size_t>(row.get<std::int32_t>("row_no") - 1);
        outcomes.push_back(readOutcome(row, secrets, rows.at(at).salt));
    }
    co_return outcomes;
}

}  // namespace agon::registration
