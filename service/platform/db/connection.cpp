#include "platform/db/connection.hpp"

#include "platform/db/pg_error.hpp"
#include "platform/log/log.hpp"

namespace agon::pq {
namespace {

// How long the server may take to give up a statement after it was asked to.
constexpr std::chrono::seconds kCancelGrace{2};

}  // namespace

Connection::Connection(trantor::EventLoop* loop, Workers& workers, Limits limits, Owner& owner)
    : loop_{loop}, workers_{workers}, limits_{limits}, owner_{&owner} {}

void Connection::open(std::shared_ptr<const Address> address) {
    deadline_ = Clock::now() + limits_.connect;
    // The handle travels in a shared_ptr, so that it is finished even if nobody is left to adopt it.
    const bool posted = workers_.connecting.post([address = std::move(address), loop = loop_, self = weak_from_this()] {
        std::shared_ptr<PGconn> connection{address->connectStart(), &PQfinish};
        loop->queueInLoop([self, connection = std::move(connection)]() mutable {
            if (const auto alive = self.lock()) alive->adopt(std::move(connection));
        });
    });
    if (posted) return;
    loop_->queueInLoop([self = weak_from_this()] {
        if (const auto alive = self.lock()) alive->close("too many connections are being opened");
    });
}

void Connection::adopt(std::shared_ptr<PGconn> connection) {
    if (state_ != State::Connecting) return;
    pg_ = std::move(connection);
    if (PQstatus(pg_.get()) == CONNECTION_BAD) return close(lastWords());
    PQsetNoticeReceiver(pg_.get(), &Connection::onNotice, this);
    watch(PGRES_POLLING_WRITING);  // as libpq wants it after PQconnectStart
}

// While connecting, libpq may close its socket and go on with another one, of the same number even. So a channel
// serves for one event, and none exists while libpq polls.
void Connection::watch(PostgresPollingStatusType wanted) {
    channel_ = std::make_unique<trantor::Channel>(loop_, PQsocket(pg_.get()));
    channel_->setEventCallback([this] { onEvent(); });
    channel_->tie(shared_from_this());
    if (wanted == PGRES_POLLING_WRITING) {
        channel_->enableWriting();
    } else {
        channel_->enableReading();
    }
}

void Connection::onEvent() {
    if (state_ == State::Ready) return serve();
    if (state_ != State::Connecting) return;  // the event was already on its way when the connection was closed
    channel_->disableAll();
    // Outside the loop's handling of events a channel may be removed and destroyed.
    loop_->queueInLoop([self = weak_from_this()] {
        if (const auto alive = self.lock()) alive->pollConnect();
    });
}

void Connection::pollConnect() {
    if (state_ != State::Connecting) return;
    channel_->remove();
    channel_.reset();
    const auto wanted = PQconnectPoll(pg_.get());
    switch (wanted) {
        case PGRES_POLLING_OK:
            return becomeReady();
        case PGRES_POLLING_READING:
        case PGRES_POLLING_WRITING:
            return watch(wanted);
        case PGRES_POLLING_FAILED:
        case PGRES_POLLING_ACTIVE:
            break;
    }
    close(lastWords());
}

void Connection::becomeReady() {
    if (PQsetnonblocking(pg_.get(), 1) != 0 || PQenterPipelineMode(pg_.get()) != 1) return close(lastWords());
    watch(PGRES_POLLING_READING);
    state_ = State::Ready;
    if (owner_ != nullptr) owner_->onReady(*this);
}

void Connection::close(const std::string& why) {
    if (state_ == State::Closed) return;
    const auto self = shared_from_this();
    state_ = State::Closed;
    if (pg_) PQsetNoticeReceiver(pg_.get(), [](void*, const PGresult*) {}, nullptr);
    if (channel_) channel_->disableAll();
    // The loop may hold the channel in its list of events to handle until it is done with them; and the number of the
    // socket must not be given to another one before the channel is gone.
    loop_->queueInLoop([channel = std::shared_ptr<trantor::Channel>{std::move(channel_)}, pg = std::move(pg_)] {
        if (channel) channel->remove();
    });
    if (exchange_ != nullptr) {
        const bool allAnswered = step_ == steps_.size();
        if (!exchange_->error_ && !allAnswered)
            exchange_->error_ = exchange_->purpose_ == Purpose::Commit
                                    ? outcomeUnknown("the connection was lost during the commit")
                                    : unavailable("the connection was lost", currentStatement());
        synchronised_ = true;
        cancelUnderway_ = false;
        settle();
    }
    if (auto* const owner = std::exchange(owner_, nullptr)) owner->onClosed(*this, why);
}

void Connection::tick(Clock::time_point now) {
    if (state_ == State::Connecting && now >= deadline_) return close("no connection within the limit");
    if (state_ != State::Ready || exchange_ == nullptr || now < deadline_) return;
    if (exchange_->purpose_ == Purpose::Commit) {
        // A commit cannot be taken back. It either happens yet or has happened.
        exchange_->error_ = outcomeUnknown("no answer to the commit within the limit");
        return close("a commit was not answered in time");
    }
    if (!cancelled_) return cancel();
    if (!exchange_->error_) exchange_->error_ = timedOut("no answer within the limit", currentStatement());
    close("a statement did not end when it was cancelled");
}

// PQcancel opens a connection of its own and blocks until the server has closed it.
void Connection::cancel() {
    cancelled_ = true;
    deadline_ = Clock::now() + kCancelGrace;
    logWarning("db.statement_cancelled", {{"statement", currentStatement()}});
    std::shared_ptr<PGcancel> request{PQgetCancel(pg_.get()), &PQfreeCancel};
    if (!request) return;
    cancelUnderway_ = workers_.cancelling.post([request = std::move(request), loop = loop_, self = weak_from_this()] {
        char why[256];
        PQcancel(request.get(), why, sizeof why);
        loop->queueInLoop([self] {
            const auto alive = self.lock();
            if (!alive || !alive->cancelUnderway_) return;
            alive->cancelUnderway_ = false;
            alive->settle();
        });
    });
}

bool Connection::reusable() const {
    return ready() && !busy() && !outdated_ && !inTransaction();
}

bool Connection::inTransaction() const {
    return PQtransactionStatus(pg_.get()) != PQTRANS_IDLE;
}

std::string_view Connection::currentStatement() const {
    const auto& commands = exchange_->commands_;
    return step_ < steps_.size() ? commands[steps_[step_].command].name : commands.back().name;
}

// libpq ends its messages with a line end and sometimes has several lines.
std::string Connection::lastWords() const {
    std::string text = PQerrorMessage(pg_.get());
    while (text.ends_with('\n')) text.pop_back();
    return text.empty() ? "lost" : text;
}

void Connection::onNotice(void* self, const PGresult* notice) {
    auto& connection = *static_cast<Connection*>(self);
    // "The transaction has already committed locally, but might not have been replicated to the standby." The warning
    // has no SQLSTATE of its own, but only one function gives it.
    const char* const function = PQresultErrorField(notice, PG_DIAG_SOURCE_FUNCTION);
    if (function != nullptr && std::string_view{function} == "SyncRepWaitForLSN") connection.commitDoubtful_ = true;
    logDebug("db.notice", {{"sql_state", sqlStateOf(notice)}});  // never its text
}

}  // namespace agon::pq
