#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "platform/async/task.hpp"
#include "platform/crypto/digest.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/db/tx.hpp"
#include "platform/http/request.hpp"

// A client that got no answer repeats its request under the same Idempotency-Key and gets the answer it would have got,
// byte for byte, while the act is done once. The record of that is written in the act's own transaction, so it is there
// exactly if the act is, whatever crashes, and for every instance.
//
//   auto act = [&](Tx& tx) -> Task<Result<Created>> {
//       auto begun = co_await idempotency::begin(tx, claim);
//       if (!begun) co_return std::unexpected{begun.error()};
//       if (begun->replay) co_return createdFrom(*begun->replay);
//       ...
//       co_await idempotency::complete(tx, claim, {201, outcomeOf(created)});
//       co_return created;
//   };
//
// The outcome holds what the answer is rendered from, and no personal data: codes, numbers, instants.
namespace agon::http::idempotency {

// A key and a request, hashed so that they tell nothing about either.
struct Claim {
    std::string scope;
    crypto::Digest key;
    crypto::Digest body;
};

struct Outcome {
    int status;
    nlohmann::json value;
};

struct Begun {
    std::optional<Outcome> replay;  // the act was done already, with this outcome
};

class Keys {
  public:
    explicit Keys(const crypto::SecretKey& serviceKey) : key_(serviceKey.derive("idempotency")) {}

    // Nothing when the client sent no key. InvalidFields when it is not 8 to 128 visible characters. `scope` names the
    // act and, by id, whoever does it: two people may happen on the same key.
    Result<std::optional<Claim>> claimOf(const Request& request, std::string scope) const;

  private:
    crypto::SecretKey key_;
};

// First in the transaction. Waits while another transaction has the same key, then tells what became of it.
// IdempotencyKeyInUse (409) when that takes longer than the lock timeout; IdempotencyKeyReused (422) when the key
// stands for another request. Without a claim the act is always fresh.
Task<Result<Begun>> begin(Tx& tx, std::optional<Claim> claim);

// Last in the transaction.
Task<void> complete(Tx& tx, std::optional<Claim> claim, Outcome outcome);

// Forgets what is older than a day, a bounded number of rows at a time; returns how many.
Task<std::int64_t> purge(Tx& tx);

}  // namespace agon::http::idempotency
