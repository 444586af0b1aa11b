#include "registration/writer.hpp"

#include <set>

#include "platform/crypto/random.hpp"
#include "platform/db/error.hpp"
#include "platform/log/log.hpp"
#include "registration/register_rows.hpp"

namespace agon::registration {
namespace {

constexpr std::size_t kSaltBytes = 32;
constexpr int kTriesAlone = 3;  // a code that is taken is rare, two in a row are not met

DbOptions onOneConnection(DbOptions options) {
    options.connectionsPerLoop = 1;
    options.applicationName += "-register";
    return options;
}

// A code that is taken, a key that another instance took meanwhile, a value the register refuses: the others can go on.
bool blamesOneRow(const DbError& error) {
    return error.sqlState().starts_with("23") || error.sqlState().starts_with("22");
}

}  // namespace

struct Writer::Job {
    Application application;
    std::optional<Claim> claim;
    crypto::Bytes salt;
    std::optional<Result<Entered>> outcome;
    std::exception_ptr failure;
    std::function<void()> resume;

    Job(Application wanted, std::optional<Claim> claimed) : application(std::move(wanted)), claim(std::move(claimed)) {
        if (claim) {
            salt.assign(claim->key.begin(), claim->key.end());
        } else {
            salt = crypto::randomBytes(kSaltBytes);
        }
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

Writer::Writer(DbOptions db, const EntrySecrets& secrets, WriterOptions options)
    : dbOptions_(onOneConnection(std::move(db))), options_(options), secrets_(secrets), thread_("agon-register") {}

Writer::~Writer() = default;

void Writer::start() {
    thread_.run();
    const std::vector<trantor::EventLoop*> loops{thread_.getLoop()};
    db_ = std::make_unique<Db>(dbOptions_, loops);
}

void Writer::stop() {
    if (db_) db_->close();
}

Task<Result<Entered>> Writer::enter(Application application, std::optional<Claim> claim) {
    auto job = std::make_shared<Job>(std::move(application), std::move(claim));
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
        if (queue_.size() > 1) return true;  // whoever came first has called the writer
    }
    thread_.getLoop()->queueInLoop([this] { pump(); });
    return true;
}

// From the front, up to the first that has the e-mail or the key of one before it: that one has to see what became of
// the other.
Writer::Jobs Writer::take() {
    const std::scoped_lock lock{mutex_};
    Jobs jobs;
    std::set<std::string_view> emails;
    std::set<crypto::Digest> keys;
    while (!queue_.empty() && jobs.size() < options_.atOnce) {
        const auto& next = queue_.front();
        if (!emails.insert(next->application.foldedEmail).second) break;
        if (next->claim && !keys.insert(next->claim->key).second) break;
        jobs.push_back(next);
        queue_.pop_front();
    }
    return jobs;
}

void Writer::pump() {
    if (busy_) return;
    auto jobs = take();
    if (jobs.empty()) return;
    busy_ = true;
    drogon::async_run([this, taken = std::move(jobs)]() -> Task<> { return serve(taken); });
}

Task<void> Writer::serve(Jobs jobs) {
    co_await settle(jobs);
    for (const auto& job : jobs) job->resume();
    busy_ = false;
    pump();
}

// A batch that fails because of one row is halved until that one stands alone.
Task<void> Writer::settle(Jobs jobs) {
    const int tries = jobs.size() == 1 ? kTriesAlone : 1;
    std::exception_ptr failure;
    bool isOneRow = false;
    for (int i = 0; i < tries; ++i) {
        try {
            co_await write(jobs);
            co_return;
        } catch (const DbError& error) {
            failure = std::current_exception();
            isOneRow = blamesOneRow(error);
            logWarning("registration.batch_failed",
                       {{"rows", jobs.size()}, {"sql_state", error.sqlState()}, {"constraint", error.constraint()}});
        } catch (...) {
            failure = std::current_exception();
            isOneRow = false;
        }
        if (!isOneRow) break;
    }
    if (!isOneRow || jobs.size() == 1) {
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
    auto act = [&](Tx& tx) -> Task<Result<std::vector<Result<Entered>>>> {
        std::vector<Entering> rows;
        for (const auto& job : jobs) {
            rows.push_back({&job->application, job->claim ? &*job->claim : nullptr, job->salt});
        }
        auto outcomes = co_await enterAll(tx, secrets_, std::move(rows));
        co_return outcomes;
    };
    auto outcomes = co_await db_->transact(act, Repeat::OnConflict);
    for (std::size_t i = 0; i < jobs.size(); ++i) jobs[i]->outcome = std::move(outcomes->at(i));
}

}  // namespace agon::registration
