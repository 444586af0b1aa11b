#include "platform/db/listener.hpp"

#include <algorithm>
#include <atomic>
#include <future>

#include "platform/db/backoff.hpp"
#include "platform/db/connection.hpp"
#include "platform/log/log.hpp"

namespace agon {
namespace pq {
namespace {

constexpr std::chrono::milliseconds kTick{50};
constexpr std::chrono::seconds kLongestClose{5};

std::vector<std::string> listenTexts(const std::vector<std::string>& channels) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    std::vector<std::string> texts;
    for (const auto& channel : channels) {
        if (channel.empty() || !std::ranges::all_of(channel, allowed))
            throw DbUsageError("not the name of a channel: " + channel);
        texts.push_back("listen \"" + channel + '"');
    }
    return texts;
}

}  // namespace

class ListeningConnection final : public Connection::Owner, public std::enable_shared_from_this<ListeningConnection> {
  public:
    ListeningConnection(trantor::EventLoop* loop, Workers& workers, Listener::Options options, Listener::Hint hint)
        : loop_{loop},
          workers_{workers},
          options_{std::move(options)},
          hint_{std::move(hint)},
          address_{std::make_shared<const Address>(options_.db)},
          texts_{listenTexts(options_.channels)} {}

    void start() {
        open();
        caughtUpAt_ = Clock::now();
        ticking_ = loop_->runEvery(std::chrono::duration<double>{kTick}, [self = weak_from_this()] {
            if (const auto alive = self.lock()) alive->tick();
        });
    }

    void close() {
        closed_ = true;
        loop_->invalidateTimer(ticking_);
        if (const auto connection = connection_) connection->close("the listener is closed");
    }

    [[nodiscard]] trantor::EventLoop* loop() const { return loop_; }
    [[nodiscard]] bool listening() const { return listening_.load(std::memory_order_relaxed); }

  private:
    void open() {
        connection_ = std::make_shared<Connection>(
            loop_, workers_, Connection::Limits{options_.db.connectTimeout, options_.db.clientDeadline}, *this);
        connection_->open(address_);
    }

    void onReady(Connection&) override { listen(shared_from_this(), connection_); }

    void onClosed(Connection&, const std::string& why) override {
        listening_.store(false, std::memory_order_relaxed);
        connection_.reset();
        if (closed_) return;
        if (++failures_ == 1) logWarning("db.listener_lost", {{"pool", options_.db.applicationName}, {"reason", why}});
        retryAt_ = Clock::now() + backoff(failures_);
    }

    void onNotification() override { tell(); }

    // A detached coroutine: it holds what it needs, and nothing leaves it.
    static drogon::AsyncTask listen(std::shared_ptr<ListeningConnection> self, std::shared_ptr<Connection> connection) {
        std::vector<Command> commands;
        for (const auto& text : self->texts_) commands.push_back({"listener.listen", text.c_str(), {}});
        try {
            Exchange exchange{*connection, std::move(commands)};
            const auto answer = co_await exchange;
            self->failures_ = 0;
            self->listening_.store(true, std::memory_order_relaxed);
            self->tell();  // whatever was notified while nobody listened
        } catch (const std::exception& error) {
            connection->close(error.what());
        }
    }

    void tell() {
        if (closed_) return;
        caughtUpAt_ = Clock::now();
        try {
            hint_();
        } catch (const std::exception& error) {
            logError("db.hint_failed", {{"reason", error.what()}});
        }
    }

    void tick() {
        const auto now = Clock::now();
        if (const auto connection = connection_) connection->tick(now);
        if (!connection_ && !closed_ && now >= retryAt_) open();
        if (now - caughtUpAt_ >= options_.catchUpEvery) tell();
    }

    trantor::EventLoop* const loop_;
    Workers& workers_;
    const Listener::Options options_;
    const Listener::Hint hint_;
    const std::shared_ptr<const Address> address_;
    const std::vector<std::string> texts_;
    std::shared_ptr<Connection> connection_;
    int failures_ = 0;
    Clock::time_point retryAt_;
    Clock::time_point caughtUpAt_;
    trantor::TimerId ticking_ = trantor::InvalidTimerId;
    bool closed_ = false;
    std::atomic<bool> listening_{false};
};

}  // namespace pq

Listener::Listener(trantor::EventLoop* loop, Options options, Hint hint) : workers_{std::make_unique<pq::Workers>(1)} {
    listening_ = std::make_shared<pq::ListeningConnection>(loop, *workers_, std::move(options), std::move(hint));
    loop->queueInLoop([listening = std::weak_ptr{listening_}] {
        if (const auto alive = listening.lock()) alive->start();
    });
}

Listener::~Listener() {
    close();
}

bool Listener::listening() const {
    return listening_ && listening_->listening();
}

void Listener::close() {
    if (listening_ && listening_->loop()->isRunning()) {
        auto done = std::make_shared<std::promise<void>>();
        const auto closed = done->get_future();
        listening_->loop()->runInLoop([listening = listening_, done] {
            listening->close();
            done->set_value();
        });
        if (closed.wait_for(pq::kLongestClose) != std::future_status::ready) logError("db.close_took_too_long");
    }
    workers_.reset();
    listening_.reset();
}

}  // namespace agon
