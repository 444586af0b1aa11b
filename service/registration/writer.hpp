#pragma once

#include <trantor/net/EventLoopThread.h>

#include <deque>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "auth/model.hpp"
#include "platform/async/task.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/db/db.hpp"
#include "platform/http/idempotency.hpp"

namespace agon::registration {

enum class Channel : std::uint8_t { Form, Desk, Import };

// Somebody who was found eligible, on the way into the register.
struct Application {
    Id<Heat> heat;
    std::string fullName;
    std::string foldedName;
    CivilDate born;
    std::vector<std::string> citizenships;
    std::string email;
    std::string foldedEmail;
    std::string phone;
    Language language = Language::Greek;
    std::optional<std::string> nickname;
    std::vector<std::string> consents;
    nlohmann::json answers = nlohmann::json::object();
    Channel channel = Channel::Form;
    std::optional<AccountId> account;  // of the staff, when the desk wrote it down
    std::optional<http::idempotency::Claim> claim;
    std::string requestId;
};

// What the register said. `code` and what follows are there for who got in, now or with the same key before.
struct Entered {
    std::string code;
    std::string secret;  // to be shown this once
    std::string heat;
    std::int64_t number = 0;
    Instant receivedAt;
    bool holdsPlace = false;
    std::optional<std::int64_t> reserve;  // the position among those who wait
    std::vector<std::string> review;
    std::string receipt;
    std::int64_t terms = 0;
};

struct WriterOptions {
    DbOptions db;
    std::size_t atOnce = 256;    // in one transaction
    std::size_t waiting = 4096;  // before further ones are refused
};

// The one way into the register. Registrations that arrive while a commit is under way travel together in the next:
// one round trip and one transaction for all of them, in the order they came; a lone one goes at once. Each is answered
// when its own row is durable, and one that fails harms no other.
class Writer {
  public:
    Writer(WriterOptions options, const crypto::SecretKey& serverKey);
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    // RegistrationClosed, AlreadyRegistered, ReservesFull, IdempotencyKeyReused; Unavailable when too many wait.
    // Resumes on the caller's loop.
    Task<Result<Entered>> enter(Application application);

    // Nothing may be entered after this. Not on a loop.
    void stop();

  private:
    struct Job;
    struct Enter;
    using JobPtr = std::shared_ptr<Job>;
    using Jobs = std::vector<JobPtr>;

    bool push(const JobPtr& job);
    void pump();
    Jobs take();
    Task<void> settle(Jobs jobs);
    Task<void> write(Jobs jobs);
    nlohmann::json rowOf(const Job& job, std::size_t number) const;
    void answer(Job& job, const Row& row) const;

    const WriterOptions options_;
    const crypto::SecretKey secretKey_;
    trantor::EventLoopThread thread_;
    std::unique_ptr<Db> db_;
    std::mutex mutex_;
    std::deque<JobPtr> queue_;
    bool busy_ = false;  // on the writer's loop only
};

}  // namespace agon::registration
