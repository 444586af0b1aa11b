#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "bench/measure.hpp"
#include "support/eventually.hpp"
#include "support/http_client.hpp"
#include "support/service_process.hpp"

namespace agon::bench {
namespace {

namespace fs = std::filesystem;
using Until = std::chrono::steady_clock::time_point;
using namespace std::chrono_literals;

constexpr int kClients = 4;  // each with a connection that it keeps

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

// The length of one whole answer with 200 at the start of `text`; 0 while part of it is missing.
std::size_t lengthOfAnswer(const std::string& text) {
    const auto head = text.find("\r\n\r\n");
    if (head == std::string::npos) return 0;
    if (!text.starts_with("HTTP/1.1 200")) throw std::runtime_error("an answer is not 200: " + text.substr(0, 60));
    auto at = text.find("ontent-");
    while (at < head && text.compare(at, 15, "ontent-Length: ") != 0 && text.compare(at, 15, "ontent-length: ") != 0)
        at = text.find("ontent-", at + 1);
    if (at >= head) throw std::runtime_error("an answer has no Content-Length");
    const auto whole = head + 4 + std::stoul(text.substr(at + 15));
    return text.size() >= whole ? whole : 0;
}

// One connection, kept for as long as the server keeps it.
class Client {
  public:
    explicit Client(std::uint16_t port) : port_{port}, socket_{connectTo(port)} {}
    ~Client() { close(socket_); }
    Client(Client&&) = delete;
    Client& operator=(Client&&) = delete;

    void ask(const std::string& request) {
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

  private:
    std::uint16_t port_;
    int socket_;
    std::array<char, 65'536> buffer_{};
    std::string pending_;
};

std::size_t ask(std::uint16_t port, const std::string& path, Until until) {
    Client client{port};
    const auto request = fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", path);
    std::size_t count = 0;
    for (; std::chrono::steady_clock::now() < until; ++count) client.ask(request);
    return count;
}

std::size_t askFromAll(std::uint16_t port, const std::string& path, Until until) {
    std::atomic<std::size_t> count{0};
    std::vector<std::jthread> clients;
    for (int i = 0; i < kClients; ++i) clients.emplace_back([&] { count += ask(port, path, until); });
    clients.clear();
    return count;
}

std::uint16_t freePort() {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool bound = bind(socket, reinterpret_cast<const sockaddr*>(&address), size) == 0 &&
                       getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    close(socket);
    if (!bound) throw std::runtime_error("there is no free port");
    return ntohs(address.sin_port);
}

// nginx with as many workers as the service has loops, one line of log per request as the service writes it.
class Nginx {
  public:
    explicit Nginx(const fs::path& program) : port_{freePort()} {
        std::ofstream{file("nginx.conf")} << fmt::format(
            "daemon off; worker_processes auto; pid {0}/pid; error_log {0}/error.log;\n{2}"
            "events {{}}\n"
            "http {{ access_log {0}/access.log; default_type text/html; sendfile on;\n"
            "  client_body_temp_path {0}/t1; proxy_temp_path {0}/t2; fastcgi_temp_path {0}/t3; uwsgi_temp_path "
            "{0}/t4;\n"
            "  scgi_temp_path {0}/t5;\n"
            "  server {{ listen 127.0.0.1:{1}; root {0}; }} }}\n",
            folder_.path().string(), port_, geteuid() == 0 ? "user root;\n" : "");
        process_ = std::make_unique<test::ChildProcess>(
            test::Command{.words = {program.string(), "-c", file("nginx.conf").string(), "-p", folder_.path().string()},
                          .errors = file("errors")});
    }
    ~Nginx() {
        process_->signal(SIGTERM);
        process_->waitForExit(5s);
    }
    Nginx(Nginx&&) = delete;
    Nginx& operator=(Nginx&&) = delete;

    // Serves `body` under /<name>.
    void put(const std::string& name, const std::string& body) const { std::ofstream{file(name)} << body; }

    [[nodiscard]] std::uint16_t port() const { return port_; }
    [[nodiscard]] bool answers(const std::string& path) const {
        try {
            return test::HttpClient{fmt::format("http://127.0.0.1:{}", port_), 2s}.get(path).status == 200;
        } catch (const test::NoReply&) {
            return false;
        }
    }

  private:
    [[nodiscard]] fs::path file(const std::string& name) const { return folder_.path() / name; }

    test::ScratchFolder folder_{"nginx"};
    std::uint16_t port_;
    std::unique_ptr<test::ChildProcess> process_;
};

}  // namespace

std::vector<Comparison> httpComparisons() {
    const fs::path program = fs::exists("/usr/sbin/nginx") ? "/usr/sbin/nginx" : "/usr/bin/nginx";
    if (!fs::exists(program)) throw std::runtime_error("nginx is not installed: deploy/setup.sh test");
    test::ServiceProcess service{{"serve"}};
    test::HttpClient http{service.baseUrl()};
    const auto port = static_cast<std::uint16_t>(std::stoi(service.baseUrl().substr(service.baseUrl().rfind(':') + 1)));
    const Nginx nginx{program};

    std::vector<Comparison> rows;
    for (const auto& [path, name] : {std::pair{"/healthz", "healthz"}, std::pair{"/", "index.html"}}) {
        const auto reply = http.get(path);
        if (reply.status != 200) continue;  // pages that have not been built are not measured
        nginx.put(name, reply.body);
        const auto theirs = fmt::format("/{}", name);
        if (!test::eventually(10s, [&] { return nginx.answers(theirs); }))
            throw std::runtime_error("nginx does not serve " + theirs);
        rows.push_back(compare(
            fmt::format("GET {} ({} bytes), {} clients", path, reply.body.size(), kClients),
            "nginx, the same bytes as a file", [&](Until until) { return askFromAll(port, path, until); },
            [&](Until until) { return askFromAll(nginx.port(), theirs, until); }));
    }
    service.signal(SIGTERM);
    service.waitForExit();
    return rows;
}

}  // namespace agon::bench
