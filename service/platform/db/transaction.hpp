#pragma once

#include <exception>
#include <memory>
#include <vector>

#include "platform/async/task.hpp"
#include "platform/db/loop_pool.hpp"
#include "platform/db/params.hpp"
#include "platform/db/rows.hpp"

namespace agon::pq {

// What a Tx stands for. Shared, so that a statement which was made inside the act and awaited after its end finds that
// out, and not freed memory.
class Transaction {
  public:
    explicit Transaction(Lease lease) : lease_{std::move(lease)} {}

    // Begins with the first statement, in the same round trip.
    static Task<std::vector<Rows>> run(std::shared_ptr<Transaction> transaction, std::vector<Statement> statements);

    // The act is over. Commits or rolls back, gives the connection back, and returns what went wrong, if anything:
    // after a statement has failed there is nothing to commit, whether or not the act took notice.
    static Task<std::exception_ptr> commit(std::shared_ptr<Transaction> transaction);
    static Task<std::exception_ptr> rollBack(std::shared_ptr<Transaction> transaction);

    void endAct() { actEnded_ = true; }

  private:
    Lease lease_;
    bool begun_ = false;
    bool actEnded_ = false;
    std::exception_ptr failure_;  // of the first statement that failed
};

}  // namespace agon::pq
