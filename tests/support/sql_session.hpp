#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

struct pg_conn;

namespace agon::test {

using SqlText = std::optional<std::string>;  // empty for NULL

// One blocking connection for looking at the database from outside the service, or for holding a lock in its way.
// Everything travels as text. Any error throws std::runtime_error with the server's message.
class SqlSession {
  public:
    explicit SqlSession(const std::string& url);

    std::vector<std::vector<SqlText>> rows(const std::string& sql, const std::vector<SqlText>& parameters = {});

    // The single value of a query that gives exactly one row with one column that is not NULL; throws otherwise.
    std::string value(const std::string& sql, const std::vector<SqlText>& parameters = {});
    long long number(const std::string& sql, const std::vector<SqlText>& parameters = {});

    // One or several statements without parameters.
    void run(const std::string& sql);

  private:
    struct Closer {
        void operator()(pg_conn* connection) const;
    };
    std::unique_ptr<pg_conn, Closer> connection_;
};

}  // namespace agon::test
