#include "auth/password_hash.hpp"

#include <sodium.h>

#include <stdexcept>

#include "platform/crypto/base64url.hpp"
#include "platform/crypto/random.hpp"
#include "platform/crypto/ready.hpp"

namespace agon::auth {
namespace {

// How long a client waits before it tries a full queue again: a few hashes' time.
constexpr std::chrono::seconds kRetryAfter{2};

std::unexpected<Problem> queueIsFull() {
    auto full = problem(ProblemCode::Unavailable);
    full.error().retryAfter = kRetryAfter;
    return full;
}

// Wiped copies of a password do not linger in freed memory.
struct Wiped {
    std::string text;
    ~Wiped() { sodium_memzero(text.data(), text.size()); }
};

}  // namespace

bool isStrongEnough(const HashCost& cost) {
    struct Least {
        std::size_t mebibytes;
        unsigned passes;
    };
    constexpr Least kEquals[]{{46, 1}, {19, 2}, {12, 3}, {9, 4}, {7, 5}};
    for (const auto& least : kEquals) {
        if (cost.memoryBytes >= least.mebibytes << 20U && cost.passes >= least.passes) return true;
    }
    return false;
}

std::string hashPassword(std::string_view password, const HashCost& cost) {
    crypto::ready();
    std::string hash(crypto_pwhash_STRBYTES, '\0');
    const int failed = crypto_pwhash_str_alg(hash.data(), password.data(), password.size(), cost.passes,
                                             cost.memoryBytes, crypto_pwhash_ALG_ARGON2ID13);
    if (failed != 0) throw std::runtime_error{"not enough memory to hash a password"};
    hash.resize(hash.find('\0'));
    return hash;
}

bool matchesHash(std::string_view password, const std::string& hash) {
    crypto::ready();
    return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

bool isOutdated(const std::string& hash, const HashCost& cost) {
    crypto::ready();
    return crypto_pwhash_str_needs_rehash(hash.c_str(), cost.passes, cost.memoryBytes) != 0;
}

PasswordHasher::PasswordHasher(WorkerPool& workers, HashCost cost)
    : workers_{workers}, cost_{cost}, decoy_{hashPassword(crypto::encodeBase64Url(crypto::randomBytes(32)), cost)} {}

Task<Result<std::string>> PasswordHasher::hash(std::string password) {
    Wiped secret{std::move(password)};
    auto work = [&] {
        return hashPassword(secret.text, cost_);
    };
    const auto made = co_await workers_.run(std::move(work));
    if (!made) co_return queueIsFull();
    co_return *made;
}

Task<Result<bool>> PasswordHasher::verify(std::string password, std::optional<std::string> hash) {
    Wiped secret{std::move(password)};
    const bool known = hash.has_value();
    const auto& against = known ? *hash : decoy_;
    auto work = [&] {
        return matchesHash(secret.text, against);
    };
    const auto matches = co_await workers_.run(std::move(work));
    if (!matches) co_return queueIsFull();
    co_return known && *matches;
}

bool PasswordHasher::isOutdated(const std::string& hash) const {
    return auth::isOutdated(hash, cost_);
}

}  // namespace agon::auth
