#include "platform/json/object_reader.hpp"

#include <algorithm>
#include <iterator>
#include <span>

namespace agon {

const nlohmann::json* ObjectReader::seek(std::string_view name) {
    known_.emplace(name);
    const auto found = object_->find(name);
    return found == object_->end() || found->is_null() ? nullptr : &*found;
}

void ObjectReader::refuseUnknownMembers() const {
    for (const auto& [name, value] : object_->items()) {
        if (!known_.contains(name)) at_.member(name).refuse(FieldFault::Unknown);
    }
}

void leaveOutEchoes(std::vector<FieldError>& errors, std::size_t fromDocument) {
    const std::vector<FieldError> known{errors.begin(), errors.begin() + static_cast<std::ptrdiff_t>(fromDocument)};
    const auto isEcho = [&](const FieldError& error) {
        return std::ranges::any_of(known, [&](const FieldError& fault) {
            return fault.fault == FieldFault::OutOfRange && fault.pointer == error.pointer;
        });
    };
    const auto read = std::ranges::remove_if(std::span{errors}.subspan(fromDocument), isEcho);
    errors.resize(errors.size() - read.size());
}

}  // namespace agon
