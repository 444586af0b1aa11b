#include "platform/problem/problem.hpp"
#include "platform/text/ascii.hpp"
#include "platform/text/weight.hpp"

namespace agon {
namespace {

struct Wish {
    int weight = -1;  // not named
    int position = 0;
};

bool isLanguage(std::string_view range, std::string_view language) {
    return ascii::equalIgnoringCase(range.substr(0, range.find('-')), language);
}

}  // namespace

Language chooseLanguage(std::string_view acceptLanguage) {
    Wish greek;
    Wish english;
    Wish any;
    for (int position = 0; !acceptLanguage.empty(); ++position) {
        auto range = ascii::takeUntil(acceptLanguage, ',');
        const auto name = ascii::trimmed(ascii::takeUntil(range, ';'));
        const Wish wish{weightOf(range), position};
        Wish* const of = isLanguage(name, "el")   ? &greek
                         : isLanguage(name, "en") ? &english
                         : name == "*"            ? &any
                                                  : nullptr;
        if (of != nullptr && wish.weight > of->weight) *of = wish;
    }
    if (english.weight < 0) english = any;
    if (greek.weight < 0 && any.weight >= 0) greek = Wish{any.weight, any.position + 1};
    if (greek.weight <= 0) return Language::English;
    if (greek.weight != english.weight) return greek.weight > english.weight ? Language::Greek : Language::English;
    return greek.position < english.position ? Language::Greek : Language::English;
}

}  // namespace agon
