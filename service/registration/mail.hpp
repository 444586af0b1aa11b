#pragma once

#include "outbox/lookups.hpp"
#include "registration/context.hpp"

namespace agon::registration {

// Where persons get their mail, and the links that stand in it. Nothing for who has refused to be contacted or is gone.
outbox::Lookups personLookups(const ContextPtr& context);

}  // namespace agon::registration
