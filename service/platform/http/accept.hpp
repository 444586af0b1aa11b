#pragma once

#include <string_view>

namespace agon::http {

// The weight, in thousandths, that a list such as Accept-Encoding gives to a word: by its name, else by "*", else 0.
int weightOfToken(std::string_view header, std::string_view token);

// Whether an Accept header admits a media type such as application/json; an empty header admits everything. Parameters
// other than the weight are not looked at.
bool acceptsMediaType(std::string_view accept, std::string_view type);

}  // namespace agon::http
