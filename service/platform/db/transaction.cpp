#include "platform/db/transaction.hpp"

#include "platform/db/exchange.hpp"

namespace agon::pq {
namespace {

// Sessions are read only by default; a transaction is where writing is.
constexpr Sql kBegin{"tx.begin", "begin isolation level read committed, read write"};
constexpr Sql kCommit{"tx.commit", "commit"};
constexpr Sql kRollBack{"tx.rollback", "rollback"};

std::vector<Command> alone(const Sql& sql) {
    std::vector<Command> commands;
    commands.push_back({sql.name, sql.text.data(), {}});
    return commands;
}

}  // namespace

Task<std::vector<Rows>> Transaction::run(std::shared_ptr<Transaction> self, std::vector<Statement> statements) {
    if (self->actEnded_) throw DbUsageError("a transaction is used after the end of its act");
    if (self->failure_) std::rethrow_exception(self->failure_);
    auto commands = self->begun_ ? std::vector<Command>{} : alone(kBegin);
    const auto mine = commands.size();
    for (auto& statement : statements) commands.push_back(commandOf(std::move(statement)));

    auto& connection = self->lease_.connection();
    if (connection.busy())
        throw DbUsageError("two statements at once in one transaction; that is what pipeline() is for");
    self->begun_ = true;
    std::vector<Rows> results;
    try {
        Exchange exchange{connection, std::move(commands)};
        results = co_await exchange;
        if (!connection.inTransaction()) throw DbUsageError("a statement ended the transaction it was part of");
    } catch (...) {
        self->failure_ = std::current_exception();
        throw;
    }
    results.erase(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(mine));
    co_return results;
}

Task<std::exception_ptr> Transaction::commit(std::shared_ptr<Transaction> self) {
    auto& connection = self->lease_.connection();
    if (!self->failure_ && connection.busy())
        self->failure_ =
            std::make_exception_ptr(DbUsageError{"an act ended while one of its statements was under way"});
    if (self->failure_) {
        const auto failure = self->failure_;
        const auto ignored = co_await rollBack(self);
        co_return failure;
    }
    std::exception_ptr failure;
    if (self->begun_) {
        try {
            Exchange exchange{connection, alone(kCommit), Purpose::Commit};
            const auto answer = co_await exchange;
        } catch (...) {
            failure = std::current_exception();
        }
    }
    self->lease_ = {};
    co_return failure;
}

Task<std::exception_ptr> Transaction::rollBack(std::shared_ptr<Transaction> self) {
    auto& connection = self->lease_.connection();
    // Where it cannot be sent, giving the connection back closes it, and the server rolls back.
    if (self->begun_ && connection.ready() && !connection.busy() && connection.inTransaction()) {
        try {
            Exchange exchange{connection, alone(kRollBack)};
            const auto answer = co_await exchange;
        } catch (const DbError&) {
        }
    }
    self->lease_ = {};
    co_return nullptr;
}

}  // namespace agon::pq
