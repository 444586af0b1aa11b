#include "probe.hpp"
#include "wire.hpp"

namespace agon::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class Connections : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        probe_ = std::make_unique<Probe>(Environment{{"PROBE_REQUESTS_PER_CONNECTION", "20"}});
    }
    static void TearDownTestSuite() { probe_.reset(); }

    // The request is refused with this, nothing else is answered, and the connection ends.
    static void expectRefused(const std::string& bytes, int status, const std::string& code) {
        Wire wire{probe_->port()};
        wire.send(bytes);
        const auto reply = wire.reply();
        expectProblem(reply, status, code);
        EXPECT_EQ(reply.header("connection"), "close");
        EXPECT_EQ(wire.rest(), "");
    }

    static inline std::unique_ptr<Probe> probe_;
};

TEST_F(Connections, CarryOneRequestAfterTheOther) {
    Wire wire{probe_->port()};
    for (int i = 0; i < 5; ++i) {
        wire.send(plainRequest("GET /probe/items/" + std::to_string(i)));
        EXPECT_EQ(wire.reply().json()["code"], std::to_string(i));
    }
}

TEST_F(Connections, CarrySeveralRequestsAtOnceAndAnswerThemInOrder) {
    Wire wire{probe_->port()};
    std::string all = plainRequest("GET /probe/slow?ms=50");
    for (int i = 0; i < 8; ++i) all += plainRequest("GET /probe/items/" + std::to_string(i));
    all += plainRequest("POST /probe/conflict", "Content-Type: application/json\r\nContent-Length: 2\r\n", "{}");
    all += plainRequest("GET /probe/items/last");
    wire.send(all);
    EXPECT_EQ(wire.reply().json()["slept"], 50);
    for (int i = 0; i < 8; ++i) EXPECT_EQ(wire.reply().json()["code"], std::to_string(i));
    EXPECT_EQ(wire.reply().status, 409);
    EXPECT_EQ(wire.reply().json()["code"], "last");
}

TEST_F(Connections, AreTheSameHoweverTheBytesAreCut) {
    Wire wire{probe_->port()};
    const auto bytes =
        plainRequest("POST /probe/conflict", "Content-Type: application/json\r\nContent-Length: 8\r\n", R"({"a": 1})") +
        plainRequest("GET /probe/items/x");
    for (const char byte : bytes) wire.send({&byte, 1});
    EXPECT_EQ(wire.reply().status, 409);
    EXPECT_EQ(wire.reply().json()["code"], "x");
}

TEST_F(Connections, EndWhenTheClientWishes) {
    for (const auto* const line : {"Connection: close\r\n", "Connection: keep-alive, Close\r\n"}) {
        Wire wire{probe_->port()};
        wire.send(plainRequest("GET /probe/items/x", line) + plainRequest("GET /probe/items/y"));
        const auto reply = wire.reply();
        EXPECT_EQ(reply.json()["code"], "x");
        EXPECT_EQ(reply.header("connection"), "close");
        EXPECT_EQ(wire.rest(), "");
    }
    Wire known{probe_->port()};
    known.send(plainRequest("GET /probe/large", "If-None-Match: \"v1\"\r\nConnection: close\r\n"));
    const auto unchanged = known.reply();
    EXPECT_EQ(unchanged.status, 304);
    EXPECT_EQ(unchanged.header("connection"), "close");
    EXPECT_EQ(known.rest(), "");
    Wire old{probe_->port()};
    old.send("GET /probe/items/x HTTP/1.0\r\n\r\n");
    EXPECT_EQ(old.reply().json()["code"], "x");
    EXPECT_EQ(old.rest(), "");
}

TEST_F(Connections, EndAfterSoManyRequests) {
    Wire wire{probe_->port()};
    for (int i = 0; i < 20; ++i) {
        wire.send(plainRequest("GET /probe/small"));
        const auto reply = wire.reply();
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.header("connection") == "close", i == 19) << i;
    }
    EXPECT_EQ(wire.rest(), "");
}

TEST_F(Connections, WithAnAmbiguousLengthAreRefused) {
    const std::string post = "POST /probe/conflict";
    const std::string hidden = "GET /probe/items/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const std::vector<std::string> lengths{
        "Content-Length: 3\r\nContent-Length: 4\r\n",
        "Content-Length: 3\r\nContent-Length: 3\r\n",
        "Content-Length: 3, 3\r\n",
        "Content-Length: +3\r\n",
        "Content-Length: 3abc\r\n",
        "Content-Length: 0x3\r\n",
        "Content-Length: -1\r\n",
        "Content-Length:\r\n",
        "Content-Length: 3 3\r\n",
        "Content-Length: 99999999999999999999999\r\n",
        "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n",
        "Content-Length : 3\r\n",
        " Content-Length: 3\r\n",
        "Content-Length\t: 3\r\n",
        "X: y\r\n Content-Length: 3\r\n",
        "Content_Length : 3\r\n",
        "X: y\nContent-Length: 3\r\n",
        "X: y\rContent-Length: 3\r\n",
        "no colon\r\n",
        ": empty name\r\n",
    };
    for (const auto& length : lengths) {
        SCOPED_TRACE(length);
        expectRefused(plainRequest(post, length, "{} " + hidden), 400, "malformed-request");
    }
}

TEST_F(Connections, WithChunksAreAskedForALength) {
    for (const auto* const coding : {"chunked", "Chunked", "gzip, chunked", "identity", "xchunked", "chunked\r\n\t"}) {
        SCOPED_TRACE(coding);
        Wire wire{probe_->port()};
        wire.send(plainRequest("POST /probe/conflict", std::string{"Transfer-Encoding: "} + coding + "\r\n",
                               "3\r\n{} \r\n-3\r\n\r\n0\r\n\r\n"));
        const auto status = wire.reply().status;
        EXPECT_TRUE(status == 411 || status == 400) << status;
        EXPECT_EQ(wire.rest(), "");
    }
    EXPECT_TRUE(probe_->process().running());
}

TEST_F(Connections, WithAHeadThatCanBeReadInTwoWaysAreRefused) {
    const std::vector<std::string> heads{
        "GET /probe/small HTTP/1.1\r\n\r\n",
        "GET /probe/small HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /probe/small HTTP/1.1\r\nHost: a b\r\n\r\n",
        "GET /probe/small HTTP/1.1\r\nHost: a/b\r\n\r\n",
        "GET /probe/small HTTP/2.0\r\nHost: a\r\n\r\n",
        "GET /probe/small HTTP/1.1 \r\nHost: a\r\n\r\n",
        "GET  /probe/small HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET\t/probe/small HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /probe/small\r\nHost: a\r\n\r\n",
        "GET probe/small HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET ftp://a/probe/small HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /probe/\x01 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /probe/\xce\xb1 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /probe/small#part HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /probe/small HTTP/1.1\r\nHost: a\r\nX: \x01\r\n\r\n",
        "GET /probe/small HTTP/1.1\nHost: a\r\n\r\n",
        std::string{"GET /probe/small HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n", 49},
        "\x16\x03\x01\x02\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    };
    for (const auto& head : heads) {
        SCOPED_TRACE(head);
        expectRefused(head, 400, "malformed-request");
    }
}

TEST_F(Connections, TakeTheAbsoluteFormToo) {
    Wire wire{probe_->port()};
    wire.send("GET http://localhost/probe/items/x?y=1 HTTP/1.1\r\nHost: other\r\n\r\n");
    EXPECT_EQ(wire.reply().json()["code"], "x");
    wire.send("OPTIONS * HTTP/1.1\r\nHost: other\r\n\r\n");
    EXPECT_EQ(wire.reply().status, 404);  // the probe shows no pages
}

TEST_F(Connections, HaveLimitsToTheirHeads) {
    expectRefused(plainRequest("GET /" + std::string(4096, 'a')), 414, "uri-too-long");
    expectRefused("GET /" + std::string(20'000, 'a'), 414, "uri-too-long");
    expectRefused(plainRequest("GET /", "X: " + std::string(16 * 1024, 'a') + "\r\n"), 431, "headers-too-large");
    expectRefused("GET / HTTP/1.1\r\nX: " + std::string(20'000, 'a'), 431, "headers-too-large");
    std::string many;
    for (int i = 0; i < 64; ++i) many += "X-" + std::to_string(i) + ": 1\r\n";
    expectRefused(plainRequest("GET /", many), 431, "headers-too-large");

    Wire wire{probe_->port()};
    wire.send(plainRequest("GET /" + std::string(4095, 'a'), "X: " + std::string(11'000, 'a') + "\r\n"));
    EXPECT_EQ(wire.reply().status, 404);
}

TEST_F(Connections, AreToldToGoOnOnlyWhereTheBodyIsWanted) {
    Wire wire{probe_->port()};
    wire.send(plainRequest("POST /probe/conflict",
                           "Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n"));
    EXPECT_EQ(wire.reply().status, 100);
    wire.send("{}");
    EXPECT_EQ(wire.reply().status, 409);
    expectRefused(plainRequest("POST /probe/conflict", "Content-Length: 9000000\r\nExpect: 100-continue\r\n"), 413,
                  "body-too-large");
    expectRefused(plainRequest("POST /probe/conflict", "Content-Length: 2\r\nExpect: a-miracle\r\n"), 417,
                  "expectation-failed");
}

TEST_F(Connections, ThatSendForEverAfterARefusalAreCut) {
    Wire wire{probe_->port()};
    wire.send(plainRequest("POST /probe/conflict", "Content-Length: 900000000\r\n"));
    EXPECT_EQ(wire.reply().status, 413);
    const auto begun = Wire::Clock::now();
    const std::string block(64 * 1024, ' ');
    EXPECT_TRUE(eventually(15s, [&] { return !wire.send(block); }));
    EXPECT_LT(Wire::Clock::now() - begun, 12s);
}

TEST_F(Connections, SurviveAClientThatVanishes) {
    for (int i = 0; i < 20; ++i) {
        Wire wire{probe_->port()};
        wire.send(plainRequest("GET /probe/slow?ms=30"));
    }
    for (int i = 0; i < 20; ++i) {
        Wire wire{probe_->port()};
        wire.send("POST /probe/conflict HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf");
    }
    EXPECT_EQ(probe_->client().get("/probe/small").status, 200);
    EXPECT_TRUE(probe_->process().running());
}

}  // namespace
}  // namespace agon::test
