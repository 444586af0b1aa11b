#include "platform/http/query.hpp"

#include <algorithm>

#include "platform/http/router.hpp"
#include "platform/text/ascii.hpp"

namespace agon::http {
namespace {

// As forms encode it: a plus is a space.
std::optional<std::string> decoded(std::string_view text) {
    std::string spaced{text};
    std::ranges::replace(spaced, '+', ' ');
    auto plain = percentDecoded(spaced);
    return plain && countCodePoints(*plain) ? plain : std::nullopt;
}

}  // namespace

QueryReader::QueryReader(std::string_view query, std::vector<FieldError>& errors) : errors_(&errors) {
    while (!query.empty()) {
        auto value = ascii::takeUntil(query, '&');
        if (value.empty()) continue;
        const auto name = decoded(ascii::takeUntil(value, '='));
        auto text = decoded(value);
        if (!name || !text) {
            at(name.value_or("")).refuse(FieldFault::BadFormat, "percent-encoded UTF-8");
        } else if (!values_.emplace(*name, std::move(*text)).second) {
            at(*name).refuse(FieldFault::Duplicate);
        }
    }
}

const std::string* QueryReader::seek(std::string_view name) {
    known_.emplace(name);
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
}

void QueryReader::refuseUnknownNames() const {
    for (const auto& [name, value] : values_) {
        if (!known_.contains(name)) at(name).refuse(FieldFault::Unknown);
    }
}

}  // namespace agon::http
