#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <trantor/net/EventLoop.h>

#include "platform/db/options.hpp"

namespace agon {

namespace pq {
class ListeningConnection;
struct Workers;
}  // namespace pq

// LISTEN on a connection of its own. What it tells is a hint that there may be something new and nothing more: the
// receiver reads, by sequence number, whatever it has not seen. The hint comes on every notification (several at once
// may be one hint), whenever the connection listens again after having been away, and every few seconds regardless;
// so nothing is missed, at worst it is late by that time.
class Listener {
  public:
    // Called on the loop. Must not take long; what it throws is logged.
    using Hint = std::function<void()>;

    struct Options {
        DbOptions db;                       // connectionsPerLoop and poolWait mean nothing here
        std::vector<std::string> channels;  // of a-z, 0-9 and _
        std::chrono::milliseconds catchUpEvery{3'000};
    };

    // Throws DbUsageError for a channel of another form, or a conninfo that cannot be parsed.
    Listener(trantor::EventLoop* loop, Options options, Hint hint);
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    // Whether notifications come at this moment. From any thread.
    [[nodiscard]] bool listening() const;

    // No hint comes after it has returned. Blocks as Db::close() does.
    void close();

  private:
    std::unique_ptr<pq::Workers> workers_;
    std::shared_ptr<pq::ListeningConnection> listening_;
};

}  // namespace agon
