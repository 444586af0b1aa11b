#include "platform/json/object_reader.hpp"

#include <algorithm>
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
    std::set<std::string, std::less<>> numbers;
    for (const auto& error : std::span{errors}.first(fromDocument)) {
        if (error.fault == FieldFault::OutOfRange) numbers.insert(error.pointer);
    }
    const auto isEcho = [&](const FieldError& error) {
        return numbers.contains(error.pointer);
    };
    const auto read = std::ranges::remove_if(std::span{errors}.subspan(fromDocument), isEcho);
    errors.resize(errors.size() - read.size());
}

}  // namespace agon
