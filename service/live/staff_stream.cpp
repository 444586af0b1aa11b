#include "live/staff_stream.hpp"

#include <algorithm>
#include <future>
#include <set>

#include "auth/guard.hpp"
#include "auth/session_store.hpp"
#include "live/topics.hpp"
#include "platform/log/log.hpp"

namespace agon::live {
namespace {

constexpr std::chrono::milliseconds kBetween{1000};
constexpr std::chrono::milliseconds kPatience{5000};
constexpr int kPassesBetweenBeats = 15;
constexpr int kPassesOfAStream = 540;      // nine minutes: less than a token lives
constexpr std::size_t kMostStreams = 500;  // staff, not the public
constexpr auto kGreeting = "retry: 2000\n: connected\n\n";
constexpr auto kBeat = ": still here\n\n";

// Acts become visible when they are committed, not in the order of their numbers; so it looks back further than any
// transaction may last, and remembers what it has seen.
constexpr Sql kRecentActs{"live.recent_acts", R"sql(
    select a.id, a.subject_kind, a.subject, a.account_id
    from audit.act a
    where a.at > clock_timestamp() - interval '20 seconds'
    order by a.at desc, a.id desc
    limit 5000
)sql"};
constexpr Sql kOutboxMark{"live.outbox_mark", R"sql(
    select coalesce((select max(id) from ops.outbox), 0) as newest,
           (select count(*) from ops.outbox where state = 'waiting') as waiting
)sql"};

struct Change {
    std::set<Topic> topics;              // for whoever may read them
    std::set<std::string> accountCodes;  // whose own account changed
};

}  // namespace

// Everything of it happens on one loop: a stream must not be written to and ended at the same time.
class StaffStream::Hub : public std::enable_shared_from_this<Hub> {
  public:
    Hub(Db& db, trantor::EventLoop* loop) : db_{db}, loop_{loop} {}

    void add(auth::Caller caller, drogon::ResponseStreamPtr stream) {
        // A queued function has to be copyable, a stream is not.
        auto shared = std::make_shared<drogon::ResponseStreamPtr>(std::move(stream));
        loop_->queueInLoop(
            [self = shared_from_this(), who = std::move(caller), shared] { self->keep(who, std::move(*shared)); });
    }

    Task<Result<http::Answer>> open(http::Request request) {
        http::Answer answer;
        answer.contentType = "text/event-stream";
        answer.headers.emplace_back("cache-control", "no-store");
        answer.stream = [self = shared_from_this(),
                         caller = request.identity<auth::Caller>()](drogon::ResponseStreamPtr stream) {
            self->add(caller, std::move(stream));
        };
        co_return answer;
    }

    void endAll() {
        auto ended = std::make_shared<std::promise<void>>();
        auto done = ended->get_future();
        loop_->queueInLoop([self = shared_from_this(), ended] {
            self->isOpen_ = false;
            self->listeners_.clear();
            ended->set_value();
        });
        done.wait_for(kPatience);
    }

    Task<void> pass() {
        try {
            co_await dropEnded();
            const auto change = co_await look();
            tell(change);
        } catch (const std::exception& error) {
            logWarning("live.pass_failed", {{"error", error.what()}});
        }
        age();
    }

  private:
    struct Listener {
        auth::Caller caller;
        auth::Standing standing;
        drogon::ResponseStreamPtr stream;
        int passes = 0;
        bool isGone = false;
    };

    void keep(const auth::Caller& caller, drogon::ResponseStreamPtr stream) {
        if (!isOpen_ || listeners_.size() >= kMostStreams || !stream->send(kGreeting)) return;
        listeners_.push_back({.caller = caller, .standing = standingOf(caller), .stream = std::move(stream)});
    }

    // Who is out, and whose rights have changed: the latter come back and hear what they may hear now. Who listens
    // while the sessions are looked up is new, and stays.
    Task<void> dropEnded() {
        if (listeners_.empty()) co_return;
        std::vector<std::string> asked;
        asked.reserve(listeners_.size());
        for (const auto& listener : listeners_) asked.push_back(listener.standing.sessionCode);
        const auto standing = co_await auth::findStanding(db_, asked);
        std::erase_if(listeners_, [&](const Listener& listener) {
            return std::ranges::find(asked, listener.standing.sessionCode) != asked.end() &&
                   std::ranges::find(standing, listener.standing) == standing.end();
        });
    }

    Task<Change> look() {
        Change change;
        const auto acts = co_await db_.query(kRecentActs);
        std::set<std::int64_t> seen;
        for (const auto act : acts) {
            const auto id = act.get<std::int64_t>("id");
            seen.insert(id);
            if (!isPrimed_ || seen_.contains(id)) continue;
            const auto kind = act.get<std::string>("subject_kind");
            const auto topics = topicsOf(kind);
            change.topics.insert(topics.begin(), topics.end());
            if (kind == "account") change.accountCodes.insert(act.get<std::string>("subject"));
        }
        seen_ = std::move(seen);
        const auto mark = co_await db_.query(kOutboxMark);
        const std::pair now{mark.front().get<std::int64_t>("newest"), mark.front().get<std::int64_t>("waiting")};
        if (isPrimed_ && now != outboxMark_) change.topics.insert(Topic::Outbox);
        outboxMark_ = now;
        isPrimed_ = true;
        co_return change;
    }

    void tell(const Change& change) {
        for (auto& listener : listeners_) {
            for (const auto topic : change.topics) {
                if (mayHear(listener.caller.awake, topic)) send(listener, frameOf(topic));
            }
            if (!change.accountCodes.contains(listener.caller.accountCode)) continue;
            send(listener, frameOf(Topic::Me));
            send(listener, frameOf(Topic::Sessions));
        }
    }

    void age() {
        for (auto& listener : listeners_) {
            if (++listener.passes % kPassesBetweenBeats == 0) send(listener, kBeat);
        }
        std::erase_if(listeners_,
                      [](const Listener& listener) { return listener.isGone || listener.passes >= kPassesOfAStream; });
    }

    static void send(Listener& listener, const std::string& frame) {
        if (!listener.isGone && !listener.stream->send(frame)) listener.isGone = true;
    }

    Db& db_;
    trantor::EventLoop* loop_;
    std::vector<Listener> listeners_;
    std::set<std::int64_t> seen_;
    std::pair<std::int64_t, std::int64_t> outboxMark_;
    bool isPrimed_ = false;
    bool isOpen_ = true;
};

StaffStream::StaffStream(Db& db, trantor::EventLoop* loop)
    : hub_{std::make_shared<Hub>(db, loop)}, passes_{loop, kBetween, [hub = hub_] {
                                                         return hub->pass();
                                                     }} {}

StaffStream::~StaffStream() = default;

void StaffStream::start() {
    passes_.start();
}

void StaffStream::stop() {
    if (!passes_.stop(kPatience)) logWarning("live.not_stopped");
    hub_->endAll();
}

http::RouteTable StaffStream::routes() {
    http::Route route;
    route.path = "/api/v1/staff/live";
    route.right = auth::kSignedIn;
    route.produces = "text/event-stream";
    route.handler = [hub = hub_](http::Request request) {
        return hub->open(std::move(request));
    };
    http::RouteTable table;
    table.push_back(std::move(route));
    return table;
}

}  // namespace agon::live
