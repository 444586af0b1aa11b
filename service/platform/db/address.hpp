#pragma once

#include <string>
#include <utility>
#include <vector>

#include "platform/db/options.hpp"

struct pg_conn;

namespace agon::pq {

// The connection parameters of libpq that follow from DbOptions. Immutable, so any thread may use it.
class Address {
  public:
    // Throws DbUsageError, without repeating it, for a conninfo that cannot be parsed.
    explicit Address(const DbOptions& options);

    // PQconnectStartParams. Looks up host names, which blocks: not for an event loop.
    [[nodiscard]] pg_conn* connectStart() const;

    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& parameters() const { return parameters_; }

  private:
    void set(const std::string& keyword, std::string value);
    void setIfAbsent(const std::string& keyword, std::string value);

    std::vector<std::pair<std::string, std::string>> parameters_;
};

}  // namespace agon::pq
