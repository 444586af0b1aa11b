#include <fmt/format.h>

#include <array>
#include <ranges>

#include "platform/db/connection.hpp"
#include "platform/db/pg_error.hpp"
#include "platform/db/statement_metrics.hpp"

namespace agon::pq {
namespace {

constexpr int kBinary = 1;
constexpr std::size_t kMostParameters = 65'535;

std::exception_ptr usageError(const std::string& what) {
    return std::make_exception_ptr(DbUsageError{what});
}

}  // namespace

Exchange::Exchange(Connection& connection, std::vector<Command> commands, Purpose purpose)
    : connection_{connection}, commands_{std::move(commands)}, purpose_{purpose}, results_(commands_.size()) {}

bool Exchange::await_suspend(std::coroutine_handle<> waiting) {
    waiting_ = waiting;
    return connection_.send(*this);
}

std::vector<Rows> Exchange::await_resume() {
    if (error_) std::rethrow_exception(error_);
    return std::move(results_);
}

bool Connection::send(Exchange& exchange) {
    const auto refuse = [&](std::exception_ptr error) {
        exchange.error_ = std::move(error);
        return false;
    };
    if (!loop_->isInLoopThread()) return refuse(usageError("a connection is used outside its event loop"));
    if (busy()) return refuse(usageError("two statements at once on one connection; that is what pipeline() is for"));
    if (exchange.commands_.empty()) return false;
    if (!ready()) return refuse(unavailable("the connection was lost", exchange.commands_.front().name));
    for (const auto& command : exchange.commands_)
        if (command.params.values().size() > kMostParameters)
            return refuse(usageError(fmt::format("statement {} has too many parameters", command.name)));

    exchange_ = &exchange;
    steps_.clear();
    step_ = 0;
    stepAnswered_ = synchronised_ = cancelled_ = commitDoubtful_ = false;
    sentAt_ = Clock::now();
    deadline_ = sentAt_ + limits_.exchange;
    bool sent = true;
    for (std::size_t i = 0; sent && i < exchange.commands_.size(); ++i) sent = sendCommand(i);
    // From here on the answer comes through the loop's queue, also when there is none.
    if (!sent || PQpipelineSync(pg_.get()) != 1) {
        close(lastWords());
    } else {
        flush();
    }
    return true;
}

bool Connection::sendCommand(std::size_t index) {
    const auto& command = exchange_->commands_[index];
    const auto& given = command.params.values();
    const auto types = given | std::views::transform(&Params::Value::type);
    const auto [first, last] = prepared_.equal_range(command.text);
    auto known = std::ranges::find_if(first, last,
                                      [&](const auto& entry) { return std::ranges::equal(entry.second.types, types); });
    if (known == last) {
        known = prepared_.emplace(command.text, Prepared{.name = fmt::format("s{}", ++preparedSoFar_),
                                                         .types = {types.begin(), types.end()}});
        auto& statement = known->second;
        steps_.push_back({index, &statement});
        if (PQsendPrepare(pg_.get(), statement.name.c_str(), command.text, static_cast<int>(given.size()),
                          statement.types.data()) != 1)
            return false;
    }

    std::vector<const char*> values;
    std::vector<int> lengths;
    for (const auto& value : given) {
        values.push_back(value.size < 0 ? nullptr : command.params.bytes().data() + value.offset);
        lengths.push_back(value.size);
    }
    const std::vector<int> formats(given.size(), kBinary);
    steps_.push_back({index, nullptr});
    return PQsendQueryPrepared(pg_.get(), known->second.name.c_str(), static_cast<int>(given.size()), values.data(),
                               lengths.data(), formats.data(), kBinary) == 1;
}

void Connection::flush() {
    const int left = PQflush(pg_.get());
    if (left < 0) return close(lastWords());
    if (left > 0 && !channel_->isWriting()) channel_->enableWriting();
    if (left == 0 && channel_->isWriting()) channel_->disableWriting();
}

void Connection::serve() {
    const bool alive = PQconsumeInput(pg_.get()) == 1;
    readAnswers();  // those that came before the end of the connection count
    if (state_ == State::Closed) return;
    if (!alive || PQstatus(pg_.get()) == CONNECTION_BAD) return close(lastWords());
    bool notified = false;
    while (auto* const notification = PQnotifies(pg_.get())) {
        PQfreemem(notification);
        notified = true;
    }
    flush();
    if (notified && owner_ != nullptr) owner_->onNotification();
}

// Also parses what an idle connection received, so that libpq notices the server's farewell.
void Connection::readAnswers() {
    while (PQisBusy(pg_.get()) == 0 && exchange_ != nullptr && !synchronised_) {
        auto* const result = PQgetResult(pg_.get());
        if (result == nullptr) {
            // The end of a step's answers, or of everything when the connection is gone. Otherwise libpq and we count
            // differently, and no later answer could be trusted.
            if (!stepAnswered_ && PQstatus(pg_.get()) == CONNECTION_BAD) return;
            if (!stepAnswered_) return close("the answers do not match the statements");
            stepAnswered_ = false;
            ++step_;
        } else if (PQresultStatus(result) == PGRES_PIPELINE_SYNC) {
            PQclear(result);
            if (step_ != steps_.size()) return close("the answers do not match the statements");
            synchronised_ = true;
            settle();
        } else {
            accept(result);
        }
    }
}

void Connection::accept(PGresult* result) {
    Rows rows{result};                   // owned from here
    if (step_ == steps_.size()) return;  // libpq's own complaint about a connection lost before the synchronisation
    stepAnswered_ = true;
    const auto& step = steps_[step_];
    const auto& command = exchange_->commands_[step.command];
    switch (PQresultStatus(result)) {
        case PGRES_COMMAND_OK:
        case PGRES_TUPLES_OK:
            if (step.preparing != nullptr) {
                step.preparing->ready = true;
                return;
            }
            if (exchange_->purpose_ == Purpose::Commit && std::string_view{PQcmdStatus(result)} != "COMMIT")
                exchange_->error_ = rolledBack();
            exchange_->results_[step.command] = std::move(rows);
            statementMetrics(command.name).seconds.observe(Clock::now() - sentAt_);
            return;
        case PGRES_PIPELINE_ABORTED:
            return;  // an earlier one failed, and that is the error
        case PGRES_FATAL_ERROR:
            break;
        default:
            outdated_ = true;
            exchange_->error_ =
                usageError(fmt::format("statement {} is of a kind that is not used here", command.name));
            return;
    }
    statementMetrics(command.name).errors.add();
    if (!exchange_->error_) exchange_->error_ = errorOf(result, command.name, exchange_->purpose_);
    // Prepared against an older schema, or forgotten by a server that is not the one we prepared it on.
    const auto state = sqlStateOf(result);
    if (state == "0A000" || state == "26000") outdated_ = true;
}

// Hands the exchange back when both the server and our own cancel request are done with it.
void Connection::settle() {
    if (exchange_ == nullptr || !synchronised_ || cancelUnderway_) return;
    const auto failed = [](const Step& step) {
        return step.preparing != nullptr && !step.preparing->ready;
    };
    const bool someFailed = std::ranges::any_of(steps_, failed);
    if (someFailed) std::erase_if(prepared_, [](const auto& entry) { return !entry.second.ready; });
    steps_.clear();
    step_ = 0;
    auto* const done = std::exchange(exchange_, nullptr);
    if (commitDoubtful_ && !done->error_)
        done->error_ = outcomeUnknown("committed here, but perhaps not on the standby");
    // Not from here: whoever is resumed may use, release or close this connection.
    loop_->queueInLoop([waiting = done->waiting_] { waiting.resume(); });
}

}  // namespace agon::pq
