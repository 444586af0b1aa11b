#include "platform/http/request_head.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "platform/text/ascii.hpp"

namespace agon::http {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

bool isTokenCharacter(char c) {
    return ascii::isAlphanumeric(c) || std::string_view{"!#$%&'*+-.^_`|~"}.contains(c);
}

bool isToken(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, isTokenCharacter);
}

// Visible ASCII, but for what no URI holds unescaped and no browser sends.
bool isTargetCharacter(char c) {
    return c > 0x20 && c < 0x7f && !std::string_view{"\"<>#"}.contains(c);
}

bool isValueCharacter(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == '\t' || (byte >= 0x20 && byte != 0x7f);
}

bool isHostCharacter(char c) {
    return ascii::isAlphanumeric(c) || std::string_view{"-._~:[]%!$&'()*+,;="}.contains(c);
}

template <std::size_t Count>
bool isOneOf(std::string_view name, const std::array<std::string_view, Count>& names) {
    return std::ranges::find(names, name) != names.end();
}

constexpr std::array<std::string_view, 7> kMethods{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};

// Headers that mean one thing once: two of them are two opinions, and a proxy may hold the other one.
constexpr std::array<std::string_view, 14> kOnce{
    "authorization", "content-encoding", "content-length",    "content-type", "expect",
    "host",          "idempotency-key",  "if-modified-since", "origin",       "range",
    "referer",       "sec-fetch-site",   "x-request-id",      "x-real-ip"};

constexpr std::array<std::string_view, 9> kOfTheConnection{"connection", "content-length",    "expect",
                                                           "keep-alive", "proxy-connection",  "te",
                                                           "trailer",    "transfer-encoding", "upgrade"};

std::unexpected<Problem> malformed(std::string_view what) {
    return problem(ProblemCode::MalformedRequest, std::string{what});
}

class HeadParser {
  public:
    HeadParser(std::string_view bytes, const HeadLimits& limits) : rest_(bytes), limits_(limits) {}

    Result<RequestHead> parse() {
        if (rest_.size() > limits_.headBytes) return problem(ProblemCode::HeadersTooLarge);
        auto understood = requestLine();
        if (understood) understood = fields();
        if (understood) understood = meaning();
        if (!understood) return std::unexpected{std::move(understood.error())};
        std::erase_if(head_.headers, [](const auto& header) { return isOneOf(header.first, kOfTheConnection); });
        return std::move(head_);
    }

  private:
    // The next line without its end. A bare CR or LF stays in it, where no character set admits it.
    std::string_view line() {
        const auto end = rest_.find(kLineEnd);
        const auto taken = rest_.substr(0, end);
        rest_.remove_prefix(std::min(rest_.size(), taken.size() + kLineEnd.size()));
        return taken;
    }

    Result<void> requestLine() {
        auto text = line();
        const auto method = ascii::takeUntil(text, ' ');
        const auto target = ascii::takeUntil(text, ' ');
        if (!isToken(method) || (text != "HTTP/1.1" && text != "HTTP/1.0")) return malformed("request line");
        isOld_ = text == "HTTP/1.0";
        if (!isOneOf(method, kMethods)) return problem(ProblemCode::MethodNotImplemented);
        head_.method = method;
        if (target.size() > limits_.targetBytes) return problem(ProblemCode::UriTooLong);
        if (target.empty() || !std::ranges::all_of(target, isTargetCharacter)) return malformed("request target");
        return readTarget(target);
    }

    Result<void> readTarget(std::string_view target) {
        if (target.starts_with('/')) {
            head_.target = target;
            return {};
        }
        if (target == "*" && head_.method == "OPTIONS") {
            head_.target = "/";
            return {};
        }
        // The absolute form, which every server must take (RFC 9112, section 3.2.2). Its authority stands for Host.
        const auto scheme = ascii::lowered(target.substr(0, target.find("://")));
        if (scheme != "http" && scheme != "https") return malformed("request target");
        target.remove_prefix(scheme.size() + 3);
        const auto path = std::min(target.find_first_of("/?"), target.size());
        authority_ = target.substr(0, path);
        if (authority_.empty() || !std::ranges::all_of(authority_, isHostCharacter)) return malformed("request target");
        const auto rest = target.substr(path);
        head_.target = rest.starts_with('/') ? std::string{rest} : "/" + std::string{rest};
        return {};
    }

    Result<void> fields() {
        for (auto text = line(); !text.empty(); text = line()) {
            if (++count_ > limits_.headers) return problem(ProblemCode::HeadersTooLarge);
            const auto colon = text.find(':');
            if (colon == std::string_view::npos || !isToken(text.substr(0, colon))) return malformed("header name");
            const auto value = ascii::trimmed(text.substr(colon + 1));
            if (!std::ranges::all_of(value, isValueCharacter)) return malformed("header value");
            auto added = add(ascii::lowered(text.substr(0, colon)), value);
            if (!added) return added;
        }
        return {};
    }

    Result<void> add(std::string name, std::string_view value) {
        const auto known = std::ranges::find(head_.headers, name, &std::pair<std::string, std::string>::first);
        if (known == head_.headers.end()) {
            head_.headers.emplace_back(std::move(name), value);
            return {};
        }
        if (isOneOf(name, kOnce)) return malformed("header " + name + " given twice");
        known->second.append(name == "cookie" ? "; " : ", ").append(value);
        return {};
    }

    Result<void> meaning() {
        const bool hasHost = has("host");
        const auto host = head_.header("host");
        if ((!hasHost && !isOld_) || !std::ranges::all_of(host, isHostCharacter)) return malformed("header host");
        if (!hasHost) {
            head_.headers.emplace_back("host", authority_);  // an old client's; what we write has one
        } else if (!authority_.empty()) {
            std::ranges::find(head_.headers, "host", &std::pair<std::string, std::string>::first)->second = authority_;
        }
        if (has("transfer-encoding")) {
            return has("content-length") || isOld_ ? malformed("header transfer-encoding")
                                                   : problem(ProblemCode::LengthRequired);
        }
        if (has("content-length") && !readLength(head_.header("content-length")))
            return malformed("header content-length");
        head_.closes = isOld_ || namesClose(head_.header("connection"));
        if (!has("expect")) return {};
        if (!ascii::equalIgnoringCase(head_.header("expect"), "100-continue"))
            return problem(ProblemCode::ExpectationFailed);
        head_.expectsContinue = !isOld_ && head_.contentLength > 0;
        return {};
    }

    bool has(std::string_view name) const {
        return std::ranges::find(head_.headers, name, &std::pair<std::string, std::string>::first) !=
               head_.headers.end();
    }

    bool readLength(std::string_view text) {
        if (text.empty() || !std::ranges::all_of(text, ascii::isDigit)) return false;
        return std::from_chars(text.data(), text.data() + text.size(), head_.contentLength).ec == std::errc{};
    }

    static bool namesClose(std::string_view connection) {
        while (!connection.empty()) {
            if (ascii::equalIgnoringCase(ascii::trimmed(ascii::takeUntil(connection, ',')), "close")) return true;
        }
        return false;
    }

    std::string_view rest_;
    const HeadLimits& limits_;
    RequestHead head_;
    std::string_view authority_;
    std::size_t count_ = 0;
    bool isOld_ = false;  // HTTP/1.0
};

}  // namespace

std::string_view RequestHead::header(std::string_view name) const {
    const auto found = std::ranges::find(headers, name, &std::pair<std::string, std::string>::first);
    return found == headers.end() ? std::string_view{} : std::string_view{found->second};
}

Result<RequestHead> parseHead(std::string_view bytes, const HeadLimits& limits) {
    return HeadParser{bytes, limits}.parse();
}

std::string writeHead(const RequestHead& head) {
    std::string bytes = head.method + ' ' + head.target + " HTTP/1.1\r\n";
    for (const auto& [name, value] : head.headers) bytes.append(name).append(": ").append(value).append(kLineEnd);
    bytes.append("content-length: ").append(std::to_string(head.contentLength)).append(kLineEnd);
    if (head.closes) bytes.append("connection: close\r\n");
    return bytes.append(kLineEnd);
}

}  // namespace agon::http
