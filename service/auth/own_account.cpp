#include "auth/own_account.hpp"

#include "auth/credential_store.hpp"
#include "auth/folding.hpp"
#include "auth/record.hpp"
#include "auth/sign_in.hpp"
#include "outbox/outbox.hpp"

namespace agon::auth {
namespace {

std::unexpected<Problem> incorrect(std::string pointer) {
    std::vector<FieldError> errors;
    errors.push_back({std::move(pointer), FieldFault::Incorrect, {}});
    return problem(std::move(errors));
}

// The caller's password, compared on a worker and limited as a sign-in from a known device is.
Task<Result<StaffAccount>> proveByPassword(AuthContextPtr context, Caller caller, std::string password,
                                           std::string pointer) {
    std::vector<Bucket> buckets;
    buckets.push_back({bucketName(context->keys.throttle, "password-again", caller.accountCode),
                       context->options.limits.accountByKnownDevice});
    const auto allowed = co_await countOrRefuse(context, std::move(buckets));
    if (!allowed) co_return std::unexpected{allowed.error()};
    auto account = co_await findAccount(context->db, caller.account);
    if (!account) co_return problem(ProblemCode::Unauthenticated);
    const auto matches = co_await context->hasher.verify(normalized(password), account->passwordHash);
    if (!matches) co_return std::unexpected{matches.error()};
    if (!*matches) co_return incorrect(std::move(pointer));
    co_return std::move(*account);
}

}  // namespace

Result<void> checkPassword(const AuthContext& context, std::string_view password, std::string_view displayName,
                           std::string_view email, std::string pointer) {
    const auto fault = faultOf(password, ownWordsOf(displayName, email), context.options.passwords);
    if (!fault) return {};
    std::vector<FieldError> errors;
    errors.push_back(fieldErrorOf(*fault, std::move(pointer), context.options.passwords));
    return problem(std::move(errors));
}

Task<Result<Me>> getMe(AuthContextPtr context, Caller caller) {
    auto account = co_await findAccount(context->db, caller.account);
    if (!account) co_return problem(ProblemCode::Unauthenticated);
    std::vector<std::int64_t> accounts(1, caller.account.value);
    auto grants = co_await findGrants(context->db, std::move(accounts));
    co_return Me{std::move(*account), std::move(grants)};
}

Task<Result<Me>> changeProfile(AuthContextPtr context, Caller caller, ProfileChange change, http::SeenVersion seen,
                               std::string requestId) {
    auto act = [&](Tx& tx) -> Task<Result<Me>> {
        const auto account = co_await lockAccount(tx, caller.account);
        if (!account) co_return problem(ProblemCode::Unauthenticated);
        const auto current = seen.mustBe(account->version);
        if (!current) co_return std::unexpected{current.error()};
        const auto name = change.displayName.value_or(account->displayName);
        const auto language = change.language.value_or(account->language);
        co_await setProfile(tx, account->id, name, language);
        co_await audit::record(tx, caller.actor(requestId), aboutAccount("profile-changed", caller.accountCode));
        auto changed = co_await lockAccount(tx, caller.account);
        auto grants = co_await findGrants(tx, caller.account);
        co_return Me{std::move(changed).value_or(StaffAccount{}), std::move(grants)};
    };
    auto changed = co_await context->db.transact(act);
    co_return changed;
}

Task<Result<void>> changePassword(AuthContextPtr context, Caller caller, std::string current, std::string wanted,
                                  std::string requestId) {
    const auto account = co_await proveByPassword(context, caller, std::move(current), "/current");
    if (!account) co_return std::unexpected{account.error()};
    const auto password = normalized(wanted);
    const auto fits = checkPassword(*context, password, account->displayName, account->email.value_or(""), "/new");
    if (!fits) co_return fits;
    const auto hash = co_await context->hasher.hash(password);
    if (!hash) co_return std::unexpected{hash.error()};
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        const auto locked = co_await lockAccount(tx, caller.account);
        if (!locked || locked->securityVersion != account->securityVersion) {
            co_return problem(ProblemCode::Unauthenticated);
        }
        co_await setPassword(tx, caller.account, *hash);
        const auto ended = co_await endSessions(tx, caller.account, SessionEnd::Password, caller.session);
        outbox::Message message;
        message.reader = {outbox::Reader::Kind::Staff, caller.account.value};
        message.mail = "password-changed";
        const auto told = co_await outbox::enqueue(tx, std::move(message));
        static_cast<void>(told);
        auto entry = aboutAccount("password-changed", caller.accountCode);
        entry.detail = {{"sessions_ended", ended}};
        co_await audit::record(tx, caller.actor(requestId), std::move(entry));
        co_return true;
    };
    const auto done = co_await context->db.transact(act);
    if (!done) co_return std::unexpected{done.error()};
    co_return {};
}

Task<Result<void>> givePasswordAgain(AuthContextPtr context, Caller caller, std::string password) {
    const auto account = co_await proveByPassword(context, caller, std::move(password), "/password");
    if (!account) co_return std::unexpected{account.error()};
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        co_await notePassword(tx, caller.session);
        co_return true;
    };
    const auto noted = co_await context->db.transact(act);
    if (!noted) co_return std::unexpected{noted.error()};
    co_return {};
}

Task<Result<void>> endOwnSession(AuthContextPtr context, Caller caller, std::string sessionCode,
                                 std::string requestId) {
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        const auto session = co_await lockSession(tx, sessionCode);
        if (!session || session->account != caller.account) co_return problem(ProblemCode::NotFound);
        co_await endSession(tx, session->id, SessionEnd::Ended);
        auto entry = aboutAccount("session-ended", caller.accountCode);
        entry.detail = {{"session", session->code}};
        co_await audit::record(tx, caller.actor(requestId), std::move(entry));
        co_return true;
    };
    const auto done = co_await context->db.transact(act);
    if (!done) co_return std::unexpected{done.error()};
    co_return {};
}

}  // namespace agon::auth
