#pragma once

#include <chrono>
#include <coroutine>
#include <cstdint>
#include <exception>
#include <string_view>
#include <vector>

#include "platform/db/params.hpp"
#include "platform/db/rows.hpp"

namespace agon::pq {

class Connection;

struct Command {
    std::string_view name;  // of static storage: metrics remember where it is
    const char* text;       // lives as long as the connection, which knows prepared statements by this pointer
    Params params;
};

inline Command commandOf(Statement statement) {
    return {statement.sql.name, statement.sql.text.data(), std::move(statement.params)};
}

// What losing the connection in the middle means: for statements, that they did not happen, because nothing is
// committed yet; for a commit, that nobody knows.
enum class Purpose : std::uint8_t { Statements, Commit };

// One round trip: commands that travel together, up to and including a synchronisation point, and are answered in
// order. Awaited in place, `Exchange exchange{...}; const auto rows = co_await exchange;`: the connection refers to it
// until it is answered, so the awaiting coroutine must not be destroyed while it waits. Resumes the coroutine from the
// loop's queue, never from inside the connection.
class Exchange {
  public:
    Exchange(Connection& connection, std::vector<Command> commands, Purpose purpose = Purpose::Statements);
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;

    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> waiting);
    // The results in order, or the error of the first command that failed.
    std::vector<Rows> await_resume();

  private:
    friend class Connection;

    Connection& connection_;
    std::vector<Command> commands_;
    const Purpose purpose_;
    std::coroutine_handle<> waiting_;
    std::vector<Rows> results_;
    std::exception_ptr error_;
};

}  // namespace agon::pq
