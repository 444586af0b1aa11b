#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "platform/http/answer.hpp"
#include "platform/http/constraint_map.hpp"
#include "platform/problem/problem.hpp"

namespace agon::http {

// The problem as RFC 9457 writes it, in the client's language, with Retry-After where it has one. `path` is what the
// client asked for, without the query.
Answer render(const Problem& problem, Language language, std::string_view path, std::string_view requestId);

// What an exception that left a handler means to the client. Says in the log, under the request's id, what happened;
// the client hears nothing of the cause. To be called in the catch block.
Problem problemOfCurrentException(const ConstraintMap& constraints, std::string_view requestId);

}  // namespace agon::http
