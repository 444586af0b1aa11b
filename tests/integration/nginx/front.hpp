#pragma once

#include <csignal>
#include <fstream>

#include "integration/http/probe.hpp"
#include "support/service_process.hpp"
#include "tls_wire.hpp"

namespace agon::test {

inline int freePort() {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool bound = ::bind(socket, reinterpret_cast<const sockaddr*>(&address), size) == 0 &&
                       ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(socket);
    if (!bound) throw std::runtime_error("no free port");
    return ntohs(address.sin_port);
}

// nginx with the configuration that ships, in front of a service on this port. Only what a deployment changes is
// changed: ports, places of files, the service's address. Nothing else may be, and all of it must be there to change.
class Front {
  public:
    explicit Front(int servicePort) : plainPort_{freePort()}, tlsPort_{freePort()} {
        std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes to connections that may have ended
        makeCertificate();
        std::ofstream{folder_.path() / "nginx.conf"} << configuration(servicePort);
        process_ = std::make_unique<ChildProcess>(
            Command{.words = {"/usr/sbin/nginx", "-c", (folder_.path() / "nginx.conf").string(), "-p",
                              folder_.path().string(), "-g", "daemon off;"},
                    .output = folder_.path() / "access.log",
                    .errors = folder_.path() / "error.log",
                    .deathSignal = SIGTERM});
        const bool listens = eventually(20s, [&] {
            try {
                return connect() && process_->running();
            } catch (const std::exception&) {
                return !process_->running();
            }
        });
        if (!listens || !process_->running()) throw std::runtime_error("nginx does not run:\n" + errorLog());
    }
    // Its workers outlive a master that is killed, so it is asked first.
    ~Front() {
        process_->signal(SIGTERM);
        process_->waitForExit(10s);
    }
    Front(const Front&) = delete;
    Front& operator=(const Front&) = delete;

    [[nodiscard]] int plainPort() const { return plainPort_; }
    [[nodiscard]] int tlsPort() const { return tlsPort_; }
    [[nodiscard]] std::string accessLog() const { return readFile(folder_.path() / "access.log"); }
    [[nodiscard]] std::string errorLog() const { return readFile(folder_.path() / "error.log"); }

    [[nodiscard]] std::unique_ptr<TlsWire> connect(const std::string& from = "127.0.0.1") const {
        return std::make_unique<TlsWire>(tlsPort_, folder_.path() / "fullchain.pem", from);
    }

    // One request on a connection of its own.
    [[nodiscard]] HttpReply ask(std::string_view line, std::string_view headers = {},
                                std::string_view body = {}) const {
        const auto wire = connect();
        wire->send(plainRequest(line, headers, body));
        return wire->reply(line.substr(0, line.find(' ')));
    }
    [[nodiscard]] HttpReply get(const std::string& path, std::string_view headers = {}) const {
        return ask("GET " + path, headers);
    }

  private:
    void makeCertificate() const {
        const auto made = run({.words = {"/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                                         "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                                         "/CN=localhost", "-keyout", (folder_.path() / "privkey.pem").string(), "-out",
                                         (folder_.path() / "fullchain.pem").string()}});
        if (made.status.code != 0) throw std::runtime_error(made.errors);
    }

    [[nodiscard]] std::string configuration(int servicePort) const {
        const std::string here = "127.0.0.1:";
        auto text = readFile(AGON_NGINX_CONF);
        for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
                 {"server agon:8080;", "server " + here + std::to_string(servicePort) + ";"},
                 {"listen 80 ", "listen " + here + std::to_string(plainPort_) + " "},
                 {"listen 443 ", "listen " + here + std::to_string(tlsPort_) + " "},
                 {"/etc/agon/tls/", folder_.path().string() + "/"},
                 {"/tmp/agon-nginx", folder_.path().string() + "/run"},
             }) {
            if (!text.contains(from)) throw std::runtime_error("nginx.conf no longer has " + from);
            for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
                text.replace(at, from.size(), to);
            }
        }
        return text;
    }

    ScratchFolder folder_{"nginx"};
    int plainPort_;
    int tlsPort_;
    std::unique_ptr<ChildProcess> process_;
};

// A well-formed problem, whoever wrote it, with what every answer to the world must say.
inline void expectFrontProblem(const HttpReply& reply, int status, const std::string& code) {
    expectProblem(reply, status, code);
    EXPECT_EQ(reply.header("strict-transport-security"), "max-age=63072000; includeSubDomains");
    std::map<std::string, int> times;
    for (const auto& [name, value] : reply.headers) ++times[name];
    for (const auto& [name, count] : times) EXPECT_EQ(count, 1) << name;
}

}  // namespace agon::test
