#pragma once

#include "platform/db/options.hpp"

namespace agon::app {

// What a demonstration shows: the championship of 2015 with its dates, always at a moment when people can register, and
// a rehearsal of another country's. Done at every start; what is there already stays. Blocks until it is done. Throws
// OperatorError when the database refuses.
void seedDemo(const DbOptions& database);

}  // namespace agon::app
