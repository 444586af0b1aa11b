#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace agon::mail {

struct Message {
    std::string
        messageId;  // stable over retries, so that a receiver can drop a second copy; without the angle brackets
    std::string to;
    std::string subject;
    std::string text;  // UTF-8, plain
    std::string language;
};

struct SmtpOptions {
    std::string url;   // smtp://host:port, or smtps://
    std::string from;  // the envelope's sender and the From field: an address, or Name <address>
    std::string user;
    std::string password;
    bool requireTls = true;
    std::chrono::milliseconds timeout{20'000};
};

enum class Outcome : std::uint8_t {
    Sent,
    TryLater,  // the server is away, busy, or says 4xx
    Refused,   // the server says 5xx: trying again would not help
};

struct Delivery {
    Outcome outcome;
    std::string
        code;  // for the record: smtp-550, connection-failed; never the server's words, which may quote an address
};

// Sends one message. Blocks until the server has answered, so it belongs on a worker thread. Never throws.
Delivery send(const SmtpOptions& options, const Message& message);

// The value of a header field as RFC 2047 wants it: plain ASCII as it is, anything else in encoded words of at most 75
// characters that never split a letter. Line breaks and other control characters become spaces, so that no text can
// start a header of its own.
std::string encodeHeader(const std::string& text);

// The bare address of "Name <address>", or the text itself.
std::string addressOf(const std::string& mailbox);

}  // namespace agon::mail
