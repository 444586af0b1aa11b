#include "front.hpp"

namespace agon::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kHidden = "GET /probe/items/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

class Smuggling : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        probe_ = std::make_unique<Probe>(Environment{{"PROBE_TRUST_FRONT", "1"}});
        front_ = std::make_unique<Front>(probe_->port());
    }
    static void TearDownTestSuite() {
        front_.reset();
        probe_.reset();
    }

    static std::vector<nlohmann::json> served() {
        std::vector<nlohmann::json> lines;
        for (auto& line : probe_->logLines()) {
            if (line.value("event", "") == "http.request") lines.push_back(std::move(line));
        }
        return lines;
    }

    // Everything the front answers to these bytes, on a connection of their own.
    static std::string answerTo(const std::string& bytes) {
        const auto wire = front_->connect();
        wire->send(bytes);
        // nginx ends a connection it does not understand; one that it still waits on is given up.
        auto all = wire->rest(700ms);
        return all ? *all : wire->received();
    }

    static long answersIn(const std::string& bytes) {
        long count = 0;
        for (auto at = bytes.find("HTTP/1.1 "); at != std::string::npos; at = bytes.find("HTTP/1.1 ", at + 1)) ++count;
        return count;
    }

    // The service saw no more requests than the client got answers, and whoever comes next gets their own answer.
    static void expectNothingSmuggled(const std::string& bytes) {
        const auto before = served().size();
        const auto answers = answersIn(answerTo(bytes));
        static int number = 0;
        const auto name = "next-" + std::to_string(++number);
        const auto next = front_->get("/probe/items/" + name);
        EXPECT_EQ(next.json().value("code", ""), name);
        const auto id = next.header("x-request-id");
        EXPECT_TRUE(eventually(5s, [&] {
            return std::ranges::any_of(served(), [&](const auto& line) { return line["request_id"] == id; });
        }));
        EXPECT_LE(static_cast<long>(served().size() - before) - 1, answers);
        EXPECT_TRUE(probe_->process().running());
    }

    static inline std::unique_ptr<Probe> probe_;
    static inline std::unique_ptr<Front> front_;
};

TEST_F(Smuggling, WithTwoOpinionsOnTheLengthIsRefused) {
    const std::vector<std::string> lengths{
        "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n",
        "Content-Length: 3\r\nContent-Length: 60\r\n",
        "Content-Length: 3\r\nContent-Length: 3\r\n",
        "Content-Length: +3\r\n",
        "Content-Length: 3abc\r\n",
        "Content-Length: -3\r\n",
        "Content-Length: 0x3\r\n",
        "Content-Length: 99999999999999999999\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Transfer-Encoding: chunked, identity\r\n",
        "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding : chunked\r\n",
    };
    const auto before = served().size();
    for (const auto& length : lengths) {
        SCOPED_TRACE(length);
        const auto answer = answerTo(plainRequest("POST /probe/conflict", length, "0\r\n\r\n" + kHidden));
        EXPECT_THAT(answer, testing::StartsWith("HTTP/1.1 400"));
        EXPECT_EQ(answersIn(answer), 1) << answer;
        EXPECT_THAT(answer, Not(HasSubstr("smuggled")));
    }
    EXPECT_EQ(served().size(), before);
}

TEST_F(Smuggling, InBadChunksIsRefusedOrABody) {
    const std::string head =
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\n";
    const std::vector<std::string> bodies{
        "3\r\n{} \r\n-3\r\n\r\n0\r\n\r\n",
        "0x3\r\n{} \r\n0\r\n\r\n",
        "+3\r\n{} \r\n0\r\n\r\n",
        "3zz\r\n{} \r\n0\r\n\r\n",
        "ffffffffffffffffff\r\n{}\r\n0\r\n\r\n",
        "3\r\n{} 0\r\n\r\n",
        "3 \r\n{} \r\n0\r\n\r\n",
        "3;a=\"\r\n{} \r\n0\r\n\r\n",
        "\r\n0\r\n\r\n",
        "3\n{} \n0\n\n",
        "0\r\nTransfer-Encoding: chunked\r\nContent-Length: 60\r\n\r\n",
    };
    for (const auto& body : bodies) {
        SCOPED_TRACE(body);
        expectNothingSmuggled(head + body + kHidden);
    }
}

TEST_F(Smuggling, InAWellFormedChunkedBodyIsABody) {
    const auto reply =
        front_->ask("POST /probe/conflict", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n",
                    "2\r\n{}\r\n0\r\n\r\n");
    expectFrontProblem(reply, 409, "conflict");  // which is what this route says to every whole request
    std::ostringstream size;
    size << std::hex << kHidden.size();
    const auto answer = answerTo(plainRequest("POST /probe/conflict",
                                              "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n",
                                              size.str() + "\r\n" + kHidden + "\r\n0\r\n\r\n"));
    EXPECT_EQ(answersIn(answer), 1) << answer;
    EXPECT_THAT(answer, testing::StartsWith("HTTP/1.1 409"));
}

TEST_F(Smuggling, InStrangeHeadsReachesNobody) {
    const std::string length = "Content-Length: " + std::to_string(kHidden.size());
    const std::vector<std::string> heads{
        "POST /probe/conflict HTTP/1.1\nHost: localhost\n" + length + "\n\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nX: y\n" + length + "\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nX: y\r" + length + "\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\n " + length + "\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nX: y\r\n " + length + "\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nContent-Length : 3\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nContent_Length: 3\r\n" + length + "\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nno colon\r\n" + length + "\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: a\r\nHost: b\r\n" + length + "\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\n" + length + "\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: a b\r\n" + length + "\r\n\r\n",
        std::string{"POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nX: a"} + '\0' + "b\r\n" + length + "\r\n\r\n",
        "POST /probe/conflict HTTP/0.9\r\n\r\n" + length + "\r\n\r\n",
        "POST /probe/conflict HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST  /probe/conflict HTTP/1.1\r\nHost: localhost\r\n" + length + "\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(40'000, 'a') + "\r\n\r\n",
        "GET /probe/small HTTP/1.1\r\nHost: localhost\r\n" + length + "\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nConnection: Content-Length, X-Real-IP\r\n" + length +
            "\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n" + length +
            "\r\n\r\n",
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n" + length + "\r\n\r\n",
    };
    for (const auto& head : heads) {
        SCOPED_TRACE(head.substr(0, 200));
        expectNothingSmuggled(head + kHidden);
    }
}

TEST_F(Smuggling, InAHeadersValueIsNoNewLine) {
    for (const auto* const value : {"a%0d%0aX-Real-IP: 203.0.113.9", "a\rX-Real-IP: 203.0.113.9"}) {
        const auto answer = answerTo(plainRequest("GET /probe/small", std::string{"X: "} + value + "\r\n"));
        EXPECT_THAT(answer, Not(HasSubstr("203.0.113.9")));
    }
    const auto reply = front_->get("/probe/small?x=%0d%0aX-Real-IP:%20203.0.113.9");
    EXPECT_EQ(reply.json()["peer"], "127.0.0.1");
}

TEST_F(Smuggling, OverHonestPipeliningIsNotNeeded) {
    const auto wire = front_->connect();
    wire->send(plainRequest("GET /probe/items/one") + plainRequest("GET /probe/items/two"));
    EXPECT_EQ(wire->reply().json()["code"], "one");
    EXPECT_EQ(wire->reply().json()["code"], "two");
}

}  // namespace
}  // namespace agon::test
