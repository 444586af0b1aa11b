#include "platform/http/constraint_map.hpp"

#include <stdexcept>

namespace agon::http {

void ConstraintMap::add(std::string constraint, ProblemCode code) {
    insert(std::move(constraint), problem(code).error());
}

void ConstraintMap::add(std::string constraint, FieldError error) {
    insert(std::move(constraint), problem({std::move(error)}).error());
}

void ConstraintMap::insert(std::string constraint, Problem problem) {
    const auto [entry, isNew] = problems_.emplace(std::move(constraint), std::move(problem));
    if (!isNew) throw std::logic_error("constraint " + entry->first + " is in the table already");
}

Problem ConstraintMap::problemOf(std::string_view constraint) const {
    const auto found = problems_.find(constraint);
    return found == problems_.end() ? problem(ProblemCode::Internal).error() : found->second;
}

std::vector<std::string> ConstraintMap::names() const {
    std::vector<std::string> all;
    for (const auto& [name, problem] : problems_) all.push_back(name);
    return all;
}

}  // namespace agon::http
