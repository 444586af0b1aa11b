#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace agon::test {

struct ReceivedMail {
    std::string from;  // of the envelope
    std::vector<std::string> to;
    std::string data;  // as it came, dots taken off, lines ended by \n

    // The value of a header, its continuation lines joined; empty when it is absent.
    [[nodiscard]] std::string header(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> headerNames() const;
    // What stands behind the headers, base64 taken off.
    [[nodiscard]] std::string text() const;
};

// A mail server on loopback that speaks just enough SMTP, without TLS, and behaves as badly as it is told to.
class SmtpServer {
  public:
    enum class Manner {
        Accept,
        RefuseForNow,   // 451 to RCPT
        RefuseForGood,  // 550 to RCPT
        RefuseData,     // 554 once it has the whole message
        NotHere,        // 554 instead of a greeting
        DenyLogin,      // 535 to whoever signs in
        SaysNothing,    // takes the whole message and never answers
    };

    SmtpServer();
    ~SmtpServer();
    SmtpServer(SmtpServer&&) = delete;
    SmtpServer& operator=(SmtpServer&&) = delete;

    [[nodiscard]] std::string url() const;
    void behave(Manner manner) { manner_ = manner; }
    // Called when a whole message is there, before the server says so. Set it before the first message.
    void onMessage(std::function<void(const ReceivedMail&)> heard) { heard_ = std::move(heard); }

    // Down: connections are refused. Up again: on the same port.
    void goDown();
    void goUp();

    // Whole messages, in the order they came, those that were not accepted included.
    [[nodiscard]] std::vector<ReceivedMail> mails() const;
    [[nodiscard]] int connections() const { return connections_; }

  private:
    void accept(const std::stop_token& stop, int listener);
    void talk(const std::stop_token& stop, int connection);
    void keep(ReceivedMail mail);

    std::uint16_t port_ = 0;
    std::atomic<Manner> manner_{Manner::Accept};
    std::atomic<int> connections_{0};
    std::function<void(const ReceivedMail&)> heard_;
    mutable std::mutex mutex_;
    std::vector<ReceivedMail> mails_;
    std::jthread acceptor_;
};

}  // namespace agon::test
