#pragma once

#include <trantor/net/EventLoopThread.h>

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "platform/async/task.hpp"
#include "platform/db/db.hpp"
#include "platform/http/idempotency.hpp"
#include "registration/model.hpp"
#include "registration/secret.hpp"

namespace agon::registration {

using http::idempotency::Claim;

struct WriterOptions {
    std::size_t atOnce = 256;    // in one transaction
    std::size_t waiting = 2048;  // before further ones are sent away
};

// The one way into the register. Registrations that arrive while a commit is under way travel together in the next:
// one round trip and one transaction for all of them, in the order they came; a lone one goes at once. Each is answered
// when its own row is durable, and one that fails harms no other.
class Writer {
  public:
    Writer(DbOptions db, const EntrySecrets& secrets, WriterOptions options = {});
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    // RegistrationClosed, AlreadyRegistered, ReservesFull, IdempotencyKeyReused; Unavailable when too many wait.
    // Resumes on the caller's loop.
    Task<Result<Entered>> enter(Application application, std::optional<Claim> claim);

    // Nothing may be entered before.
    void start();
    // Nor after this. Not on a loop.
    void stop();

  private:
    struct Job;
    struct Enter;
    using JobPtr = std::shared_ptr<Job>;
    using Jobs = std::vector<JobPtr>;

    bool push(const JobPtr& job);
    void pump();
    Jobs take();
    Task<void> serve(Jobs jobs);
    Task<void> settle(Jobs jobs);
    Task<void> write(Jobs jobs);

    const DbOptions dbOptions_;
    const WriterOptions options_;
    const EntrySecrets& secrets_;
    trantor::EventLoopThread thread_;
    std::unique_ptr<Db> db_;
    std::mutex mutex_;
    std::deque<JobPtr> queue_;
    bool busy_ = false;  // on the writer's loop only
};

}  // namespace agon::registration
