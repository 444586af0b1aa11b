#pragma once

#include "app/settings.hpp"

namespace agon::app {

// Root that works on an embedded database of somebody else goes on as that user, for good: what it leaves in the data
// directory must stay theirs. Does nothing for others, for a database elsewhere and for a folder that is root's or not
// there yet. To be called before there are threads. Throws OperatorError when it cannot be done.
void becomeDataOwner(const Settings& settings);

}  // namespace agon::app
