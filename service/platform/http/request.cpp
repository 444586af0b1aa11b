#include "platform/http/request.hpp"

#include <algorithm>
#include <stdexcept>

namespace agon::http {

const std::string& Request::pathParameter(std::string_view name) const {
    const auto found = std::ranges::find(parameters_, name, &PathParameter::name);
    if (found == parameters_.end()) throw std::logic_error("the route's path has no parameter " + std::string{name});
    return found->value;
}

}  // namespace agon::http
