#include "bench/client.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>

namespace agon::bench {
namespace {

int connectTo(std::uint16_t port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        close(socket);
        throw std::runtime_error(fmt::format("nothing listens on port {}", port));
    }
    return socket;
}

// The length of one whole answer at the start of `text`; 0 while part of it is missing.
std::size_t lengthOfAnswer(const std::string& text) {
    const auto head = text.find("\r\n\r\n");
    if (head == std::string::npos) return 0;
    if (!text.starts_with("HTTP/1.1 2")) throw std::runtime_error("an answer is not 2xx: " + text.substr(0, 60));
    auto at = text.find("ontent-");
    while (at < head && text.compare(at, 15, "ontent-Length: ") != 0 && text.compare(at, 15, "ontent-length: ") != 0)
        at = text.find("ontent-", at + 1);
    if (at >= head) throw std::runtime_error("an answer has no Content-Length");
    const auto whole = head + 4 + std::stoul(text.substr(at + 15));
    return text.size() >= whole ? whole : 0;
}

}  // namespace

Client::Client(std::uint16_t port) : port_{port}, socket_{connectTo(port)} {}

Client::~Client() {
    close(socket_);
}

void Client::ask(const std::string& request) {
    if (send(socket_, request.data(), request.size(), MSG_NOSIGNAL) < 0) throw std::runtime_error("cannot ask");
    std::size_t whole = 0;
    while ((whole = lengthOfAnswer(pending_)) == 0) {
        const auto got = recv(socket_, buffer_.data(), buffer_.size(), 0);
        if (got <= 0) throw std::runtime_error(fmt::format("port {} cut an answer short", port_));
        pending_.append(buffer_.data(), static_cast<std::size_t>(got));
    }
    // Both servers end a connection after some number of requests, and say so.
    const auto head = std::string_view{pending_}.substr(0, pending_.find("\r\n\r\n"));
    const bool ends = head.contains("onnection: close");
    pending_.erase(0, whole);
    if (!ends) return;
    close(socket_);
    socket_ = connectTo(port_);
}

}  // namespace agon::bench
