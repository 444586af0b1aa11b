#include "platform/text/weight.hpp"

#include "platform/text/ascii.hpp"

namespace agon {
namespace {

// 0, 1, or either with up to three decimals.
int readWeight(std::string_view text) {
    if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return 0;
    if (text.size() > 1 && text[1] != '.') return 0;
    int weight = (text[0] - '0') * 1000;
    int unit = 100;
    for (const char c : text.substr(std::min<std::size_t>(text.size(), 2))) {
        if (!ascii::isDigit(c)) return 0;
        weight += (c - '0') * unit;
        unit /= 10;
    }
    return weight <= 1000 ? weight : 0;
}

}  // namespace

int weightOf(std::string_view parameters) {
    while (!parameters.empty()) {
        const auto parameter = ascii::trimmed(ascii::takeUntil(parameters, ';'));
        if (parameter.size() < 2 || ascii::toLower(parameter[0]) != 'q' || parameter[1] != '=') continue;
        return readWeight(parameter.substr(2));
    }
    return 1000;
}

}  // namespace agon
