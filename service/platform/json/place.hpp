#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/json/document.hpp"
#include "platform/problem/problem.hpp"

namespace agon {

// Where in a request a value stands, and where to say what is wrong with it.
class Place {
  public:
    Place(std::vector<FieldError>& errors, std::string pointer) : errors_(&errors), pointer_(std::move(pointer)) {}

    Place member(std::string_view name) const { return {*errors_, pointer_ + pointerStep(name)}; }
    Place element(std::size_t index) const { return member(std::to_string(index)); }

    // For `return at.refuse(FieldFault::TooLong, "80");` where a value would be returned.
    std::nullopt_t refuse(FieldFault fault, std::string detail = {}) const {
        errors_->push_back({pointer_, fault, std::move(detail)});
        return std::nullopt;
    }

  private:
    std::vector<FieldError>* errors_;
    std::string pointer_;
};

}  // namespace agon
