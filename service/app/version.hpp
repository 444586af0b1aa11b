#pragma once

#include <string_view>

namespace agon::app {

std::string_view version();

}  // namespace agon::app
