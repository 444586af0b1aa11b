#include "platform/json/object_reader.hpp"

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

}  // namespace agon
