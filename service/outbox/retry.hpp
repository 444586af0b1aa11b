#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace agon::outbox {

// How long to wait after the `attempts`-th failed try, or nothing when there is to be no other. Doubles from half a
// minute to six hours, three days in all: long enough for a mail server that was down over a weekend's start.
// `spread`, from 0 to 1, moves the instant by up to a fifth, so that a crowd of messages does not return as a crowd.
std::optional<std::chrono::seconds> waitAfter(std::int32_t attempts, double spread);

}  // namespace agon::outbox
