#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "platform/problem/problem.hpp"

namespace agon::http {

// What the violation of a database constraint means to a client. Each module adds its own at start; a constraint that
// no client can violate is added as Internal, so that the table names every one and a test can compare it with
// pg_constraint. Read by all threads afterwards.
class ConstraintMap {
  public:
    // Throws std::logic_error when the name is there already: constraint names are unique in our schemas.
    void add(std::string constraint, ProblemCode code);
    // The violation is about one member of the request.
    void add(std::string constraint, FieldError error);

    // Internal when the constraint is not in the table.
    Problem problemOf(std::string_view constraint) const;

    std::vector<std::string> names() const;

  private:
    void insert(std::string constraint, Problem problem);

    std::map<std::string, Problem, std::less<>> problems_;
};

}  // namespace agon::http
