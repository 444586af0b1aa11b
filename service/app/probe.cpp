#include "app/probe.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string_view>

namespace agon::app {
namespace {

struct Endpoint {
    sockaddr_storage address{};
    socklen_t size = 0;
};

class Socket {
  public:
    explicit Socket(int family) : number_{socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0)} {}
    ~Socket() {
        if (number_ >= 0) close(number_);
    }
    Socket(Socket&&) = delete;
    Socket& operator=(Socket&&) = delete;
    [[nodiscard]] int number() const { return number_; }

  private:
    int number_;
};

Endpoint endpointOf(const ListenAddress& address, std::string host) {
    Endpoint endpoint;
    if (address.isUnixSocket()) {
        auto& unixAddress = reinterpret_cast<sockaddr_un&>(endpoint.address);
        unixAddress.sun_family = AF_UNIX;
        std::copy_n(address.socketPath.data(), std::min(address.socketPath.size(), sizeof(unixAddress.sun_path) - 1),
                    unixAddress.sun_path);
        endpoint.size = sizeof(sockaddr_un);
    } else if (host.contains(':')) {
        auto& six = reinterpret_cast<sockaddr_in6&>(endpoint.address);
        six.sin6_family = AF_INET6;
        six.sin6_port = htons(address.port);
        inet_pton(AF_INET6, host.c_str(), &six.sin6_addr);
        endpoint.size = sizeof(sockaddr_in6);
    } else {
        auto& four = reinterpret_cast<sockaddr_in&>(endpoint.address);
        four.sin_family = AF_INET;
        four.sin_port = htons(address.port);
        inet_pton(AF_INET, host.c_str(), &four.sin_addr);
        endpoint.size = sizeof(sockaddr_in);
    }
    return endpoint;
}

std::string reachable(const std::string& host) {
    if (host == "0.0.0.0") return "127.0.0.1";
    return host == "::" ? "::1" : host;
}

}  // namespace

std::optional<int> probe(const ListenAddress& address, const std::string& path, std::chrono::milliseconds within) {
    const auto endpoint = endpointOf(address, reachable(address.host));
    const Socket connection{endpoint.address.ss_family};
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(within);
    const timeval limit{.tv_sec = seconds.count(),
                        .tv_usec = std::chrono::duration_cast<std::chrono::microseconds>(within - seconds).count()};
    setsockopt(connection.number(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    setsockopt(connection.number(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
    if (connect(connection.number(), reinterpret_cast<const sockaddr*>(&endpoint.address), endpoint.size) != 0)
        return std::nullopt;
    const auto request = fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path);
    if (send(connection.number(), request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size()))
        return std::nullopt;
    std::string answer;
    std::array<char, 4096> buffer{};
    ssize_t size = 0;
    while ((size = recv(connection.number(), buffer.data(), buffer.size(), 0)) > 0) {
        answer.append(buffer.data(), static_cast<std::size_t>(size));
    }
    constexpr std::string_view kStart = "HTTP/1.1 ";
    if (!answer.starts_with(kStart) || answer.size() < kStart.size() + 3) return std::nullopt;
    int status = 0;
    const auto* digits = answer.data() + kStart.size();
    return std::from_chars(digits, digits + 3, status).ec == std::errc{} ? std::optional{status} : std::nullopt;
}

std::optional<std::string> whyNotListen(const ListenAddress& address) {
    if (address.isUnixSocket()) {
        // A socket file that nobody answers on is a remnant, and the server replaces it.
        const auto folder = address.socketPath.substr(0, address.socketPath.rfind('/') + 1);
        if (access(folder.c_str(), W_OK | X_OK) != 0) return fmt::format("{}: {}", folder, std::strerror(errno));
        if (probe(address, "/healthz", std::chrono::seconds{1})) return "another service answers there";
        return std::nullopt;
    }
    const auto endpoint = endpointOf(address, address.host);
    const Socket trial{endpoint.address.ss_family};
    const int yes = 1;
    setsockopt(trial.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    if (bind(trial.number(), reinterpret_cast<const sockaddr*>(&endpoint.address), endpoint.size) == 0 &&
        listen(trial.number(), 1) == 0)
        return std::nullopt;
    return std::strerror(errno);
}

}  // namespace agon::app
