#include "platform/http/connection_guard.hpp"

#include <trantor/net/EventLoop.h>

#include <algorithm>
#include <unordered_map>

namespace agon::http {
namespace {

constexpr std::string_view kEndOfHead = "\r\n\r\n";

// Of the event loop that runs on this thread.
thread_local std::unordered_map<const trantor::TcpConnection*, std::shared_ptr<ConnectionGuard>> guards;

// Trantor lets the receiver of a connection's bytes be replaced but not asked for.
struct Receiver : trantor::TcpConnection {
    static trantor::RecvMessageCallback& of(trantor::TcpConnection& connection) {
        return connection.*(&Receiver::recvMsgCallback_);
    }
};

std::string_view viewOf(const trantor::MsgBuffer& buffer) {
    return {buffer.peek(), buffer.readableBytes()};
}

}  // namespace

ConnectionGuard::ConnectionGuard(trantor::RecvMessageCallback next, const ConnectionLimits& limits, Boundary& boundary)
    : next_(std::move(next)), limits_(limits), boundary_(boundary) {}

void ConnectionGuard::attach(const trantor::TcpConnectionPtr& connection, const ConnectionLimits& limits,
                             Boundary& boundary) {
    auto& receiver = Receiver::of(*connection);
    const std::shared_ptr<ConnectionGuard> guard{new ConnectionGuard{receiver, limits, boundary}};
    receiver = [weak = std::weak_ptr{guard}](const trantor::TcpConnectionPtr& from, trantor::MsgBuffer* bytes) {
        if (const auto self = weak.lock()) self->receive(from, *bytes);
    };
    guards.insert_or_assign(connection.get(), guard);
}

void ConnectionGuard::detach(const trantor::TcpConnectionPtr& connection) {
    guards.erase(connection.get());
}

void ConnectionGuard::answered(const trantor::TcpConnectionPtr& connection) {
    const auto found = guards.find(connection.get());
    if (found == guards.end() || found->second->state_ != State::Working) return;
    auto& guard = *found->second;
    guard.state_ = guard.isLast_ ? State::Over : State::Head;
    if (connection->getRecvBuffer()->readableBytes() == 0) return;
    // Not from here: Drogon is in the middle of sending.
    connection->getLoop()->queueInLoop([self = found->second, connection] {
        if (connection->connected()) self->receive(connection, *connection->getRecvBuffer());
    });
}

void ConnectionGuard::receive(const trantor::TcpConnectionPtr& connection, trantor::MsgBuffer& in) {
    while (in.readableBytes() > 0) {
        switch (state_) {
            case State::Head:
                if (!takeHead(connection, in)) return;
                break;
            case State::Body:
                takeBody(in);
                pass(connection);
                break;
            case State::Working:
                // Pipelined: it waits for its turn, but not without measure.
                if (in.readableBytes() > limits_.head.headBytes + limits_.bodyBytes) connection->forceClose();
                return;
            case State::Over:
                discard(connection, in);
                return;
        }
    }
}

void ConnectionGuard::discard(const trantor::TcpConnectionPtr& connection, trantor::MsgBuffer& in) {
    discarded_ += in.readableBytes();
    in.retrieveAll();
    // Who was refused may go on sending for lingerTime, or the refusal would not reach it; who goes on after its last
    // answer has no such excuse.
    if (!isAwaiting_ && discarded_ > limits_.bodyBytes) connection->forceClose();
}

// False when nothing more can be done with what is there.
bool ConnectionGuard::takeHead(const trantor::TcpConnectionPtr& connection, trantor::MsgBuffer& in) {
    // Empty lines before a request are ignored (RFC 9112, section 2.2).
    while (viewOf(in).starts_with("\r\n")) in.retrieve(2);
    const auto bytes = viewOf(in);
    const auto end = bytes.find(kEndOfHead, searched_);
    if (end == std::string_view::npos) {
        searched_ = bytes.size() - std::min(bytes.size(), kEndOfHead.size() - 1);
        if (bytes.size() > limits_.head.headBytes) {
            const bool isInLine = !bytes.contains("\r\n");
            refuse(connection, problem(isInLine ? ProblemCode::UriTooLong : ProblemCode::HeadersTooLarge).error());
        } else if (!isAwaiting_) {
            // Also after nothing but empty lines: they keep a connection from being idle.
            expectWithin(connection, limits_.headTime);
        }
        return false;
    }
    searched_ = 0;
    auto head = parseHead(bytes.substr(0, end + kEndOfHead.size()), limits_.head);
    if (!head) {
        refuse(connection, head.error());
        return false;
    }
    in.retrieve(end + kEndOfHead.size());
    return letIn(connection, std::move(*head), in);
}

bool ConnectionGuard::letIn(const trantor::TcpConnectionPtr& connection, RequestHead head, trantor::MsgBuffer& in) {
    current_ = {.method = head.method,
                .path = head.target.substr(0, head.target.find('?')),
                .acceptLanguage = std::string{head.header("accept-language")}};
    if (head.contentLength > limits_.bodyBytes) {
        refuse(connection, problem(ProblemCode::BodyTooLarge, std::to_string(limits_.bodyBytes)).error());
        return false;
    }
    isAwaiting_ = false;
    ++awaited_;
    isLast_ = head.closes || ++requests_ >= limits_.requests || !boundary_.drain().isReady();
    head.closes = isLast_;
    const auto bytes = writeHead(head);
    out_.append(bytes);
    bodyLeft_ = head.contentLength;
    state_ = State::Body;
    if (head.expectsContinue && in.readableBytes() == 0) connection->send("HTTP/1.1 100 Continue\r\n\r\n");
    takeBody(in);
    pass(connection);
    return true;
}

void ConnectionGuard::takeBody(trantor::MsgBuffer& in) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(bodyLeft_, in.readableBytes()));
    out_.append(in.peek(), size);
    in.retrieve(size);
    bodyLeft_ -= size;
}

void ConnectionGuard::pass(const trantor::TcpConnectionPtr& connection) {
    if (bodyLeft_ == 0) {
        state_ = State::Working;
        isAwaiting_ = false;
        ++awaited_;
        current_ = {};
    } else if (state_ == State::Body && !isAwaiting_) {
        expectWithin(connection, limits_.bodyTime);
    }
    next_(connection, &out_);
}

void ConnectionGuard::refuse(const trantor::TcpConnectionPtr& connection, const Problem& problem) {
    connection->send(boundary_.refuse(problem, current_));
    connection->shutdown();
    state_ = State::Over;
    connection->getRecvBuffer()->retrieveAll();
    expectWithin(connection, limits_.lingerTime);
}

void ConnectionGuard::expectWithin(const trantor::TcpConnectionPtr& connection, std::chrono::seconds time) {
    isAwaiting_ = true;
    const auto number = ++awaited_;
    connection->getLoop()->runAfter(time, [weak = weak_from_this(), gone = std::weak_ptr{connection}, number] {
        const auto self = weak.lock();
        const auto alive = gone.lock();
        if (!self || !alive || self->awaited_ != number) return;
        if (self->state_ == State::Over) {
            alive->forceClose();
        } else {
            self->refuse(alive, problem(ProblemCode::RequestIncomplete).error());
        }
    });
}

}  // namespace agon::http
