#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

#include "platform/time/instant.hpp"

namespace agon::mail {

struct Message {
    // Stable over retries, so that a receiver can drop a second copy; without the angle brackets.
    std::string messageId;
    Instant date;
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
    // For the record: smtp-550, connection-failed; never the server's words, which may quote an address.
    std::string code;
};

// Sends one message. Blocks until the server has answered, so it belongs on a worker thread. Asked to stop, it breaks
// off within about a second, with the code "stopped"; the server may have the message all the same.
Delivery send(const SmtpOptions& options, const Message& message, std::stop_token stop = {});

// The message as it travels: RFC 5322, one part, in ASCII.
std::string write(const SmtpOptions& options, const Message& message);

// Whether `address` can stand in an envelope and a header as it is: one @, visible ASCII and no brackets or quotes.
bool isPlainAddress(std::string_view address);

// The value of a header field as RFC 2047 wants it: plain ASCII as it is, anything else in encoded words of at most 75
// characters that never split a letter. Line breaks and other control characters become spaces, so that no text can
// start a header of its own.
std::string encodeHeader(const std::string& text);

// The bare address of "Name <address>", or the text itself.
std::string addressOf(const std::string& mailbox);
// What stands behind its @.
std::string domainOf(const std::string& mailbox);

// RFC 5322, in UTC: Wed, 20 May 2015 20:59:59 +0000
std::string formatDateHeader(Instant instant);

}  // namespace agon::mail
