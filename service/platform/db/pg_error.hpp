#pragma once

#include <libpq-fe.h>

#include <exception>
#include <string>
#include <string_view>

#include "platform/db/exchange.hpp"

namespace agon::pq {

// The exception for a result that is an error.
std::exception_ptr errorOf(const PGresult* result, std::string_view statement, Purpose purpose);

// The server ended the session with it.
bool endsSession(const PGresult* result);

std::string_view sqlStateOf(const PGresult* result);

std::exception_ptr unavailable(std::string message, std::string_view statement = {});
std::exception_ptr outcomeUnknown(std::string message);
std::exception_ptr rolledBack();  // in answer to a commit
std::exception_ptr timedOut(std::string message, std::string_view statement);

}  // namespace agon::pq
