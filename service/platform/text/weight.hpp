#pragma once

#include <string_view>

namespace agon {

// The weight among the parameters of one item of a list such as Accept-Language (RFC 9110, section 12.4.2), in
// thousandths: 800 for "q=0.8". 1000 when there is none; 0 when it cannot be read, so that nonsense is never preferred.
int weightOf(std::string_view parameters);

}  // namespace agon
