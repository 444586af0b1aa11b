#include "support/smtp_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace agon::test {
namespace {

constexpr int kLookUpEveryMs = 20;

class Descriptor {
  public:
    explicit Descriptor(int number) : number_{number} {}
    ~Descriptor() {
        if (number_ >= 0) close(number_);
    }
    Descriptor(Descriptor&&) = delete;
    Descriptor& operator=(Descriptor&&) = delete;
    [[nodiscard]] int get() const { return number_; }

  private:
    int number_;
};

bool isReadable(int descriptor, const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        pollfd wait{.fd = descriptor, .events = POLLIN, .revents = 0};
        if (poll(&wait, 1, kLookUpEveryMs) > 0) return true;
    }
    return false;
}

// Lines of one connection.
class Conversation {
  public:
    Conversation(int connection, const std::stop_token& stop) : connection_{connection}, stop_{stop} {}

    void say(std::string_view line) const {
        const auto whole = std::string{line} + "\r\n";
        static_cast<void>(::send(connection_, whole.data(), whole.size(), MSG_NOSIGNAL));
    }

    // Nothing when the client has gone or the server is to stop.
    std::optional<std::string> hear() {
        while (true) {
            const auto end = buffer_.find("\r\n");
            if (end != std::string::npos) {
                auto line = buffer_.substr(0, end);
                buffer_.erase(0, end + 2);
                return line;
            }
            if (!isReadable(connection_, stop_)) return std::nullopt;
            char bytes[4096];
            const auto size = recv(connection_, bytes, sizeof bytes, 0);
            if (size <= 0) return std::nullopt;
            buffer_.append(bytes, static_cast<std::size_t>(size));
        }
    }

  private:
    int connection_;
    const std::stop_token& stop_;
    std::string buffer_;
};

std::string upper(std::string_view text) {
    std::string out{text};
    std::ranges::transform(out, out.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 32) : c; });
    return out;
}

std::string inBrackets(std::string_view line) {
    const auto open = line.find('<');
    const auto close = line.find('>', open);
    if (open == std::string_view::npos || close == std::string_view::npos) return {};
    return std::string{line.substr(open + 1, close - open - 1)};
}

std::optional<std::string> hearData(Conversation& client) {
    std::string data;
    while (auto line = client.hear()) {
        if (*line == ".") return data;
        data += (line->starts_with('.') ? line->substr(1) : *line) + "\n";
    }
    return std::nullopt;
}

std::string fromBase64(std::string_view text) {
    std::string out;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text) {
        const std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const auto value = alphabet.find(c);
        if (value == std::string_view::npos) continue;
        bits = bits << 6 | static_cast<unsigned>(value);
        if (++count % 4 == 1) continue;
        out += static_cast<char>(bits >> (6 - 2 * ((count - 1) % 4)) & 0xff);
    }
    return out;
}

int listenOn(std::uint16_t port) {
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(listener, 64) != 0)
        throw std::runtime_error("the mail server cannot listen");
    return listener;
}

std::uint16_t portOf(int listener) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
    return ntohs(address.sin_port);
}

}  // namespace

std::string ReceivedMail::header(std::string_view name) const {
    std::string value;
    bool inside = false;
    std::size_t start = 0;
    for (auto end = data.find('\n'); end != std::string::npos && end != start; end = data.find('\n', start)) {
        const auto line = std::string_view{data}.substr(start, end - start);
        start = end + 1;
        if (line.starts_with(' ') || line.starts_with('\t')) {
            if (inside) value.append(line);
            continue;
        }
        inside =
            line.size() > name.size() && upper(line.substr(0, name.size())) == upper(name) && line[name.size()] == ':';
        if (inside) value = line.substr(std::min(name.size() + 2, line.size()));
    }
    return value;
}

std::vector<std::string> ReceivedMail::headerNames() const {
    std::vector<std::string> names;
    std::size_t start = 0;
    for (auto end = data.find('\n'); end != std::string::npos && end != start; end = data.find('\n', start)) {
        const auto line = std::string_view{data}.substr(start, end - start);
        start = end + 1;
        if (!line.starts_with(' ') && !line.starts_with('\t')) names.emplace_back(line.substr(0, line.find(':')));
    }
    return names;
}

std::string ReceivedMail::text() const {
    const auto gap = data.find("\n\n");
    if (gap == std::string::npos) return {};
    const auto body = std::string_view{data}.substr(gap + 2);
    return header("Content-Transfer-Encoding") == "base64" ? fromBase64(body) : std::string{body};
}

SmtpServer::SmtpServer() {
    goUp();
}

SmtpServer::~SmtpServer() {
    goDown();
}

std::string SmtpServer::url() const {
    return fmt::format("smtp://127.0.0.1:{}", port_);
}

void SmtpServer::goUp() {
    const int listener = listenOn(port_);
    port_ = portOf(listener);
    acceptor_ = std::jthread{[this, listener](const std::stop_token& stop) {
        accept(stop, listener);
    }};
}

void SmtpServer::goDown() {
    acceptor_.request_stop();
    if (acceptor_.joinable()) acceptor_.join();
}

std::vector<ReceivedMail> SmtpServer::mails() const {
    const std::scoped_lock lock{mutex_};
    return mails_;
}

void SmtpServer::accept(const std::stop_token& stop, int listener) {
    const Descriptor held{listener};
    std::vector<std::jthread> talks;
    while (isReadable(listener, stop)) {
        const int connection = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (connection < 0) continue;
        ++connections_;
        talks.emplace_back([this, connection](const std::stop_token& end) { talk(end, connection); });
    }
}

void SmtpServer::keep(ReceivedMail mail) {
    if (heard_) heard_(mail);
    const std::scoped_lock lock{mutex_};
    mails_.push_back(std::move(mail));
}

void SmtpServer::talk(const std::stop_token& stop, int connection) {
    const Descriptor held{connection};
    Conversation client{connection, stop};
    if (manner_ == Manner::NotHere) return client.say("554 no mail here");
    client.say("220 test");
    ReceivedMail mail;
    while (const auto line = client.hear()) {
        const auto word = upper(line->substr(0, 4));
        if (word == "EHLO") {
            client.say("250-test");
            client.say("250 AUTH PLAIN");
        } else if (word == "AUTH") {
            client.say("334 ");
            static_cast<void>(client.hear());
            client.say(manner_ == Manner::DenyLogin ? "535 not you" : "235 welcome");
        } else if (word == "MAIL") {
            mail = {.from = inBrackets(*line), .to = {}, .data = {}};
            client.say("250 ok");
        } else if (word == "RCPT") {
            mail.to.push_back(inBrackets(*line));
            if (manner_ == Manner::RefuseForNow) {
                client.say("451 later");
            } else {
                client.say(manner_ == Manner::RefuseForGood ? "550 no such " + mail.to.back() : "250 ok");
            }
        } else if (word == "DATA") {
            client.say("354 go on");
            auto data = hearData(client);
            if (!data) return;
            mail.data = std::move(*data);
            keep(mail);
            if (manner_ == Manner::SaysNothing) {
                static_cast<void>(client.hear());
                return;
            }
            client.say(manner_ == Manner::RefuseData ? "554 not this" : "250 taken");
        } else if (word == "QUIT") {
            return client.say("221 bye");
        } else {
            client.say("250 ok");
        }
    }
}

}  // namespace agon::test
