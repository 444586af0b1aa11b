#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "audit/actor.hpp"
#include "platform/time/instant.hpp"

namespace agon::audit {

using Hash = std::array<std::byte, 32>;

// What an act puts on record. Codes and numbers only: no name, address, phone number or free text.
struct Entry {
    std::string act;  // what was done, in the past tense: account-invited
    std::string subjectKind;
    std::string subject;  // the code of what was acted upon
    std::optional<std::string> championship;
    std::optional<std::string> heat;
    std::optional<std::string> reasonCode;
    nlohmann::json detail = nlohmann::json::object();
};

// A row of the record as it is kept and hashed.
struct Act {
    std::int64_t id = 0;
    Instant at;
    std::string actorKind;
    std::optional<std::int64_t> account;
    std::optional<std::string> role;
    std::string act;
    std::string subjectKind;
    std::string subject;
    std::optional<std::string> championship;
    std::optional<std::string> heat;
    std::optional<std::string> reasonCode;
    std::string detail;
    std::optional<std::string> requestId;
};

struct Block {
    std::int64_t number = 0;
    Instant sealedAt;
    std::int64_t firstAct = 0;
    std::int64_t lastAct = 0;
    std::int32_t actCount = 0;
    Hash previousHash{};
    Hash hash{};
};

}  // namespace agon::audit
