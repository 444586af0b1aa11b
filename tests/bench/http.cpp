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

#include "bench/client.hpp"
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
