#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "platform/async/task.hpp"
#include "platform/db/params.hpp"
#include "platform/db/rows.hpp"
#include "platform/db/sql.hpp"

namespace agon {

class Db;

namespace pq {
class Transaction;
}

// The transaction of one act, which is the only one to have it: it cannot be made, copied or kept elsewhere. One
// statement at a time. When a statement fails the transaction is over: those after it are not sent and fail with the
// same error. A statement's Task that is awaited after the end of the act throws DbUsageError.
//
// Everything may throw DbError and what derives from it. The awaiting coroutine must not be destroyed while it waits.
class Tx {
  public:
    Tx(const Tx&) = delete;
    Tx& operator=(const Tx&) = delete;

    Task<Rows> query(Sql sql, Params params = {});

    // The number of rows touched.
    Task<std::int64_t> execute(Sql sql, Params params = {});

    // Statements that need nothing of each other, in one round trip; their results in order. When one fails, those
    // after it have not run, and the error names it.
    Task<std::vector<Rows>> pipeline(std::vector<Statement> statements);

  private:
    friend class Db;
    explicit Tx(std::shared_ptr<pq::Transaction> transaction);
    ~Tx();

    std::shared_ptr<pq::Transaction> transaction_;
};

}  // namespace agon
