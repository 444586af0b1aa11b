#include "platform/http/request_head.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace agon::http {
namespace {

using testing::ElementsAre;
using testing::Pair;

const HeadLimits kLimits{.targetBytes = 100, .headBytes = 1000, .headers = 10};

Result<RequestHead> parse(const std::string& bytes) {
    return parseHead(bytes, kLimits);
}

ProblemCode refusalOf(const std::string& bytes) {
    const auto head = parse(bytes);
    EXPECT_FALSE(head) << bytes;
    return head ? ProblemCode::Internal : head.error().code;
}

TEST(RequestHead, IsReadIntoItsParts) {
    const auto head = parse(
        "POST /a/b?c=d HTTP/1.1\r\nHost: example.org:8080\r\nX-One:  spaced \t\r\nx-one: again\r\n"
        "Content-Length: 12\r\nCookie: a=1\r\ncookie: b=2\r\nConnection: keep-alive\r\nTE: trailers\r\n\r\n");
    ASSERT_TRUE(head);
    EXPECT_EQ(head->method, "POST");
    EXPECT_EQ(head->target, "/a/b?c=d");
    EXPECT_EQ(head->contentLength, 12U);
    EXPECT_FALSE(head->closes);
    EXPECT_THAT(head->headers, ElementsAre(Pair("host", "example.org:8080"), Pair("x-one", "spaced, again"),
                                           Pair("cookie", "a=1; b=2")));
}

TEST(RequestHead, IsTheSameWhenItIsWrittenAndReadAgain) {
    const auto head =
        parse("PUT http://h/x?y HTTP/1.1\r\nHost: other\r\nContent-Length: 3\r\nA: b\r\nConnection: close\r\n\r\n");
    ASSERT_TRUE(head);
    const auto again = parse(writeHead(*head));
    ASSERT_TRUE(again) << writeHead(*head);
    EXPECT_EQ(again->method, head->method);
    EXPECT_EQ(again->target, "/x?y");
    EXPECT_EQ(again->headers, head->headers);
    EXPECT_EQ(again->contentLength, 3U);
    EXPECT_TRUE(again->closes);
    EXPECT_EQ(writeHead(*again), writeHead(*head));
}

TEST(RequestHead, TakesItsHostFromAnAbsoluteTarget) {
    const auto head = parse("GET HTTP://inner:81?q HTTP/1.1\r\nHost: outer\r\n\r\n");
    ASSERT_TRUE(head);
    EXPECT_EQ(head->target, "/?q");
    EXPECT_EQ(head->header("host"), "inner:81");
    EXPECT_EQ(refusalOf("GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n"), ProblemCode::MalformedRequest);
    EXPECT_EQ(refusalOf("GET http://a@b/x HTTP/1.1\r\nHost: a\r\n\r\n"), ProblemCode::MalformedRequest);
}

TEST(RequestHead, OfAnOldClientNeedsNoHostAndEndsTheConnection) {
    const auto head = parse("GET / HTTP/1.0\r\n\r\n");
    ASSERT_TRUE(head);
    EXPECT_TRUE(head->closes);
    EXPECT_EQ(writeHead(*head), "GET / HTTP/1.1\r\nhost: \r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    EXPECT_EQ(refusalOf("GET / HTTP/1.1\r\n\r\n"), ProblemCode::MalformedRequest);
}

TEST(RequestHead, KnowsTheMethodsWeHaveAndNoOthers) {
    for (const auto* const method : {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}) {
        EXPECT_TRUE(parse(std::string{method} + " / HTTP/1.1\r\nHost: a\r\n\r\n")) << method;
    }
    for (const auto* const method : {"TRACE", "CONNECT", "get", "BREW", "PROPFIND"}) {
        EXPECT_EQ(refusalOf(std::string{method} + " / HTTP/1.1\r\nHost: a\r\n\r\n"), ProblemCode::MethodNotImplemented);
    }
    for (const auto* const method : {"", "G(T", "G\x01T", "GE\xce"}) {
        EXPECT_EQ(refusalOf(std::string{method} + " / HTTP/1.1\r\nHost: a\r\n\r\n"), ProblemCode::MalformedRequest);
    }
}

TEST(RequestHead, WithAHeaderThatMustBeOneGivenTwiceIsRefused) {
    for (const auto* const name : {"Host", "Content-Length", "Authorization", "Content-Type", "Idempotency-Key",
                                   "Origin", "Sec-Fetch-Site", "X-Real-IP", "X-Request-Id", "Expect"}) {
        const auto line = std::string{name} + ": 1\r\n";
        const auto host = std::string_view{name} == "Host" ? "" : "Host: a\r\n";
        EXPECT_EQ(refusalOf("GET / HTTP/1.1\r\n" + std::string{host} + line + line + "\r\n"),
                  ProblemCode::MalformedRequest)
            << name;
    }
}

TEST(RequestHead, WithATransferCodingIsAskedForALength) {
    const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n";
    EXPECT_EQ(refusalOf(head + "\r\n"), ProblemCode::LengthRequired);
    EXPECT_EQ(refusalOf(head + "Content-Length: 5\r\n\r\n"), ProblemCode::MalformedRequest);
    EXPECT_EQ(refusalOf("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), ProblemCode::MalformedRequest);
}

TEST(RequestHead, HasLimits) {
    const auto withTarget = [](std::size_t size) {
        return "GET /" + std::string(size - 1, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n";
    };
    EXPECT_TRUE(parse(withTarget(100)));
    EXPECT_EQ(refusalOf(withTarget(101)), ProblemCode::UriTooLong);
    const auto withHeaders = [](int count) {
        std::string lines;
        for (int i = 0; i < count; ++i) lines += "a: b\r\n";
        return "GET / HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n";
    };
    EXPECT_TRUE(parse(withHeaders(9)));
    EXPECT_EQ(refusalOf(withHeaders(10)), ProblemCode::HeadersTooLarge);
    EXPECT_EQ(refusalOf("GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(1000, 'a') + "\r\n\r\n"),
              ProblemCode::HeadersTooLarge);
}

TEST(RequestHead, ExpectsNothingButToContinue) {
    const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: ";
    EXPECT_TRUE(parse(head + "100-Continue\r\n\r\n")->expectsContinue);
    EXPECT_EQ(refusalOf(head + "200-ok\r\n\r\n"), ProblemCode::ExpectationFailed);
    EXPECT_FALSE(parse("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n")->expectsContinue);
}

// Whatever is let in, the canonical form holds exactly one request: no line of it can be taken for another's.
TEST(RequestHead, OfAnyBytesIsUnambiguousOnceItIsLetIn) {
    std::mt19937 random{1};
    const std::string good = "POST /a?b HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nX: y\r\nConnection: close\r\n\r\n";
    using namespace std::string_view_literals;
    constexpr auto likely = "\r\n: \tGh0+,;=/\x00\x7f\xff"sv;
    int letIn = 0;
    for (int i = 0; i < 50'000; ++i) {
        auto bytes = good;
        for (auto changes = 1 + random() % 3; changes > 0; --changes) {
            const auto at = random() % (bytes.size() - 4);
            const char c = likely[random() % likely.size()];
            if (random() % 2 == 0) {
                bytes[at] = c;
            } else {
                bytes.insert(at, 1, c);
            }
        }
        const auto head = parse(bytes.substr(0, bytes.find("\r\n\r\n") + 4));
        if (!head) continue;
        ++letIn;
        const auto written = writeHead(*head);
        EXPECT_EQ(written.find("\r\n\r\n"), written.size() - 4);
        for (std::size_t at = 0; at < written.size(); ++at) {
            if (written[at] == '\r') EXPECT_EQ(written[at + 1], '\n');
            if (written[at] == '\n') EXPECT_EQ(written[at - 1], '\r');
            EXPECT_NE(written[at], '\0');
        }
        const auto again = parse(written);
        ASSERT_TRUE(again) << written;
        EXPECT_EQ(again->headers, head->headers);
        EXPECT_EQ(again->contentLength, head->contentLength);
    }
    EXPECT_GT(letIn, 1000);
}

}  // namespace
}  // namespace agon::http
