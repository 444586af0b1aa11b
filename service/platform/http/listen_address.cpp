#include "platform/http/listen_address.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace agon::http {
namespace {

class Socket {
  public:
    explicit Socket(int family) : fd_(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
        if (fd_ < 0) throw std::system_error(errno, std::generic_category(), "socket");
    }
    ~Socket() {
        if (fd_ >= 0) ::close(fd_);
    }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    int fd() const { return fd_; }
    int release() { return std::exchange(fd_, -1); }

  private:
    int fd_;
};

struct Address {
    sockaddr_storage storage{};
    socklen_t size = 0;

    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
    sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

Address addressOf(const std::string& text, std::uint16_t port) {
    Address address;
    auto* const four = reinterpret_cast<sockaddr_in*>(&address.storage);
    auto* const six = reinterpret_cast<sockaddr_in6*>(&address.storage);
    if (::inet_pton(AF_INET, text.c_str(), &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons(port);
        address.size = sizeof(sockaddr_in);
    } else if (::inet_pton(AF_INET6, text.c_str(), &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons(port);
        address.size = sizeof(sockaddr_in6);
    } else {
        throw std::runtime_error(
            fmt::format("\"{}\" is no IP address to listen on; write 127.0.0.1 or ::1, not a name", text));
    }
    return address;
}

Address addressOf(const std::filesystem::path& path) {
    Address address;
    auto* const local = reinterpret_cast<sockaddr_un*>(&address.storage);
    const auto text = path.string();
    if (text.size() >= sizeof local->sun_path) {
        throw std::runtime_error(fmt::format("the socket's path is too long ({} bytes, {} are possible): {}",
                                             text.size(), sizeof local->sun_path - 1, text));
    }
    local->sun_family = AF_UNIX;
    std::memcpy(local->sun_path, text.c_str(), text.size() + 1);
    address.size = sizeof(sockaddr_un);
    return address;
}

bool someoneAnswers(const Address& address) {
    const Socket probe{AF_UNIX};
    return ::connect(probe.fd(), address.get(), address.size) == 0 || errno == EAGAIN;
}

int bindUnix(const std::filesystem::path& path) {
    const auto address = addressOf(path);
    if (std::filesystem::is_socket(path)) {
        if (someoneAnswers(address))
            throw std::runtime_error(fmt::format("another process listens on {}", path.string()));
        std::filesystem::remove(path);
    }
    Socket socket{AF_UNIX};
    // Made with the permissions it keeps: between bind and chmod anyone could connect.
    const auto previous = ::umask(0117);
    const int bound = ::bind(socket.fd(), address.get(), address.size);
    const int error = errno;
    ::umask(previous);
    if (bound != 0)
        throw std::runtime_error(fmt::format("cannot listen on {}: {}", path.string(), std::strerror(error)));
    return socket.release();
}

}  // namespace

std::uint16_t checkAddress(const std::string& address, std::uint16_t port) {
    auto wanted = addressOf(address, port);
    const Socket socket{wanted.get()->sa_family};
    const int on = 1;
    ::setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (::bind(socket.fd(), wanted.get(), wanted.size) != 0 ||
        ::getsockname(socket.fd(), wanted.get(), &wanted.size) != 0) {
        throw std::runtime_error(fmt::format("cannot listen on {} port {}: {}", address, port, std::strerror(errno)));
    }
    // sin_port and sin6_port are at the same place.
    return ntohs(reinterpret_cast<const sockaddr_in*>(&wanted.storage)->sin_port);
}

UnixListener::UnixListener(std::filesystem::path path) : path_(std::move(path)), socket_(bindUnix(path_)) {}

UnixListener::~UnixListener() {
    ::close(socket_);
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

void UnixListener::takePlaceOf(int socket) const {
    if (::dup3(socket_, socket, O_CLOEXEC) < 0) throw std::system_error(errno, std::generic_category(), "dup3");
}

}  // namespace agon::http
