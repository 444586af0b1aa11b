#include "platform/db/tx.hpp"

#include "platform/db/transaction.hpp"

namespace agon {
namespace {

std::vector<Statement> alone(Sql sql, Params params) {
    std::vector<Statement> statements;
    statements.push_back({sql, std::move(params)});
    return statements;
}

// These hold the transaction and not the Tx, which may be gone when they are awaited.
Task<Rows> queryIn(std::shared_ptr<pq::Transaction> transaction, Sql sql, Params params) {
    auto results = co_await pq::Transaction::run(std::move(transaction), alone(sql, std::move(params)));
    co_return std::move(results.front());
}

Task<std::int64_t> executeIn(std::shared_ptr<pq::Transaction> transaction, Sql sql, Params params) {
    const auto results = co_await pq::Transaction::run(std::move(transaction), alone(sql, std::move(params)));
    co_return results.front().affected();
}

}  // namespace

Tx::Tx(std::shared_ptr<pq::Transaction> transaction) : transaction_{std::move(transaction)} {}

Tx::~Tx() {
    transaction_->endAct();
}

Task<Rows> Tx::query(Sql sql, Params params) {
    return queryIn(transaction_, sql, std::move(params));
}

Task<std::int64_t> Tx::execute(Sql sql, Params params) {
    return executeIn(transaction_, sql, std::move(params));
}

Task<std::vector<Rows>> Tx::pipeline(std::vector<Statement> statements) {
    return pq::Transaction::run(transaction_, std::move(statements));
}

}  // namespace agon
