#include "platform/mail/smtp.hpp"

#include <curl/curl.h>
#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace agon::mail {
namespace {

using Easy = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using Mime = std::unique_ptr<curl_mime, decltype(&curl_mime_free)>;

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

std::string encodeMailbox(const std::string& mailbox) {
    const auto address = addressOf(mailbox);
    if (address == mailbox) return encodeHeader(mailbox);
    auto name = mailbox.substr(0, mailbox.find('<'));
    while (!name.empty() && (name.back() == ' ' || name.back() == '"')) name.pop_back();
    if (name.starts_with('"')) name.erase(0, 1);
    return fmt::format("{} <{}>", encodeHeader(name), address);
}

Delivery judge(CURLcode result, long reply) {
    if (result == CURLE_OK) return {Outcome::Sent, "sent"};
    const auto code = reply >= 400 ? fmt::format("smtp-{}", reply) : std::string{};
    if (reply >= 500) return {Outcome::Refused, code};
    if (reply >= 400) return {Outcome::TryLater, code};
    switch (result) {
        case CURLE_LOGIN_DENIED:
            return {Outcome::TryLater, "login-denied"};
        case CURLE_USE_SSL_FAILED:
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CONNECT_ERROR:
            return {Outcome::TryLater, "tls-failed"};
        case CURLE_OPERATION_TIMEDOUT:
            return {Outcome::TryLater, "timeout"};
        default:
            return {Outcome::TryLater, "connection-failed"};
    }
}

}  // namespace

std::string addressOf(const std::string& mailbox) {
    const auto open = mailbox.rfind('<');
    const auto close = mailbox.rfind('>');
    if (open == std::string::npos || close == std::string::npos || close < open) return mailbox;
    return mailbox.substr(open + 1, close - open - 1);
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

Delivery send(const SmtpOptions& options, const Message& message) {
    const Easy curl{curl_easy_init(), &curl_easy_cleanup};
    if (!curl) return {Outcome::TryLater, "no-client"};
    const Mime mime{curl_mime_init(curl.get()), &curl_mime_free};

    const auto sender = addressOf(options.from);
    StringList recipients;
    recipients.add(message.to);
    StringList headers;
    headers.add("From: " + encodeMailbox(options.from));
    headers.add("To: " + encodeHeader(message.to));
    headers.add("Subject: " + encodeHeader(message.subject));
    headers.add("Message-ID: <" + message.messageId + ">");
    headers.add("Content-Language: " + message.language);
    headers.add("Auto-Submitted: auto-generated");

    curl_mimepart* text = curl_mime_addpart(mime.get());
    curl_mime_data(text, message.text.data(), message.text.size());
    curl_mime_type(text, "text/plain; charset=utf-8");
    curl_mime_encoder(text, "base64");

    curl_easy_setopt(curl.get(), CURLOPT_URL, options.url.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl.get(), CURLOPT_MAIL_FROM, sender.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_MAIL_RCPT, recipients.get());
    curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(curl.get(), CURLOPT_MIMEPOST, mime.get());
    curl_easy_setopt(curl.get(), CURLOPT_USE_SSL, options.requireTls ? CURLUSESSL_ALL : CURLUSESSL_NONE);
    curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(options.timeout.count()));
    curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
    if (!options.user.empty()) {
        curl_easy_setopt(curl.get(), CURLOPT_USERNAME, options.user.c_str());
        curl_easy_setopt(curl.get(), CURLOPT_PASSWORD, options.password.c_str());
    }

    const auto result = curl_easy_perform(curl.get());
    long reply = 0;
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &reply);
    return judge(result, reply);
}

}  // namespace agon::mail
