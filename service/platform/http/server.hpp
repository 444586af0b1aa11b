#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "platform/http/boundary.hpp"
#include "platform/http/connection_guard.hpp"

namespace agon::http {

struct ServerOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;         // 0: any free one
    std::filesystem::path unixSocket;  // when given, instead of address and port
    std::size_t threads = 0;           // 0: as many as the machine has
    std::size_t connections = 10'000;
    std::size_t connectionsPerAddress = 0;  // 0: no limit; behind a proxy all come from one address
    std::chrono::seconds idleTime{60};      // of a connection, until it is closed
    ConnectionLimits limits;
    std::chrono::milliseconds announceTime{0};  // between "not ready" and refusing, for balancers to notice
    std::chrono::milliseconds drainTime{25'000};
};

// The HTTP server of the process; there can be one, because Drogon is one.
class HttpServer {
  public:
    using Loops = std::vector<trantor::EventLoop*>;

    // What the application does at the turns of the server's life.
    struct Hooks {
        // Makes everything the requests need, on the loops that will serve them. Called once, before the first
        // connection; what it throws ends run().
        std::function<Boundary::Parts(const Loops&)> build;
        // Everything stands and connections are taken, at this address.
        std::function<void(const std::string& where)> started = {};
        // No request is in flight and none will come; the loops still run. May block. Closes pools and the like.
        std::function<void()> stopping = {};
    };

    HttpServer(ServerOptions options, Hooks hooks);
    ~HttpServer();

    // Serves until SIGTERM or SIGINT, then drains; a second signal ends it at once. Throws what build() threw, and
    // std::runtime_error when it cannot listen.
    void run();

  private:
    class Run;

    ServerOptions options_;
    Hooks hooks_;
};

}  // namespace agon::http
