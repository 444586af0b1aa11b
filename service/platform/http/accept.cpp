#include "platform/http/accept.hpp"

#include "platform/text/ascii.hpp"
#include "platform/text/weight.hpp"

namespace agon::http {

int weightOfToken(std::string_view header, std::string_view token) {
    int ofAny = 0;
    while (!header.empty()) {
        auto item = ascii::takeUntil(header, ',');
        const auto name = ascii::trimmed(ascii::takeUntil(item, ';'));
        if (ascii::equalIgnoringCase(name, token)) return weightOf(item);
        if (name == "*") ofAny = weightOf(item);
    }
    return ofAny;
}

bool acceptsMediaType(std::string_view accept, std::string_view type) {
    if (ascii::trimmed(accept).empty()) return true;
    const auto family = type.substr(0, type.find('/') + 1);
    int weight = 0;
    int precision = -1;  // of the most precise range that covers the type: its weight counts
    while (!accept.empty()) {
        auto item = ascii::takeUntil(accept, ',');
        const auto range = ascii::trimmed(ascii::takeUntil(item, ';'));
        int matched = -1;
        if (range == "*/*") matched = 0;
        if (range.ends_with("/*") && ascii::equalIgnoringCase(range.substr(0, range.size() - 1), family)) matched = 1;
        if (ascii::equalIgnoringCase(range, type)) matched = 2;
        if (matched <= precision) continue;
        precision = matched;
        weight = weightOf(item);
    }
    return weight > 0;
}

}  // namespace agon::http
