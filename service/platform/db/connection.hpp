#pragma once

#include <libpq-fe.h>
#include <trantor/net/Channel.h>
#include <trantor/net/EventLoop.h>

#include <chrono>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "platform/db/address.hpp"
#include "platform/db/exchange.hpp"
#include "platform/db/workers.hpp"

namespace agon::pq {

using Clock = std::chrono::steady_clock;

// One connection to PostgreSQL on one event loop, from connecting to closed; it is never reopened, its owner makes a
// new one. In pipeline mode from the start, one exchange at a time. Every member is for the loop's thread.
class Connection : public std::enable_shared_from_this<Connection> {
  public:
    // Told what happens, on the loop's thread. Outlives the connection's close().
    class Owner {
      public:
        virtual void onReady(Connection& connection) = 0;
        // Once, whether it never came up, was lost, or close() was called.
        virtual void onClosed(Connection& connection, const std::string& why) = 0;
        virtual void onNotification() {}

      protected:
        ~Owner() = default;
    };

    struct Limits {
        std::chrono::milliseconds connect;
        std::chrono::milliseconds exchange;
    };

    Connection(trantor::EventLoop* loop, Workers& workers, Limits limits, Owner& owner);

    void open(std::shared_ptr<const Address> address);
    // Whoever waits for an answer gets an error; the socket is closed once the loop is done with its events.
    void close(const std::string& why);
    // To be called every now and then: the limits are kept here.
    void tick(Clock::time_point now);

    // False when it cannot be sent: the exchange holds the error then, and its coroutine goes on.
    bool send(Exchange& exchange);

    [[nodiscard]] bool ready() const { return state_ == State::Ready; }
    [[nodiscard]] bool busy() const { return exchange_ != nullptr; }
    // Ready, nothing under way, no transaction open, and no reason to replace it.
    [[nodiscard]] bool reusable() const;
    [[nodiscard]] bool inTransaction() const;
    [[nodiscard]] trantor::EventLoop* loop() const { return loop_; }

  private:
    enum class State : std::uint8_t { Connecting, Ready, Closed };
    struct Prepared {
        std::string name;
        std::vector<DbOid> types;
        bool ready = false;
    };
    // What libpq answers one by one: the preparing or the running of a command.
    struct Step {
        std::size_t command;
        Prepared* preparing;  // null: running
    };

    void adopt(std::shared_ptr<PGconn> connection);
    void watch(PostgresPollingStatusType wanted);
    void pollConnect();
    void becomeReady();
    void onEvent();
    void serve();
    bool sendCommand(std::size_t index);
    void readAnswers();
    void accept(PGresult* result);
    void settle();
    void cancel();
    void flush();
    [[nodiscard]] std::string_view currentStatement() const;
    [[nodiscard]] std::string lastWords() const;
    static void onNotice(void* self, const PGresult* notice);

    trantor::EventLoop* const loop_;
    Workers& workers_;
    const Limits limits_;
    Owner* owner_;
    State state_ = State::Connecting;
    std::shared_ptr<PGconn> pg_;
    std::unique_ptr<trantor::Channel> channel_;
    Clock::time_point deadline_;

    std::unordered_multimap<const char*, Prepared> prepared_;
    std::size_t preparedSoFar_ = 0;

    Exchange* exchange_ = nullptr;
    std::vector<Step> steps_;
    std::size_t step_ = 0;  // the one whose answer is next
    bool stepAnswered_ = false;
    bool synchronised_ = false;    // the server is done with the exchange
    bool cancelled_ = false;       // we asked the server to end it
    bool cancelUnderway_ = false;  // and that request is still on its way: it must not meet the next exchange
    bool commitDoubtful_ = false;  // the server warned while committing
    bool outdated_ = false;        // its prepared statements no longer fit the schema
    Clock::time_point sentAt_;
};

}  // namespace agon::pq
