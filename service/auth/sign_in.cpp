#include "auth/sign_in.hpp"

#include "auth/credential_store.hpp"
#include "auth/device.hpp"
#include "auth/folding.hpp"
#include "auth/record.hpp"
#include "auth/second_factor.hpp"
#include "auth/session_store.hpp"
#include "platform/crypto/random.hpp"
#include "platform/ids/code.hpp"
#include "platform/log/log.hpp"
#include "platform/text/utf8.hpp"

namespace agon::auth {
namespace {

constexpr std::size_t kNonceBytes = 16;
constexpr std::size_t kUserAgentBytes = 200;

audit::Entry aboutSession(std::string act, const StaffAccount& account, const std::string& session) {
    auto entry = aboutAccount(std::move(act), account.code);
    entry.detail = {{"session", session}};
    return entry;
}

std::vector<Bucket> bucketsOf(const AuthContext& context, const std::optional<StaffAccount>& account,
                              const std::string& email, const Origin& origin) {
    const auto& key = context.keys.throttle;
    const auto& limits = context.options.limits;
    std::vector<Bucket> buckets;
    buckets.push_back({bucketName(key, "network", networkOf(origin.peer)), limits.address});
    const auto device = account ? knownDevice(context.keys.device, account->code, origin.deviceCookie) : std::nullopt;
    if (device) {
        buckets.push_back({bucketName(key, "device", account->code + *device), limits.accountByKnownDevice});
    } else {
        buckets.push_back({bucketName(key, "strangers", email), limits.accountByStrangers});
    }
    return buckets;
}

std::string shortened(const std::string& userAgent) {
    std::string shown;
    for (const char c : userAgent.substr(0, kUserAgentBytes)) {
        if (c >= ' ' && c <= '~') shown += c;
    }
    return shown;
}

// The address without its last part: enough for its owner to recognise, too little to find anybody by.
std::string networkShown(const std::string& peer) {
    const auto network = networkOf(peer);
    const auto dot = network.rfind('.');
    return dot == std::string::npos ? network : network.substr(0, dot) + ".*";
}

// The session that a refresh token opens, with its account, both locked. Nothing for a forged token, which costs no
// lock at all.
struct ShownSession {
    StaffAccount account;
    OpenSession session;
    RefreshVerdict verdict;
};
Task<std::optional<ShownSession>> lockShownSession(Tx& tx, AuthContextPtr context, std::string token,
                                                   std::string code) {
    const auto judge = [&](const OpenSession& session) {
        return judgeRefresh(context->keys.refresh, token, session.refresh, session.now);
    };
    const auto claimed = co_await findSession(tx, code);
    if (!claimed || judge(*claimed) == RefreshVerdict::Forged) co_return std::nullopt;
    auto account = co_await lockAccount(tx, claimed->account);  // account before session, as everywhere
    if (!account) co_return std::nullopt;
    auto session = co_await lockSession(tx, code);
    if (!session) co_return std::nullopt;
    const auto verdict = judge(*session);
    co_return ShownSession{std::move(*account), std::move(*session), verdict};
}

std::unexpected<Problem> refused(std::string_view why) {
    logInfo("auth.sign_in_refused", {{"why", why}});
    return problem(ProblemCode::Unauthenticated);
}

}  // namespace

Task<Result<void>> countOrRefuse(AuthContextPtr context, std::vector<Bucket> buckets) {
    auto act = [&](Tx& tx) -> Task<Result<std::optional<std::chrono::seconds>>> {
        const auto wait = co_await countAttempt(tx, buckets);
        co_return wait;
    };
    const auto wait = co_await context->db.transact(act, Repeat::OnConflict);
    if (!wait) co_return std::unexpected{wait.error()};
    if (!*wait) co_return {};
    logInfo("auth.throttled", {{"seconds", (*wait)->count()}});
    Problem tooMany = problem(ProblemCode::TooManyRequests).error();
    tooMany.retryAfter = **wait;
    co_return std::unexpected{std::move(tooMany)};
}

Task<BegunSession> beginSession(Tx& tx, AuthContextPtr context, AccountId account, bool secondFactor, Origin origin) {
    NewSession session{.account = account,
                       .code = Code::random().text(),
                       .nonce = crypto::randomBytes(kNonceBytes),
                       .secondFactor = secondFactor,
                       .userAgent = shortened(origin.userAgent),
                       .network = networkShown(origin.peer)};
    BegunSession begun{.code = session.code,
                       .refreshToken = makeRefreshToken(context->keys.refresh, session.code, 1, session.nonce)};
    const auto id = co_await insertSession(tx, std::move(session));
    static_cast<void>(id);
    co_await noteSignIn(tx, account);
    co_return begun;
}

SignedIn signedInOf(const AuthContext& context, StaffAccount account, BegunSession session) {
    const AccessClaims claims{account.code, session.code, account.securityVersion};
    SignedIn signedIn{.accessToken = context.tokens.issue(claims, *context.ring(), context.clock.now()),
                      .refreshToken = std::move(session.refreshToken),
                      .deviceCookie = std::nullopt,
                      .account = std::move(account)};
    return signedIn;
}

Task<Result<SignedIn>> signIn(AuthContextPtr context, Credentials credentials, Origin origin) {
    if (!context->ring()) co_return problem(ProblemCode::Unavailable);
    const auto email = folded(credentials.email);
    const auto found = co_await findAccountByEmail(context->db, email);
    const auto counted = co_await countOrRefuse(context, bucketsOf(*context, found, email, origin));
    if (!counted) co_return std::unexpected{counted.error()};

    const auto password = normalized(credentials.password);
    const auto hash = found ? found->passwordHash : std::nullopt;
    const auto matches = co_await context->hasher.verify(password, hash);
    if (!matches) co_return std::unexpected{matches.error()};
    if (!*matches || !found) co_return refused("password");
    if (found->state != AccountState::Active) co_return refused("state");
    if (found->totpEnabled) {
        if (!credentials.code) co_return problem(ProblemCode::SecondFactorRequired);
        std::vector<Bucket> buckets;
        buckets.push_back(
            {bucketName(context->keys.throttle, "second-factor", found->code), context->options.limits.secondFactor});
        const auto allowed = co_await countOrRefuse(context, std::move(buckets));
        if (!allowed) co_return std::unexpected{allowed.error()};
    }
    std::optional<std::string> newHash;
    if (context->hasher.isOutdated(*hash)) {
        auto made = co_await context->hasher.hash(password);
        if (made) newHash = std::move(*made);
    }

    auto act = [&](Tx& tx) -> Task<Result<SignedIn>> {
        auto account = co_await lockAccount(tx, found->id);
        // The password was compared before the lock; a change since then decides.
        if (!account || account->state != AccountState::Active || account->securityVersion != found->securityVersion) {
            co_return refused("changed");
        }
        if (account->totpEnabled) {
            const bool shown = co_await showSecondFactor(tx, context, *account, credentials.code.value_or(""));
            if (!shown) co_return refused("second-factor");
        }
        if (newHash) co_await replaceHash(tx, account->id, *newHash);
        auto session = co_await beginSession(tx, context, account->id, account->totpEnabled, origin);
        co_await audit::record(tx, ownerOf(*account, origin.requestId),
                               aboutSession("signed-in", *account, session.code));
        co_return signedInOf(*context, std::move(*account), std::move(session));
    };
    auto signedIn = co_await context->db.transact(act);
    if (signedIn && !knownDevice(context->keys.device, signedIn->account.code, origin.deviceCookie)) {
        signedIn->deviceCookie = makeDeviceCookie(context->keys.device, signedIn->account.code);
    }
    co_return signedIn;
}

Task<Result<SignedIn>> refresh(AuthContextPtr context, std::string token, std::string requestId) {
    if (!context->ring()) co_return problem(ProblemCode::Unavailable);
    const auto claim = readRefreshToken(token);
    if (!claim) co_return problem(ProblemCode::Unauthenticated);
    // A theft is to be kept although it is refused, so the act succeeds with nothing to show for it.
    auto act = [&](Tx& tx) -> Task<Result<std::optional<SignedIn>>> {
        auto shown = co_await lockShownSession(tx, context, token, claim->sessionCode);
        if (!shown || shown->account.state != AccountState::Active) co_return std::nullopt;
        const auto& [account, session, verdict] = *shown;
        if (verdict == RefreshVerdict::Theft) {
            co_await endSession(tx, session.id, SessionEnd::Reuse);
            const Actor nobody{.kind = Actor::Kind::System, .account = {}, .role = {}, .requestId = requestId};
            co_await audit::record(tx, nobody, aboutSession("refresh-token-reused", account, session.code));
            logWarning("auth.refresh_token_reused", {{"session", session.code}});
            co_return std::nullopt;
        }
        auto generation = session.refresh.generation;
        if (verdict == RefreshVerdict::Rotate) {
            co_await rotateSession(tx, session.id);
            ++generation;
        }
        BegunSession next{session.code,
                          makeRefreshToken(context->keys.refresh, session.code, generation, session.refresh.nonce)};
        co_return signedInOf(*context, account, std::move(next));
    };
    auto refreshed = co_await context->db.transact(act);
    if (!refreshed) co_return std::unexpected{std::move(refreshed.error())};
    if (!*refreshed) co_return problem(ProblemCode::Unauthenticated);
    co_return std::move(**refreshed);
}

Task<void> signOut(AuthContextPtr context, std::string token, std::string requestId) {
    const auto claim = readRefreshToken(token);
    if (!claim) co_return;
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        const auto shown = co_await lockShownSession(tx, context, token, claim->sessionCode);
        if (!shown) co_return false;
        co_await endSession(tx, shown->session.id, SessionEnd::SignOut);
        co_await audit::record(tx, ownerOf(shown->account, requestId),
                               aboutSession("signed-out", shown->account, shown->session.code));
        co_return true;
    };
    const auto done = co_await context->db.transact(act);
    static_cast<void>(done);
}

}  // namespace agon::auth
