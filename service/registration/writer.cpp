#include "registration/writer.hpp"

#include <fmt/format.h>

#include <set>

#include "platform/crypto/base64url.hpp"
#include "platform/crypto/digest.hpp"
#include "platform/crypto/random.hpp"
#include "platform/db/error.hpp"
#include "platform/ids/code.hpp"
#include "platform/log/log.hpp"

namespace agon::registration {
namespace {

// Locked by a statement of its own and in one order: the next one then sees what the lock protects, and two instances
// wait for each other and never in a circle.
constexpr Sql kLockHeats{"registration.lock_heats", R"sql(
    select id from core.heat where id = any($1) order by id for no key update
)sql"};
constexpr Sql kRegister{"registration.register", R"sql(
    select row_no, outcome, result from core.register($1) order by row_no
)sql"};

constexpr std::size_t kCodesToChooseFrom = 4;
constexpr std::size_t kNonceBytes = 32;

template <class Bytes>
std::string hex(const Bytes& bytes) {
    std::string text = "\\x";
    for (const auto byte : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

std::string_view nameOf(Channel channel) {
    switch (channel) {
        case Channel::Form:
            return "form";
        case Channel::Desk:
            return "desk";
        case Channel::Import:
            return "import";
    }
    std::unreachable();
}

// From the code and the client's own key, so that it is the same when the request is repeated and is kept nowhere.
std::string secretOf(const crypto::SecretKey& key, std::string_view code, crypto::ByteView salt) {
    return crypto::encodeBase64Url(crypto::keyedHash(key, {crypto::bytesOf("entry"), crypto::bytesOf(code), salt}));
}

}  // namespace

struct Writer::Job {
    Application application;
    crypto::Bytes salt;
    std::vector<std::string> codes;
    std::optional<Result<Entered>> outcome;
    std::exception_ptr failure;
    std::function<void()> resume;

    explicit Job(Application wanted) : application(std::move(wanted)) {
        if (application.claim) {
            salt.assign(application.claim->key.begin(), application.claim->key.end());
        } else {
            salt = crypto::randomBytes(kNonceBytes);
        }
        for (std::size_t i = 0; i < kCodesToChooseFrom; ++i) codes.push_back(Code::random().text());
    }
};

struct Writer::Enter {
    Writer& writer;
    JobPtr job;

    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> caller) {
        auto* loop = trantor::EventLoop::getEventLoopOfCurrentThread();
        job->resume = [loop, caller] {
            loop->queueInLoop([caller] { caller.resume(); });
        };
        return writer.push(job);
    }
    void await_resume() const noexcept {}
};

Writer::Writer(WriterOptions options, const crypto::SecretKey& serverKey)
    : options_(std::move(options)), secretKey_(serverKey.derive("registration.secret")), thread_("agon-register") {
    thread_.run();
    db_ = std::make_unique<Db>(options_.db, std::vector<trantor::EventLoop*>{thread_.getLoop()});
}

Writer::~Writer() = default;

void Writer::stop() {
    db_->close();
}

Task<Result<Entered>> Writer::enter(Application application) {
    auto job = std::make_shared<Job>(std::move(application));
    Enter awaiter{*this, job};
    co_await awaiter;
    if (job->failure) std::rethrow_exception(job->failure);
    if (!job->outcome) co_return problem(ProblemCode::Unavailable);  // too many wait
    co_return std::move(*job->outcome);
}

bool Writer::push(const JobPtr& job) {
    {
        const std::scoped_lock lock{mutex_};
        if (queue_.size() >= options_.waiting) return false;
        queue_.push_back(job);
        if (queue_.size() > 1) return true;  // somebody has called the writer already
    }
    thread_.getLoop()->queueInLoop([this] { pump(); });
    return true;
}

Writer::Jobs Writer::take() {
    const std::scoped_lock lock{mutex_};
    const auto count = std::min(queue_.size(), options_.atOnce);
    const auto end = queue_.begin() + static_cast<std::ptrdiff_t>(count);
    Jobs jobs{std::make_move_iterator(queue_.begin()), std::make_move_iterator(end)};
    queue_.erase(queue_.begin(), end);
    return jobs;
}

void Writer::pump() {
    if (busy_) return;
    auto jobs = take();
    if (jobs.empty()) return;
    busy_ = true;
    drogon::async_run([this, taken = std::move(jobs)]() -> Task<> {
        co_await settle(taken);
        for (const auto& job : taken) job->resume();
        busy_ = false;
        pump();
    });
}

// A batch that fails as a whole is halved until what is to blame stands alone.
Task<void> Writer::settle(Jobs jobs) {
    std::exception_ptr failure;
    bool isHopeless = jobs.size() == 1;
    try {
        co_await write(jobs);
    } catch (const DbUnavailable&) {
        failure = std::current_exception();
        isHopeless = true;
    } catch (const std::exception& error) {
        failure = std::current_exception();
        logWarning("registration.batch_failed", {{"rows", jobs.size()}, {"error", error.what()}});
    }
    if (!failure) co_return;
    if (isHopeless) {
        for (const auto& job : jobs) job->failure = failure;
        co_return;
    }
    const auto middle = jobs.begin() + static_cast<std::ptrdiff_t>(jobs.size() / 2);
    Jobs first{jobs.begin(), middle};
    Jobs second{middle, jobs.end()};
    co_await settle(std::move(first));
    co_await settle(std::move(second));
}

Task<void> Writer::write(Jobs jobs) {
    std::set<std::int64_t> heats;
    auto rows = nlohmann::json::array();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        heats.insert(jobs[i]->application.heat.value);
        rows.push_back(rowOf(*jobs[i], i));
    }
    const std::vector<std::int64_t> locked{heats.begin(), heats.end()};
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        std::vector<Statement> statements;
        statements.push_back({kLockHeats, params(locked)});
        statements.push_back({kRegister, params(rows)});
        const auto results = co_await tx.pipeline(std::move(statements));
        for (const auto row : results.back()) {
            answer(*jobs.at(static_cast<std::size_t>(row.get<std::int32_t>("row_no"))), row);
        }
        co_return true;
    };
    const auto written = co_await db_->transact(act, Repeat::OnConflict);
    static_cast<void>(written);
}

nlohmann::json Writer::rowOf(const Job& job, std::size_t number) const {
    const auto& who = job.application;
    auto hashes = nlohmann::json::array();
    for (const auto& code : job.codes) {
        hashes.push_back(hex(crypto::sha256(crypto::bytesOf(secretOf(secretKey_, code, job.salt)))));
    }
    nlohmann::json row{{"row_no", number},
                       {"heat_id", who.heat.value},
                       {"full_name", who.fullName},
                       {"name_folded", who.foldedName},
                       {"birth_date", formatDate(who.born)},
                       {"citizenships", who.citizenships},
                       {"email", who.email},
                       {"email_folded", who.foldedEmail},
                       {"phone", who.phone},
                       {"language", who.language == Language::Greek ? "el" : "en"},
                       {"codes", job.codes},
                       {"secret_hashes", std::move(hashes)},
                       {"consents", who.consents},
                       {"channel", nameOf(who.channel)},
                       {"answers", who.answers},
                       {"request_id", who.requestId}};
    if (who.nickname) row["nickname"] = *who.nickname;
    if (who.account) row["account_id"] = who.account->value;
    if (who.claim) {
        row["key_hash"] = hex(who.claim->key);
        row["scope"] = who.claim->scope;
        row["body_hash"] = hex(who.claim->body);
    }
    return row;
}

void Writer::answer(Job& job, const Row& row) const {
    const auto outcome = row.get<std::string>("outcome");
    if (outcome == "closed") {
        job.outcome = problem(ProblemCode::RegistrationClosed);
    } else if (outcome == "already-registered") {
        job.outcome = problem(ProblemCode::AlreadyRegistered);
    } else if (outcome == "full") {
        job.outcome = problem(ProblemCode::ReservesFull);
    } else if (outcome == "key-reused") {
        job.outcome = problem(ProblemCode::IdempotencyKeyReused);
    } else {
        const auto result = row.get<nlohmann::json>("result");
        Entered entered;
        entered.code = result.at("code").get<std::string>();
        entered.secret = secretOf(secretKey_, entered.code, job.salt);
        entered.heat = result.at("heat").get<std::string>();
        entered.number = result.at("number").get<std::int64_t>();
        entered.receivedAt.at += std::chrono::microseconds{result.at("received_at").get<std::int64_t>()};
        entered.holdsPlace = result.at("place") == "held";
        if (result.at("reserve").is_number()) entered.reserve = result.at("reserve").get<std::int64_t>();
        entered.review = result.at("review").get<std::vector<std::string>>();
        entered.receipt = result.at("receipt").get<std::string>();
        entered.terms = result.at("terms").get<std::int64_t>();
        job.outcome = std::move(entered);
    }
}

}  // namespace agon::registration
