#pragma once

#include <map>
#include <nlohmann/json.hpp>

#include "outbox/service.hpp"

namespace agon::outbox {

nlohmann::json toJson(const Queued& message);
nlohmann::json toJson(const Preview& preview);
nlohmann::json toJson(const std::map<State, std::int64_t>& counts);

}  // namespace agon::outbox
