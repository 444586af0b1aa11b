#include "auth/staff.hpp"

#include <algorithm>

#include "auth/links.hpp"
#include "auth/record.hpp"
#include "auth/session_store.hpp"
#include "platform/ids/code.hpp"

namespace agon::auth {
namespace {

// Asked after the change, within its transaction: if it leaves nobody, it is undone.
Task<Result<void>> mustLeaveADirector(Tx& tx) {
    const auto directors = co_await countDirectors(tx);
    if (directors == 0) co_return problem(ProblemCode::LastDirector);
    co_return {};
}

}  // namespace

Task<std::vector<StaffMember>> listStaff(AuthContextPtr context, AccountPage page) {
    auto accounts = co_await listAccounts(context->db, std::move(page));
    std::vector<std::int64_t> ids;
    ids.reserve(accounts.size());
    for (const auto& account : accounts) ids.push_back(account.id.value);
    const auto grants = co_await findGrants(context->db, std::move(ids));
    std::vector<StaffMember> members;
    members.reserve(accounts.size());
    for (auto& account : accounts) {
        StaffMember member{std::move(account), {}};
        std::ranges::copy_if(grants, std::back_inserter(member.grants),
                             [&](const HeldGrant& grant) { return grant.account == member.account.id; });
        members.push_back(std::move(member));
    }
    co_return members;
}

Task<Result<StaffMember>> getStaff(AuthContextPtr context, std::string code) {
    auto account = co_await findAccountByCode(context->db, std::move(code));
    if (!account) co_return problem(ProblemCode::NotFound);
    std::vector<std::int64_t> ids(1, account->id.value);
    auto grants = co_await findGrants(context->db, std::move(ids));
    co_return StaffMember{std::move(*account), std::move(grants)};
}

Task<Result<std::string>> invite(AuthContextPtr context, Caller caller, Invitation invitation, Claim claim,
                                 std::string requestId) {
    auto act = [&](Tx& tx) -> Task<Result<std::string>> {
        auto begun = co_await http::idempotency::begin(tx, claim);
        if (!begun) co_return std::unexpected{std::move(begun.error())};
        if (begun->replay) co_return begun->replay->value.at("code").get<std::string>();
        NewAccount account{.code = Code::random().text(),
                           .organiser = invitation.organiser,
                           .language = invitation.language,
                           .email = invitation.email,
                           .displayName = invitation.displayName};
        const auto code = account.code;
        const auto id = co_await insertAccount(tx, std::move(account));
        co_await sendLink(tx, context, id, LinkPurpose::Invitation);
        co_await audit::record(tx, caller.actor(Right::AccountManage, requestId),
                               aboutAccount("account-invited", code));
        http::idempotency::Outcome outcome{201, {{"code", code}}};
        co_await http::idempotency::complete(tx, claim, std::move(outcome));
        co_return code;
    };
    auto code = co_await context->db.transact(act);
    co_return code;
}

Task<Result<void>> inviteAgain(AuthContextPtr context, Caller caller, std::string code, Claim claim,
                               std::string requestId) {
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        auto begun = co_await http::idempotency::begin(tx, claim);
        if (!begun) co_return std::unexpected{std::move(begun.error())};
        if (begun->replay) co_return true;
        const auto account = co_await lockAccountByCode(tx, code);
        if (!account) co_return problem(ProblemCode::NotFound);
        if (account->state != AccountState::Invited || !account->email) co_return problem(ProblemCode::Conflict);
        co_await sendLink(tx, context, account->id, LinkPurpose::Invitation);
        co_await audit::record(tx, caller.actor(Right::AccountManage, requestId),
                               aboutAccount("account-invited-again", code));
        http::idempotency::Outcome outcome{202, nlohmann::json::object()};
        co_await http::idempotency::complete(tx, claim, std::move(outcome));
        co_return true;
    };
    const auto done = co_await context->db.transact(act);
    if (!done) co_return std::unexpected{done.error()};
    co_return {};
}

Task<Result<StaffMember>> changeState(AuthContextPtr context, Caller caller, std::string code, AccountState state,
                                      http::SeenVersion seen, std::string requestId) {
    const auto fresh = caller.mustHaveGivenPasswordLately();
    if (!fresh) co_return std::unexpected{fresh.error()};
    auto act = [&](Tx& tx) -> Task<Result<StaffMember>> {
        const auto account = co_await lockAccountByCode(tx, code);
        if (!account) co_return problem(ProblemCode::NotFound);
        const auto current = seen.mustBe(account->version);
        if (!current) co_return std::unexpected{current.error()};
        // Nobody is made active by somebody else: that takes a password of their own. Who was shut out before coming
        // in can be invited again.
        const bool neverCameIn = state == AccountState::Active && !account->passwordHash;
        if (neverCameIn && account->state != AccountState::Disabled) co_return problem(ProblemCode::Conflict);
        co_await setState(tx, account->id, neverCameIn ? AccountState::Invited : state);
        if (state == AccountState::Disabled) {
            const auto ended = co_await endSessions(tx, account->id, SessionEnd::Disabled, std::nullopt);
            static_cast<void>(ended);
        }
        const auto left = co_await mustLeaveADirector(tx);
        if (!left) co_return std::unexpected{left.error()};
        auto entry = aboutAccount(state == AccountState::Disabled ? "account-disabled" : "account-enabled", code);
        co_await audit::record(tx, caller.actor(Right::AccountManage, requestId), std::move(entry));
        auto changed = co_await lockAccount(tx, account->id);
        auto grants = co_await findGrants(tx, account->id);
        co_return StaffMember{std::move(changed).value_or(StaffAccount{}), std::move(grants)};
    };
    auto changed = co_await context->db.transact(act);
    co_return changed;
}

Task<Result<std::string>> grantRole(AuthContextPtr context, Caller caller, std::string code, WantedGrant wanted,
                                    Claim claim, std::string requestId) {
    const auto fresh = caller.mustHaveGivenPasswordLately();
    if (!fresh) co_return std::unexpected{fresh.error()};
    auto act = [&](Tx& tx) -> Task<Result<std::string>> {
        auto begun = co_await http::idempotency::begin(tx, claim);
        if (!begun) co_return std::unexpected{std::move(begun.error())};
        if (begun->replay) co_return begun->replay->value.at("code").get<std::string>();
        const auto account = co_await lockAccountByCode(tx, code);
        if (!account) co_return problem(ProblemCode::NotFound);
        const auto place = co_await findPlace(tx, wanted.championship, wanted.heat);
        if (!place) {
            std::vector<FieldError> errors;
            errors.push_back({wanted.heat ? "/heat" : "/championship", FieldFault::Incorrect, {}});
            co_return problem(std::move(errors));
        }
        const auto grant = Code::random().text();
        co_await insertGrant(tx, account->id, grant, wanted.role, *place);
        co_await touchVersion(tx, account->id);
        auto entry = aboutAccount("role-granted", code);
        entry.championship = wanted.championship;
        entry.heat = wanted.heat;
        entry.detail = {{"role", nameOf(wanted.role)}, {"grant", grant}};
        co_await audit::record(tx, caller.actor(Right::AccountManage, requestId), std::move(entry));
        http::idempotency::Outcome outcome{201, {{"code", grant}}};
        co_await http::idempotency::complete(tx, claim, std::move(outcome));
        co_return grant;
    };
    auto grant = co_await context->db.transact(act);
    co_return grant;
}

Task<Result<void>> revokeRole(AuthContextPtr context, Caller caller, std::string code, std::string grant,
                              http::SeenVersion seen, std::string requestId) {
    const auto fresh = caller.mustHaveGivenPasswordLately();
    if (!fresh) co_return fresh;
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        const auto account = co_await lockAccountByCode(tx, code);
        if (!account) co_return problem(ProblemCode::NotFound);
        const auto current = seen.mustBe(account->version);
        if (!current) co_return std::unexpected{current.error()};
        const auto grants = co_await findGrants(tx, account->id);
        const auto held = std::ranges::find(grants, grant, &HeldGrant::code);
        if (held == grants.end()) co_return problem(ProblemCode::NotFound);
        co_await deleteGrant(tx, held->grant.id);
        co_await touchVersion(tx, account->id);
        const auto left = co_await mustLeaveADirector(tx);
        if (!left) co_return std::unexpected{left.error()};
        auto entry = aboutAccount("role-revoked", code);
        entry.championship = held->championship;
        entry.heat = held->heat;
        entry.detail = {{"role", nameOf(held->grant.role)}, {"grant", grant}};
        co_await audit::record(tx, caller.actor(Right::AccountManage, requestId), std::move(entry));
        co_return true;
    };
    const auto done = co_await context->db.transact(act);
    if (!done) co_return std::unexpected{done.error()};
    co_return {};
}

}  // namespace agon::auth
