#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "support/scratch.hpp"
#include "support/test_database.hpp"

namespace agon::test {

// A way to the database that fails when told to: it passes bytes between a unix socket of its own and the server's.
class FaultyWire {
  public:
    explicit FaultyWire(const TestDatabase& database)
        : server_{(database.cluster().socketFolder() / ".s.PGSQL.5432").string()},
          url_{"postgresql://agon@/" + database.name() + "?host=" + folder_.path().string()},
          listener_{bindTo((folder_.path() / ".s.PGSQL.5432").string())},
          accepting_{[this](const std::stop_token& stop) {
              accept(stop);
          }} {}

    ~FaultyWire() {
        accepting_ = {};
        const std::scoped_lock lock{mutex_};
        connections_.clear();
        ::close(listener_);
    }
    FaultyWire(const FaultyWire&) = delete;
    FaultyWire& operator=(const FaultyWire&) = delete;

    [[nodiscard]] const std::string& url() const { return url_; }

    // Nothing passes any more, in either direction, also on new connections: the other side is just silent.
    void freeze() { frozen_ = true; }
    void thaw() { frozen_ = false; }

    // Who connects from now on waits; the connections that exist go on.
    void holdNewConnections() { holding_ = true; }
    void releaseConnections() { holding_ = false; }
    [[nodiscard]] int held() const { return held_; }

    // The next answer to a message that holds `text` is lost, and the connection with it.
    void loseAnswerTo(std::string_view text) {
        const std::scoped_lock lock{mutex_};
        losing_ = text;
    }
    [[nodiscard]] bool lostIt() const { return lost_; }

  private:
    static int bindTo(const std::string& path) {
        const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const auto address = addressOf(path);
        if (::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
            ::listen(socket, 32) != 0)
            throw std::runtime_error("cannot listen on " + path);
        return socket;
    }

    static sockaddr_un addressOf(const std::string& path) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        if (path.size() >= sizeof address.sun_path) throw std::runtime_error("too long a path: " + path);
        std::memcpy(address.sun_path, path.c_str(), path.size());
        return address;
    }

    void accept(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            pollfd waiting{.fd = listener_, .events = POLLIN, .revents = 0};
            if (::poll(&waiting, 1, 10) <= 0) continue;
            const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
            const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
            const auto address = addressOf(server_);
            if (::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
                ::close(client);
                ::close(server);
                continue;
            }
            const std::scoped_lock lock{mutex_};
            connections_.emplace_back(
                [this, client, server](const std::stop_token& over) { pass(over, client, server); });
        }
    }

    void pass(const std::stop_token& stop, int client, int server) {
        for (bool counted = false; holding_ && !stop.stop_requested(); ::poll(nullptr, 0, 5))
            if (!std::exchange(counted, true)) ++held_;
        bool losing = false;
        bool alive = true;
        while (alive && !stop.stop_requested()) {
            if (frozen_) {
                ::poll(nullptr, 0, 5);
                continue;
            }
            std::array<pollfd, 2> waiting{
                {{.fd = client, .events = POLLIN, .revents = 0}, {.fd = server, .events = POLLIN, .revents = 0}}};
            if (::poll(waiting.data(), waiting.size(), 10) <= 0 || frozen_) continue;
            if (waiting[1].revents != 0) {
                if (losing) {
                    lost_ = true;
                    break;
                }
                alive = forward(server, client, nullptr);
            }
            if (alive && waiting[0].revents != 0) alive = forward(client, server, &losing);
        }
        ::close(client);
        ::close(server);
    }

    bool forward(int from, int to, bool* losing) {
        std::array<char, 65536> buffer;
        const auto size = ::recv(from, buffer.data(), buffer.size(), 0);
        if (size <= 0) return false;
        const std::string_view bytes{buffer.data(), static_cast<std::size_t>(size)};
        if (losing != nullptr) {
            const std::scoped_lock lock{mutex_};
            if (!losing_.empty() && bytes.contains(losing_)) {
                *losing = true;
                losing_.clear();
            }
        }
        return ::send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL) == size;
    }

    ScratchFolder folder_{"wire"};
    const std::string server_;
    const std::string url_;
    const int listener_;
    std::atomic<bool> frozen_{false};
    std::atomic<bool> lost_{false};
    std::atomic<bool> holding_{false};
    std::atomic<int> held_{0};
    std::mutex mutex_;
    std::string losing_;
    std::vector<std::jthread> connections_;
    std::jthread accepting_;
};

}  // namespace agon::test
