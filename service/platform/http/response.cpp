#include "platform/http/response.hpp"

#include <drogon/utils/Utilities.h>

#include <algorithm>

#include "platform/http/security_headers.hpp"
#include "platform/text/ascii.hpp"

namespace agon::http {
namespace {

constexpr std::size_t kMaxPackedAtRequest = 1024 * 1024;  // above it, packing would hold up the others on the loop

std::string* findHeader(Answer& answer, std::string_view name) {
    const auto found = std::ranges::find(answer.headers, name, &std::pair<std::string, std::string>::first);
    return found == answer.headers.end() ? nullptr : &found->second;
}

void addVary(Answer& answer, std::string_view name) {
    if (auto* const vary = findHeader(answer, "vary")) {
        vary->append(", ").append(name);
    } else {
        answer.headers.emplace_back("vary", name);
    }
}

void addCoding(Answer& answer, Coding coding) {
    if (coding == Coding::Identity) return;
    answer.headers.emplace_back("content-encoding", nameOf(coding));
    if (answer.tag) answer.tag->opaque.append(".").append(nameOf(coding));
}

bool isPackable(Answer& answer) {
    return isWorthPacking(answer.contentType, answer.body.size()) && answer.body.size() <= kMaxPackedAtRequest &&
           findHeader(answer, "content-encoding") == nullptr;
}

void packBody(Answer& answer, const Delivery& delivery) {
    if (!isPackable(answer)) return;
    addVary(answer, "accept-encoding");
    const auto coding = chooseCoding(delivery.acceptEncoding);
    auto packed = pack(answer.body, coding, Effort::Quick);
    if (packed.empty()) return;
    answer.body = std::move(packed);
    addCoding(answer, coding);
}

void usePrepared(Answer& answer, const Delivery& delivery) {
    const auto body = std::exchange(answer.prepared, nullptr);
    const auto coding = body->codingFor(delivery.acceptEncoding);
    answer.contentType = body->contentType();
    answer.body = body->bytes(coding);
    answer.tag = body->tag();
    if (body->varies()) addVary(answer, "accept-encoding");
    addCoding(answer, coding);
}

bool isKnownToClient(const Answer& answer, const Delivery& delivery) {
    if (!delivery.isRead || answer.status != 200) return false;
    if (answer.prepared) return hasAlready(delivery.ifNoneMatch, answer.prepared->tag());
    return answer.tag && hasAlready(delivery.ifNoneMatch, *answer.tag);
}

// With the tag and Vary that the full answer would have had, and nothing of its content.
void becomeNotModified(Answer& answer, const Delivery& delivery) {
    if (answer.prepared) {
        usePrepared(answer, delivery);
    } else if (isPackable(answer)) {
        addVary(answer, "accept-encoding");
        addCoding(answer, chooseCoding(delivery.acceptEncoding));
    }
    std::erase_if(answer.headers, [](const auto& header) { return header.first == "content-encoding"; });
    answer.status = 304;
    answer.body.clear();
    answer.contentType.clear();
}

void addDefaults(Answer& answer, const Delivery& delivery) {
    if (delivery.sharing == Sharing::AnyOrigin) {
        answer.headers.emplace_back("access-control-allow-origin", "*");
        answer.headers.emplace_back("access-control-expose-headers", "etag, link, retry-after, x-request-id");
        answer.headers.emplace_back("cross-origin-resource-policy", "cross-origin");
    }
    for (const auto& [name, value] : kDefaultHeaders) {
        if (findHeader(answer, name) == nullptr) answer.headers.emplace_back(name, value);
    }
    answer.headers.emplace_back("x-request-id", delivery.requestId);
    if (answer.tag) answer.headers.emplace_back("etag", format(*answer.tag));
}

// Media types of text need their encoding said; JSON has but one (RFC 8259, section 11).
std::string withCharset(std::string type) {
    if (type.starts_with("text/") && !type.contains("charset=")) type += "; charset=utf-8";
    return type;
}

// Drogon would send "Content-Length: 0", which for 304 claims that the resource is empty (RFC 9110, section 8.6).
void sendHeadOnly(drogon::HttpResponse& response, const Delivery& delivery) {
    response.setPassThrough(true);
    response.addHeader("date", drogon::utils::getHttpFullDateStr(trantor::Date::now()));
    if (delivery.closes) response.addHeader("connection", "close");
}

}  // namespace

void complete(Answer& answer, const Delivery& delivery) {
    if (isKnownToClient(answer, delivery)) {
        becomeNotModified(answer, delivery);
    } else if (answer.prepared) {
        usePrepared(answer, delivery);
    } else if (!answer.stream) {
        packBody(answer, delivery);
    }
    answer.contentType = withCharset(std::move(answer.contentType));
    addDefaults(answer, delivery);
}

drogon::HttpResponsePtr toResponse(Answer answer, const Delivery& delivery) {
    auto response = answer.stream ? drogon::HttpResponse::newAsyncStreamResponse(answer.stream, true)
                                  : drogon::HttpResponse::newHttpResponse();
    response->setStatusCode(static_cast<drogon::HttpStatusCode>(answer.status));
    response->setContentTypeString(answer.contentType);
    for (auto& [name, value] : answer.headers) response->addHeader(std::move(name), std::move(value));
    for (auto& cookie : answer.cookies) response->addCookie(std::move(cookie));
    if (answer.status == 304) {
        sendHeadOnly(*response, delivery);
    } else if (!answer.stream) {
        response->setBody(std::move(answer.body));
    }
    return response;
}

std::string toBytes(const Answer& answer, std::string_view reason) {
    auto bytes = "HTTP/1.1 " + std::to_string(answer.status) + ' ' + std::string{reason} + "\r\n";
    bytes += "date: " + drogon::utils::getHttpFullDateStr(trantor::Date::now()) + "\r\nconnection: close\r\n";
    bytes +=
        "content-type: " + answer.contentType + "\r\ncontent-length: " + std::to_string(answer.body.size()) + "\r\n";
    for (const auto& [name, value] : answer.headers) bytes += name + ": " + value + "\r\n";
    return bytes + "\r\n" + answer.body;
}

}  // namespace agon::http
