#pragma once

#include <libpq-fe.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

// What PostgreSQL refused. what() is its first line only: DETAIL may quote rows.
class BlockingConnectionError : public std::runtime_error {
  public:
    BlockingConnectionError(const std::string& what, std::string sqlState, int position = 0)
        : std::runtime_error{what}, sqlState_{std::move(sqlState)}, position_{position} {}

    [[nodiscard]] const std::string& sqlState() const { return sqlState_; }  // empty when there is no connection
    [[nodiscard]] int position() const { return position_; }  // character in the text, from 1; 0: unknown

  private:
    std::string sqlState_;
    int position_;
};

// One blocking connection, for work done before and beside the service: migrations, doctor, the embedded cluster.
// Requests never use it. Not for two threads at once.
class BlockingConnection {
  public:
    using TextRow = std::vector<std::optional<std::string>>;

    // `conninfo` is a URI or a list of keyword=value. Throws BlockingConnectionError within 10 s when there is no
    // answer.
    explicit BlockingConnection(const std::string& conninfo);

    // Any number of statements in one text, without parameters. Their rows are thrown away.
    void run(const std::string& sql);

    // One statement with text parameters; all rows, as text.
    std::vector<TextRow> query(const std::string& sql, std::initializer_list<std::string> parameters = {});

    // The first column of the only row.
    std::string value(const std::string& sql, std::initializer_list<std::string> parameters = {});

    // True between begin and the end of its transaction, also when that transaction has failed.
    [[nodiscard]] bool inTransaction() const;

  private:
    struct Close {
        void operator()(PGconn* connection) const { PQfinish(connection); }
    };
    std::unique_ptr<PGconn, Close> connection_;
};

// `text` as the value of a keyword in a conninfo string.
std::string quoteConninfo(std::string_view text);

// The parts of a conninfo that may be shown to people: host, port, user, database, never a password. Nothing when it
// cannot be understood.
std::optional<std::string> describeConninfo(const std::string& conninfo);

}  // namespace agon
