#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace agon::bench {

// One connection, kept for as long as the server keeps it. Throws for every answer that is not 2xx.
class Client {
  public:
    explicit Client(std::uint16_t port);
    ~Client();
    Client(Client&&) = delete;
    Client& operator=(Client&&) = delete;

    // Sends a whole request and waits for the whole answer.
    void ask(const std::string& request);

  private:
    std::uint16_t port_;
    int socket_;
    std::array<char, 65'536> buffer_{};
    std::string pending_;
};

}  // namespace agon::bench
