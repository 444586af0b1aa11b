#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "support/http_client.hpp"

namespace agon::test {

// A connection on which the test writes and reads every byte itself, for what no well-behaved client would send.
class Wire {
  public:
    using Clock = std::chrono::steady_clock;

    // `from` is our own address on it.
    explicit Wire(int port, const std::string& from = "127.0.0.1")
        : socket_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
        const auto own = address(from, 0);
        const auto theirs = address("127.0.0.1", port);
        if (::bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0 ||
            ::connect(socket_, reinterpret_cast<const sockaddr*>(&theirs), sizeof theirs) != 0) {
            throw std::system_error(errno, std::generic_category(), "cannot connect");
        }
    }
    virtual ~Wire() { ::close(socket_); }
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;

    // Whether the other side still took it.
    virtual bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }

    // The next response, whole. Throws when it does not come in time. `method` is what was asked.
    HttpReply reply(std::string_view method = "GET", std::chrono::milliseconds within = std::chrono::seconds{20}) {
        const auto until = Clock::now() + within;
        while (!got_.contains("\r\n\r\n")) need(until);
        auto reply = headOf(got_.substr(0, got_.find("\r\n\r\n")));
        got_.erase(0, got_.find("\r\n\r\n") + 4);
        if (method == "HEAD" || reply.status < 200 || reply.status == 204 || reply.status == 304) return reply;
        const auto size = std::stoul("0" + reply.header("content-length"));
        while (got_.size() < size) need(until);
        reply.body = got_.substr(0, size);
        got_.erase(0, size);
        return reply;
    }

    // Everything up to the end of the connection. Nothing when it does not end in time.
    std::optional<std::string> rest(std::chrono::milliseconds within = std::chrono::seconds{20}) {
        const auto until = Clock::now() + within;
        for (;;) {
            const auto more = receive(until);
            if (!more) return std::nullopt;
            if (more->empty()) return std::exchange(got_, {});
            got_ += *more;
        }
    }

    // What came and was not asked for yet.
    [[nodiscard]] const std::string& received() const { return got_; }

  protected:
    // Some bytes, none at the end of the connection, nothing when it is too late.
    virtual std::optional<std::string> receive(Clock::time_point until) {
        if (!isReadable(until)) return std::nullopt;
        std::array<char, 16384> buffer{};
        const auto size = ::recv(socket_, buffer.data(), buffer.size(), 0);
        return std::string{buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
    }

    bool isReadable(Clock::time_point until) const {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
        pollfd readable{.fd = socket_, .events = POLLIN, .revents = 0};
        return ::poll(&readable, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0))) > 0;
    }

    int socket() const { return socket_; }

  private:
    static sockaddr_in address(const std::string& text, int port) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        if (::inet_pton(AF_INET, text.c_str(), &address.sin_addr) != 1) throw std::invalid_argument(text);
        return address;
    }

    void need(Clock::time_point until) {
        const auto more = receive(until);
        if (!more || more->empty()) throw NoReply{0, "no whole response, only: " + got_};
        got_ += *more;
    }

    static HttpReply headOf(std::string_view head) {
        HttpReply reply;
        const auto line = head.substr(0, head.find("\r\n"));
        std::from_chars(line.data() + 9, line.data() + line.size(), reply.status);
        for (head.remove_prefix(line.size()); !head.empty();) {
            head.remove_prefix(2);
            const auto field = head.substr(0, head.find("\r\n"));
            head.remove_prefix(field.size());
            const auto colon = field.find(": ");
            std::string name{field.substr(0, colon)};
            std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(tolower(c)); });
            reply.headers.emplace_back(std::move(name), field.substr(colon + 2));
        }
        return reply;
    }

    int socket_;
    std::string got_;
};

// A request with a Host and whatever else is given, each line with its end.
inline std::string plainRequest(std::string_view line, std::string_view headers = {}, std::string_view body = {}) {
    return std::string{line}.append(" HTTP/1.1\r\nHost: localhost\r\n").append(headers).append("\r\n").append(body);
}

}  // namespace agon::test
