#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace agon::http {

// Whether the address can be listened on, found out before Drogon tries, because Drogon ends the process when it
// cannot. Returns the port: the given one, or a free one for 0. Throws std::runtime_error with a sentence for the
// operator.
std::uint16_t checkAddress(const std::string& address, std::uint16_t port);

// A unix socket at this path, of which only owner and group may make use. Drogon knows TCP only: its own listening
// sockets are replaced by this one just before they listen. A socket left over by a killed process is removed; one that
// somebody answers on is not, and throws std::runtime_error.
class UnixListener {
  public:
    explicit UnixListener(std::filesystem::path path);
    ~UnixListener();
    UnixListener(const UnixListener&) = delete;
    UnixListener& operator=(const UnixListener&) = delete;

    // `socket` is from now on this one.
    void takePlaceOf(int socket) const;

  private:
    std::filesystem::path path_;
    int socket_;
};

}  // namespace agon::http
