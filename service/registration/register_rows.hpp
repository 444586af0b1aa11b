#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "platform/db/tx.hpp"
#include "platform/http/idempotency.hpp"
#include "registration/model.hpp"
#include "registration/secret.hpp"

namespace agon::registration {

// A registration with what it needs on its way into the register.
struct Entering {
    const Application* application = nullptr;
    const http::idempotency::Claim* claim = nullptr;  // may be missing
    crypto::Bytes salt;                               // of the secret
};

// What is kept of an entry under the key of the request that made it, and the entry from that again.
nlohmann::json outcomeOf(const Entered& entered);
Entered enteredFrom(const nlohmann::json& outcome, const EntrySecrets& secrets, const crypto::Bytes& salt);

// Takes registrations in the order given, in one round trip with the locks of their heats, and says of each what became
// of it. No two may have the same key, or the same e-mail in the same championship. Each is given a new code, so that
// trying again after a failure is a fresh try.
Task<std::vector<Result<Entered>>> enterAll(Tx& tx, const EntrySecrets& secrets, std::vector<Entering> rows);

}  // namespace agon::registration
