#include "auth/second_factor.hpp"

#include <algorithm>

#include "auth/credential_store.hpp"
#include "auth/record.hpp"
#include "auth/session_store.hpp"
#include "auth/sign_in.hpp"
#include "auth/totp.hpp"
#include "platform/crypto/seal.hpp"

namespace agon::auth {
namespace {

constexpr std::string_view kIssuer = "Agon";

std::optional<Bytes> secretOf(const AuthContext& context, const StaffAccount& account) {
    if (!account.totpSecret) return std::nullopt;
    return crypto::open(context.keys.totp, *account.totpSecret, bytesOf(account.code));
}

std::string withoutSpaces(std::string text) {
    std::erase_if(text, [](char c) { return c == ' '; });
    return text;
}

bool isSixDigits(std::string_view text) {
    return text.size() == 6 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Task<bool> showSecondFactor(Tx& tx, AuthContextPtr context, StaffAccount account, std::string code) {
    const auto typed = withoutSpaces(std::move(code));
    if (!isSixDigits(typed)) {
        const bool used = co_await useRecoveryCode(tx, account.id, hashRecoveryCode(context->keys.recovery, typed));
        co_return used;
    }
    const auto secret = secretOf(*context, account);
    if (!secret) co_return false;
    const auto step = matchTotp(*secret, typed, account.totpLastStep, context->clock.now());
    if (!step) co_return false;
    co_await noteTotpStep(tx, account.id, *step);
    co_return true;
}

Task<Result<TotpStart>> startTotp(AuthContextPtr context, Caller caller) {
    const auto secret = makeTotpSecret();
    auto act = [&](Tx& tx) -> Task<Result<TotpStart>> {
        const auto account = co_await lockAccount(tx, caller.account);
        if (!account) co_return problem(ProblemCode::Unauthenticated);
        if (account->totpEnabled) co_return problem(ProblemCode::Conflict);
        co_await setTotpSecret(tx, account->id, crypto::seal(context->keys.totp, secret, bytesOf(account->code)));
        co_return TotpStart{encodeBase32(secret), otpauthUri(kIssuer, account->email.value_or(account->code), secret)};
    };
    auto started = co_await context->db.transact(act);
    co_return started;
}

Task<Result<std::vector<std::string>>> confirmTotp(AuthContextPtr context, Caller caller, std::string code,
                                                   std::string requestId) {
    std::vector<Bucket> buckets;
    buckets.push_back({bucketName(context->keys.throttle, "second-factor", caller.accountCode),
                       context->options.limits.secondFactor});
    const auto allowed = co_await countOrRefuse(context, std::move(buckets));
    if (!allowed) co_return std::unexpected{allowed.error()};

    auto codes = makeRecoveryCodes();
    std::vector<Bytes> hashes;
    hashes.reserve(codes.size());
    for (const auto& one : codes) hashes.push_back(hashRecoveryCode(context->keys.recovery, one));
    auto act = [&](Tx& tx) -> Task<Result<std::vector<std::string>>> {
        const auto account = co_await lockAccount(tx, caller.account);
        if (!account || account->totpEnabled || !account->totpSecret) co_return problem(ProblemCode::Conflict);
        const auto secret = secretOf(*context, *account);
        const auto step = secret ? matchTotp(*secret, withoutSpaces(code), 0, context->clock.now()) : std::nullopt;
        if (!step) {
            std::vector<FieldError> errors;
            errors.push_back({"/code", FieldFault::Incorrect, {}});
            co_return problem(std::move(errors));
        }
        co_await auth::confirmTotp(tx, account->id, *step);
        co_await replaceRecoveryCodes(tx, account->id, hashes);
        co_await noteSecondFactor(tx, caller.session);
        co_await audit::record(tx, caller.actor(requestId), aboutAccount("second-factor-set", caller.accountCode));
        co_return codes;
    };
    auto confirmed = co_await context->db.transact(act);
    co_return confirmed;
}

Task<Result<void>> removeTotp(AuthContextPtr context, Caller caller, std::string requestId) {
    const auto fresh = caller.mustHaveGivenPasswordLately();
    if (!fresh) co_return fresh;
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        const auto account = co_await lockAccount(tx, caller.account);
        if (!account || !account->totpEnabled) co_return problem(ProblemCode::Conflict);
        co_await clearTotp(tx, account->id);
        co_await forgetSecondFactor(tx, account->id);
        co_await audit::record(tx, caller.actor(requestId), aboutAccount("second-factor-removed", caller.accountCode));
        co_return true;
    };
    const auto removed = co_await context->db.transact(act);
    if (!removed) co_return std::unexpected{removed.error()};
    co_return {};
}

}  // namespace agon::auth
