#pragma once

#include <nlohmann/json.hpp>

#include "audit/store.hpp"

namespace agon::audit {

nlohmann::json toJson(const ListedAct& listed);
nlohmann::json toJson(const std::optional<Head>& head);

}  // namespace agon::audit
