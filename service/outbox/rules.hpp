#pragma once

#include <string>
#include <string_view>

#include "outbox/model.hpp"

namespace agon::outbox {

// Whether somebody may have a message tried again: only one that was given up.
bool mayRetry(State state);

// An address of which its owner recognises the outline and nobody else learns much: m***@e***.gr
std::string maskAddress(std::string_view address);

}  // namespace agon::outbox
