#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "platform/ids/id.hpp"
#include "platform/problem/problem.hpp"
#include "platform/time/instant.hpp"

namespace agon::outbox {

struct OutboxRow;
using MessageId = Id<OutboxRow>;

// Who a message is for. The address is looked up when it is sent.
struct Reader {
    enum class Kind : std::uint8_t { Staff, Person };

    Kind kind = Kind::Staff;
    std::int64_t id = 0;
};

struct Message {
    Reader reader;
    std::string mail;                                 // the name of its text in texts.cpp
    nlohmann::json facts = nlohmann::json::object();  // codes, instants, "link": a one-time link's id; nothing personal
    std::optional<Instant> expiresAt;                 // not worth sending after this
};

enum class State : std::uint8_t {
    Waiting,
    Sent,
    Shown,    // dry run: it would have been sent
    Refused,  // the reader is gone, has no address or wants no mail
    Failed,   // the mail server refused it, or tries ran out
    Expired,
};

inline constexpr std::array<std::pair<std::string_view, State>, 6> kStates{{{"waiting", State::Waiting},
                                                                            {"sent", State::Sent},
                                                                            {"shown", State::Shown},
                                                                            {"refused", State::Refused},
                                                                            {"failed", State::Failed},
                                                                            {"expired", State::Expired}}};

// Where a reader gets mail now, and in which language.
struct Mailbox {
    std::string address;
    Language language = Language::Greek;
};

// A message that waits or waited.
struct Queued {
    MessageId id;
    std::string code;
    std::string messageId;  // without the angle brackets; without the domain until the first try
    Reader reader;
    std::string mail;
    nlohmann::json facts;
    State state = State::Waiting;
    std::int32_t attempts = 0;
    Instant createdAt;
    Instant nextAttemptAt;
    std::optional<Instant> expiresAt;
    std::optional<Instant> settledAt;
    std::optional<std::string> lastError;
    std::int32_t version = 1;
};

std::string_view nameOf(State state);
std::optional<State> stateNamed(std::string_view name);
std::string_view nameOf(Reader::Kind kind);

}  // namespace agon::outbox
