#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "platform/ids/id.hpp"

namespace agon {

struct Account;  // a member of the staff; auth knows the rest
using AccountId = Id<Account>;

// Who acts. Staff appear by account only; a person who acts on their own entry is known by the subject's code.
struct Actor {
    enum class Kind : std::uint8_t { Staff, Person, System };

    Kind kind = Kind::System;
    std::optional<AccountId> account;  // exactly when Staff
    std::string role;                  // the role that gave the right, for the record
    std::string requestId;             // empty for the service's own work
};

}  // namespace agon
