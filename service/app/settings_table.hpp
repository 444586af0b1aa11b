#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/settings.hpp"

namespace agon::app {

// One row of the table: what a setting is called and means, how its text becomes a value, how the value is shown.
struct SettingRow {
    SettingSpec spec;
    std::string_view unsetMeans;                                   // what holds when it is not set, in words
    std::function<std::string(Settings&, std::string_view)> take;  // what the text must be; empty: it is
    std::function<std::string(const Settings&)> show;              // never a secret
};

const std::vector<SettingRow>& settingTable();

}  // namespace agon::app
