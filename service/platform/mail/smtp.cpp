#include "platform/mail/smtp.hpp"

#include <curl/curl.h>
#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string_view>

namespace agon::mail {
namespace {

using Easy = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

class StringList {
  public:
    StringList() = default;
    ~StringList() { curl_slist_free_all(list_); }
    StringList(const StringList&) = delete;
    StringList& operator=(const StringList&) = delete;

    void add(const std::string& text) { list_ = curl_slist_append(list_, text.c_str()); }
    curl_slist* get() const { return list_; }

  private:
    curl_slist* list_ = nullptr;
};

bool isControl(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

bool isPlain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; }) &&
           !text.contains("=?");
}

bool startsLetter(char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
}

std::string base64(std::string_view bytes) {
    std::string out(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(out.data(), out.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                      sodium_base64_VARIANT_ORIGINAL);
    out.pop_back();  // its terminating zero
    return out;
}

std::string quotedString(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

std::string encodeMailbox(const std::string& mailbox) {
    const auto address = addressOf(mailbox);
    if (address == mailbox) return encodeHeader(mailbox);
    auto name = mailbox.substr(0, mailbox.find('<'));
    while (!name.empty() && (name.back() == ' ' || name.back() == '"')) name.pop_back();
    if (name.starts_with('"')) name.erase(0, 1);
    const auto encoded = encodeHeader(name);
    return encoded == name ? fmt::format("{} <{}>", quotedString(name), address)
                           : fmt::format("{} <{}>", encoded, address);
}

// Whether the server spoke of us and not of the message: not signed in, no TLS, not here.
bool isAboutUs(CURLcode result, long reply, curl_off_t uploaded) {
    switch (result) {
        case CURLE_LOGIN_DENIED:
        case CURLE_USE_SSL_FAILED:
        case CURLE_REMOTE_ACCESS_DENIED:
            return true;
        case CURLE_WEIRD_SERVER_REPLY:
            return uploaded == 0;  // its greeting
        default:
            return reply == 530 || reply == 534 || reply == 535 || reply == 538;
    }
}

std::string codeOf(CURLcode result, long reply) {
    if (reply >= 400) return fmt::format("smtp-{}", reply);
    switch (result) {
        case CURLE_ABORTED_BY_CALLBACK:
            return "stopped";
        case CURLE_LOGIN_DENIED:
            return "login-denied";
        case CURLE_USE_SSL_FAILED:
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CONNECT_ERROR:
            return "tls-failed";
        case CURLE_OPERATION_TIMEDOUT:
            return "timeout";
        default:
            return "connection-failed";
    }
}

Delivery judge(CURL* curl, CURLcode result) {
    if (result == CURLE_OK) return {Outcome::Sent, "sent"};
    long reply = 0;
    curl_off_t uploaded = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &reply);
    curl_easy_getinfo(curl, CURLINFO_SIZE_UPLOAD_T, &uploaded);
    const bool forGood = reply >= 500 && !isAboutUs(result, reply, uploaded);
    return {forGood ? Outcome::Refused : Outcome::TryLater, codeOf(result, reply)};
}

int breakOff(void* stop, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<std::stop_token*>(stop)->stop_requested() ? 1 : 0;
}

// What of the message the server has not taken yet.
std::size_t read(char* to, std::size_t size, std::size_t count, void* from) {
    auto& left = *static_cast<std::string_view*>(from);
    const auto taken = left.substr(0, size * count);
    std::ranges::copy(taken, to);
    left.remove_prefix(taken.size());
    return taken.size();
}

std::string lines(std::string_view encoded) {
    constexpr std::size_t kLongest = 76;
    std::string out;
    for (; !encoded.empty(); encoded.remove_prefix(std::min(kLongest, encoded.size())))
        out.append(encoded.substr(0, kLongest)).append("\r\n");
    return out;
}

std::string withNetworkLineEnds(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n' && !out.ends_with('\r')) out += '\r';
        out += c;
    }
    return out;
}

void setServer(CURL* curl, const SmtpOptions& options) {
    curl_easy_setopt(curl, CURLOPT_URL, options.url.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl, CURLOPT_PROXY, "");  // not whatever the environment names
    curl_easy_setopt(curl, CURLOPT_USE_SSL, options.requireTls ? CURLUSESSL_ALL : CURLUSESSL_NONE);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(options.timeout.count()));
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    if (options.user.empty()) return;
    curl_easy_setopt(curl, CURLOPT_USERNAME, options.user.c_str());
    curl_easy_setopt(curl, CURLOPT_PASSWORD, options.password.c_str());
}

}  // namespace

std::string addressOf(const std::string& mailbox) {
    const auto open = mailbox.rfind('<');
    const auto close = mailbox.rfind('>');
    if (open == std::string::npos || close == std::string::npos || close < open) return mailbox;
    return mailbox.substr(open + 1, close - open - 1);
}

std::string domainOf(const std::string& mailbox) {
    const auto address = addressOf(mailbox);
    return address.substr(std::min(address.rfind('@') + 1, address.size()));
}

bool isPlainAddress(std::string_view address) {
    const auto isVisible = [](char c) {
        return c > ' ' && c < 0x7f && !std::string_view{"<>\"(),:;\\[]"}.contains(c);
    };
    const auto at = address.find('@');
    return address.size() <= 254 && at != 0 && at + 1 < address.size() && std::ranges::all_of(address, isVisible) &&
           std::ranges::count(address, '@') == 1;
}

std::string formatDateHeader(Instant instant) {
    constexpr std::array kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto day = std::chrono::floor<std::chrono::days>(instant.at);
    const std::chrono::year_month_day date{day};
    const std::chrono::hh_mm_ss time{std::chrono::floor<std::chrono::seconds>(instant.at - day)};
    return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} +0000", kDays.at(std::chrono::weekday{day}.c_encoding()),
                       static_cast<unsigned>(date.day()), kMonths.at(static_cast<unsigned>(date.month()) - 1),
                       static_cast<int>(date.year()), time.hours().count(), time.minutes().count(),
                       time.seconds().count());
}

std::string encodeHeader(const std::string& text) {
    std::string clean = text;
    std::ranges::replace_if(clean, isControl, ' ');
    if (isPlain(clean)) return clean;

    // "=?UTF-8?B?" and "?=" leave 63 characters of base64, which is 45 bytes.
    constexpr std::size_t kBytesPerWord = 45;
    std::string out;
    for (std::size_t from = 0; from < clean.size();) {
        auto to = std::min(from + kBytesPerWord, clean.size());
        while (to < clean.size() && to > from + 1 && !startsLetter(clean[to])) --to;
        out += fmt::format("{}=?UTF-8?B?{}?=", out.empty() ? "" : "\r\n ",
                           base64(std::string_view{clean}.substr(from, to - from)));
        from = to;
    }
    return out;
}

std::string write(const SmtpOptions& options, const Message& message) {
    std::string out;
    const auto header = [&](std::string_view name, std::string_view value) {
        out.append(name).append(": ").append(value).append("\r\n");
    };
    header("Date", formatDateHeader(message.date));
    header("From", encodeMailbox(options.from));
    header("To", encodeHeader(message.to));
    header("Subject", encodeHeader(message.subject));
    header("Message-ID", "<" + encodeHeader(message.messageId) + ">");
    header("Auto-Submitted", "auto-generated");
    header("MIME-Version", "1.0");
    header("Content-Language", encodeHeader(message.language));
    header("Content-Type", "text/plain; charset=utf-8");
    header("Content-Transfer-Encoding", "base64");
    return out + "\r\n" + lines(base64(withNetworkLineEnds(message.text)));
}

Delivery send(const SmtpOptions& options, const Message& message, std::stop_token stop) {
    if (!isPlainAddress(message.to)) return {Outcome::Refused, "bad-address"};
    const Easy curl{curl_easy_init(), &curl_easy_cleanup};
    if (!curl) return {Outcome::TryLater, "no-client"};

    const auto sender = addressOf(options.from);
    const auto letter = write(options, message);
    std::string_view left = letter;
    StringList recipients;
    recipients.add(message.to);

    setServer(curl.get(), options);
    curl_easy_setopt(curl.get(), CURLOPT_MAIL_FROM, sender.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_MAIL_RCPT, recipients.get());
    curl_easy_setopt(curl.get(), CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl.get(), CURLOPT_READFUNCTION, &read);
    curl_easy_setopt(curl.get(), CURLOPT_READDATA, &left);
    curl_easy_setopt(curl.get(), CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl.get(), CURLOPT_XFERINFOFUNCTION, &breakOff);
    curl_easy_setopt(curl.get(), CURLOPT_XFERINFODATA, &stop);

    const auto result = curl_easy_perform(curl.get());
    return judge(curl.get(), result);
}

}  // namespace agon::mail
