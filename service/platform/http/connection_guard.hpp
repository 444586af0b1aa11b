#pragma once

#include <trantor/net/TcpConnection.h>
#include <trantor/utils/MsgBuffer.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "platform/http/boundary.hpp"
#include "platform/http/request_head.hpp"

namespace agon::http {

struct ConnectionLimits {
    HeadLimits head;
    std::size_t bodyBytes = 1024 * 1024;  // the largest of any route; each route has its own, smaller one
    std::chrono::seconds headTime{10};    // for a head, from its first byte
    std::chrono::seconds bodyTime{30};    // for a body, from the end of its head
    std::chrono::seconds lingerTime{5};   // for the client to read our last words
    std::size_t requests = 10'000;        // on one connection
};

// Stands between the socket and Drogon, one per connection, and lets nothing through but whole, unambiguous requests
// heads in one canonical form and their bodies, one request at a time. Drogon's own parser takes chunked bodies that
// abort the process, two lengths, and names with spaces; it never gets to see them. What is refused gets a problem and
// the connection's end. Also ends connections that are slow to say what they want.
//
// Lives on its connection's event loop and is used from there only.
class ConnectionGuard : public std::enable_shared_from_this<ConnectionGuard> {
  public:
    // To be called for each new connection before its first byte is read.
    static void attach(const trantor::TcpConnectionPtr& connection, const ConnectionLimits& limits, Boundary& boundary);
    static void detach(const trantor::TcpConnectionPtr& connection);
    // The request under way on this connection has its answer; the next one may come.
    static void answered(const trantor::TcpConnectionPtr& connection);

  private:
    ConnectionGuard(trantor::RecvMessageCallback next, const ConnectionLimits& limits, Boundary& boundary);

    void receive(const trantor::TcpConnectionPtr& connection, trantor::MsgBuffer& in);
    bool takeHead(const trantor::TcpConnectionPtr& connection, trantor::MsgBuffer& in);
    bool letIn(const trantor::TcpConnectionPtr& connection, RequestHead head, trantor::MsgBuffer& in);
    void takeBody(trantor::MsgBuffer& in);
    void pass(const trantor::TcpConnectionPtr& connection);
    void discard(const trantor::TcpConnectionPtr& connection, trantor::MsgBuffer& in);
    void refuse(const trantor::TcpConnectionPtr& connection, const Problem& problem);
    void expectWithin(const trantor::TcpConnectionPtr& connection, std::chrono::seconds time);

    enum class State : std::uint8_t {
        Head,     // waiting for a head, or in it
        Body,     // of a head that was let in
        Working,  // a whole request is with Drogon
        Over,     // whatever else comes is thrown away
    };

    trantor::RecvMessageCallback next_;
    const ConnectionLimits& limits_;
    Boundary& boundary_;
    trantor::MsgBuffer out_;  // let in, not yet taken by Drogon
    State state_ = State::Head;
    std::uint64_t bodyLeft_ = 0;
    std::size_t requests_ = 0;
    std::size_t searched_ = 0;  // of the input: no end of a head before it
    std::size_t discarded_ = 0;
    std::uint64_t awaited_ = 0;  // number of the piece that a timer waits for
    bool isAwaiting_ = false;
    bool isLast_ = false;  // the request under way is the connection's last
    RefusedRequest current_;
};

}  // namespace agon::http
