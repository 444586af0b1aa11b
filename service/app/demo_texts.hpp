#pragma once

#include "championships/model.hpp"

namespace agon::app {

// Texts of the demonstration: short, but with everything that the terms of a championship settle.
championships::Text demoTerms();
championships::Text demoRulebook();
championships::Text demoCodeOfConduct();
championships::Text demoRulings();

}  // namespace agon::app
