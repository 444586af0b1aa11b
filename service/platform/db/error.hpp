#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace agon {

// What PostgreSQL, or the lack of it, told us. Names of things only: no DETAIL, no parameter, no row reaches an error,
// because errors reach logs.
struct DbErrorFacts {
    std::string sqlState{};   // five characters; those of libpq and ours are 08006, 53300 and 57014
    std::string message{};    // the server's sentence, where its kind cannot quote data; else empty
    std::string statement{};  // the Sql's name; empty for errors of the connection
    std::string constraint{};
    std::string schema{};
    std::string table{};
    std::string column{};
};

// A statement failed; its transaction is over.
class DbError : public std::runtime_error {
  public:
    explicit DbError(DbErrorFacts facts);

    [[nodiscard]] const std::string& sqlState() const { return facts_->sqlState; }
    [[nodiscard]] const std::string& statement() const { return facts_->statement; }
    [[nodiscard]] const std::string& constraint() const { return facts_->constraint; }
    [[nodiscard]] const std::string& schema() const { return facts_->schema; }
    [[nodiscard]] const std::string& table() const { return facts_->table; }
    [[nodiscard]] const std::string& column() const { return facts_->column; }

    // A serialization failure or a deadlock: the same act may succeed when it is done again from the start.
    [[nodiscard]] bool isConflict() const { return sqlState() == "40001" || sqlState() == "40P01"; }

  private:
    std::shared_ptr<const DbErrorFacts> facts_;  // shared, so that copying an exception cannot throw
};

// No connection, none free in time, lost on the way, or the server is going down. Nothing of the act was committed, and
// it may be tried again later.
class DbUnavailable : public DbError {
  public:
    using DbError::DbError;
};

// The connection was lost, or gave no answer in time, while a commit was under way. The act may or may not have
// happened; only looking again, or repeating under the same idempotency key, tells.
class DbOutcomeUnknown : public DbUnavailable {
  public:
    using DbUnavailable::DbUnavailable;
};

// The server's statement or lock timeout, or our own deadline, ended the statement.
class DbTimeout : public DbError {
  public:
    using DbError::DbError;
};

// A mistake in our code, not in the data: a column that is not there or has another type, NULL where the code says
// never, a transaction used after its end, a call from a thread without a pool.
class DbUsageError : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

}  // namespace agon
