#include "auth/arrivals.hpp"

#include "auth/credential_store.hpp"
#include "auth/device.hpp"
#include "auth/folding.hpp"
#include "auth/own_account.hpp"
#include "auth/record.hpp"
#include "auth/session_store.hpp"
#include "outbox/outbox.hpp"

namespace agon::auth {
namespace {

Bytes hashOf(std::string_view token) {
    const auto digest = hashLinkToken(token);
    return {digest.begin(), digest.end()};
}

std::vector<Bucket> networkBucket(const AuthContext& context, const Origin& origin) {
    std::vector<Bucket> buckets;
    buckets.push_back(
        {bucketName(context.keys.throttle, "network", networkOf(origin.peer)), context.options.limits.address});
    return buckets;
}

// Whether the account is in a state that the link's purpose fits.
bool fits(LinkPurpose purpose, const StaffAccount& account) {
    return account.state == (purpose == LinkPurpose::Invitation ? AccountState::Invited : AccountState::Active);
}

// The account a link is for, before anything is locked; hashing a password for a link that is none would be waste.
Task<Result<StaffAccount>> accountOfLink(AuthContextPtr context, std::string token, LinkPurpose purpose,
                                         Origin origin) {
    const auto allowed = co_await countOrRefuse(context, networkBucket(*context, origin));
    if (!allowed) co_return std::unexpected{allowed.error()};
    const auto link = co_await findLink(context->db, hashOf(token));
    if (!link || link->purpose != purpose) co_return problem(ProblemCode::LinkInvalid);
    auto account = co_await findAccount(context->db, link->account);
    if (!account || !fits(purpose, *account)) co_return problem(ProblemCode::LinkInvalid);
    co_return std::move(*account);
}

// Uses the link up and gives its account, locked: the account first, as whoever makes links does.
Task<Result<StaffAccount>> redeem(Tx& tx, AccountId owner, std::string token, LinkPurpose purpose) {
    auto account = co_await lockAccount(tx, owner);
    if (!account || !fits(purpose, *account)) co_return problem(ProblemCode::LinkInvalid);
    const auto link = co_await lockLink(tx, hashOf(token));
    if (!link || link->purpose != purpose || link->account != owner) co_return problem(ProblemCode::LinkInvalid);
    co_await useLink(tx, link->id);
    co_return std::move(*account);
}

Result<void> checkEmailGiven(const StaffAccount& account, const std::optional<std::string>& email) {
    std::vector<FieldError> errors;
    if (!account.email && !email) errors.push_back({"/email", FieldFault::Missing, {}});
    if (account.email && email) errors.push_back({"/email", FieldFault::Unknown, {}});
    if (errors.empty()) return {};
    return problem(std::move(errors));
}

}  // namespace

Task<Result<InvitationShown>> lookUpInvitation(AuthContextPtr context, std::string token, Origin origin) {
    auto account = co_await accountOfLink(context, std::move(token), LinkPurpose::Invitation, std::move(origin));
    if (!account) co_return std::unexpected{account.error()};
    co_return InvitationShown{account->email, account->displayName, account->language};
}

Task<Result<SignedIn>> acceptInvitation(AuthContextPtr context, Acceptance acceptance, Origin origin) {
    if (!context->ring()) co_return problem(ProblemCode::Unavailable);
    const auto invited = co_await accountOfLink(context, acceptance.token, LinkPurpose::Invitation, origin);
    if (!invited) co_return std::unexpected{invited.error()};
    const auto given = checkEmailGiven(*invited, acceptance.email);
    if (!given) co_return std::unexpected{given.error()};
    const auto email = invited->email ? *invited->email : acceptance.email.value_or("");
    const auto password = normalized(acceptance.password);
    const auto good = checkPassword(*context, password, acceptance.displayName, email, "/password");
    if (!good) co_return std::unexpected{good.error()};
    const auto hash = co_await context->hasher.hash(password);
    if (!hash) co_return std::unexpected{hash.error()};

    auto act = [&](Tx& tx) -> Task<Result<SignedIn>> {
        const auto account = co_await redeem(tx, invited->id, acceptance.token, LinkPurpose::Invitation);
        if (!account) co_return std::unexpected{account.error()};
        if (!account->email) co_await setEmail(tx, account->id, email);
        co_await setProfile(tx, account->id, acceptance.displayName, acceptance.language);
        co_await setPassword(tx, account->id, *hash);
        auto session = co_await beginSession(tx, context, account->id, false, origin);
        co_await audit::record(tx, ownerOf(*account, origin.requestId),
                               aboutAccount("invitation-accepted", account->code));
        auto active = co_await lockAccount(tx, account->id);
        if (!active) co_return problem(ProblemCode::LinkInvalid);
        co_return signedInOf(*context, std::move(*active), std::move(session));
    };
    auto signedIn = co_await context->db.transact(act);
    if (signedIn) signedIn->deviceCookie = makeDeviceCookie(context->keys.device, signedIn->account.code);
    co_return signedIn;
}

Task<Result<void>> askForReset(AuthContextPtr context, std::string email, Origin origin) {
    const auto allowed = co_await countOrRefuse(context, networkBucket(*context, origin));
    if (!allowed) co_return std::unexpected{allowed.error()};
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        co_await insertResetWish(tx, folded(email));
        co_return true;
    };
    const auto noted = co_await context->db.transact(act);
    if (!noted) co_return std::unexpected{noted.error()};
    co_return {};
}

Task<Result<std::string>> completeReset(AuthContextPtr context, std::string token, std::string password,
                                        Origin origin) {
    const auto known = co_await accountOfLink(context, token, LinkPurpose::Reset, origin);
    if (!known) co_return std::unexpected{known.error()};
    const auto wanted = normalized(password);
    const auto good = checkPassword(*context, wanted, known->displayName, known->email.value_or(""), "/password");
    if (!good) co_return std::unexpected{good.error()};
    const auto hash = co_await context->hasher.hash(wanted);
    if (!hash) co_return std::unexpected{hash.error()};

    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        const auto account = co_await redeem(tx, known->id, token, LinkPurpose::Reset);
        if (!account) co_return std::unexpected{account.error()};
        co_await setPassword(tx, account->id, *hash);
        const auto ended = co_await endSessions(tx, account->id, SessionEnd::Password, std::nullopt);
        outbox::Message message;
        message.reader = {outbox::Reader::Kind::Staff, account->id.value};
        message.mail = "password-changed";
        const auto told = co_await outbox::enqueue(tx, std::move(message));
        static_cast<void>(told);
        auto entry = aboutAccount("password-reset", account->code);
        entry.detail = {{"sessions_ended", ended}};
        co_await audit::record(tx, ownerOf(*account, origin.requestId), std::move(entry));
        co_return true;
    };
    const auto done = co_await context->db.transact(act);
    if (!done) co_return std::unexpected{done.error()};
    co_return makeDeviceCookie(context->keys.device, known->code);
}

}  // namespace agon::auth
