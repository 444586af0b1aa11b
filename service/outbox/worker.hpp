#pragma once

#include <trantor/net/EventLoop.h>

#include <stop_token>
#include <string>

#include "outbox/lookups.hpp"
#include "outbox/store.hpp"
#include "platform/async/periodic.hpp"
#include "platform/async/worker_pool.hpp"
#include "platform/db/db.hpp"
#include "platform/mail/smtp.hpp"

namespace agon::outbox {

enum class Mode : std::uint8_t {
    Send,
    DryRun,  // everything but the sending
};

struct WorkerOptions {
    Mode mode = Mode::DryRun;
    mail::SmtpOptions smtp{};
    std::int32_t atOnce = 4;          // messages on their way at the same time
    std::chrono::seconds lease{120};  // longer than smtp.timeout by far
    std::chrono::milliseconds every{1000};
    std::chrono::milliseconds patience{5000};  // at the end, before what is on its way is broken off
};

// Sends what waits, from one event loop and a few threads. Every instance runs one; a message is tried by one of them
// at a time. One that dies after the server took a message and before it was noted makes for a second copy, under the
// same Message-ID.
class Worker {
  public:
    // `db` lives until stop() has returned.
    Worker(Db& db, trantor::EventLoop* loop, Lookups lookups, WorkerOptions options);

    void start() { passes_.start(); }
    // No message is begun after this, and none is on its way. Call it before the pool closes, not on a loop.
    void stop();

  private:
    // How a try ended; without a state it is to be made again.
    struct Verdict {
        std::optional<State> state;
        std::string code;
    };

    Task<void> pass();
    Task<std::vector<Queued>> claimSome();
    Task<void> deliver(Queued message);
    Task<Verdict> attempt(Queued message);
    Task<Verdict> send(Queued message, Mailbox mailbox, std::string subject, std::string body);
    Task<void> note(Queued message, Verdict verdict);

    Db& db_;
    Lookups lookups_;
    WorkerOptions options_;
    std::stop_source breakOff_;
    WorkerPool threads_;
    Periodic passes_;
};

}  // namespace agon::outbox
