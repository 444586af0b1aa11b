#include "probe.hpp"
#include "wire.hpp"

namespace agon::test {
namespace {

class SlowClients : public testing::Test {
  protected:
    static void SetUpTestSuite() { probe_ = std::make_unique<Probe>(Environment{{"PROBE_HEAD_SECONDS", "1"}}); }
    static void TearDownTestSuite() { probe_.reset(); }

    // Sends the same few bytes again and again, so that no single pause is long, until the other side has had enough.
    static void expectCutOff(Wire& wire, std::string_view drip) {
        const auto begun = Wire::Clock::now();
        std::optional<HttpReply> reply;
        EXPECT_TRUE(eventually(10s, [&] {
            wire.send(drip);
            try {
                reply = wire.reply("GET", 100ms);
            } catch (const NoReply&) {
                return false;
            }
            return true;
        }));
        ASSERT_TRUE(reply);
        expectProblem(*reply, 408, "request-incomplete");
        EXPECT_EQ(reply->header("connection"), "close");
        EXPECT_GE(Wire::Clock::now() - begun, 900ms);
        EXPECT_TRUE(wire.rest(10s));
    }

    static inline std::unique_ptr<Probe> probe_;
};

TEST_F(SlowClients, ThatDripTheirHeadAreCutOff) {
    Wire wire{probe_->port()};
    wire.send("GET /probe/small HTTP/1.1\r\nHost: a\r\nX: ");
    expectCutOff(wire, "abc");
}

TEST_F(SlowClients, ThatDripTheirBodyAreCutOff) {
    Wire wire{probe_->port()};
    wire.send(plainRequest("POST /probe/conflict", "Content-Type: application/json\r\nContent-Length: 10000\r\n"));
    expectCutOff(wire, "[1,");
}

TEST_F(SlowClients, ThatDripEmptyLinesAreCutOff) {
    Wire wire{probe_->port()};
    expectCutOff(wire, "\r\n");
}

TEST_F(SlowClients, ThatDripOnAUsedConnectionAreCutOff) {
    Wire wire{probe_->port()};
    wire.send(plainRequest("GET /probe/small"));
    EXPECT_EQ(wire.reply().status, 200);
    wire.send("GET ");
    expectCutOff(wire, "/a");
}

TEST_F(SlowClients, DoNotHoldUpTheOthers) {
    std::vector<std::unique_ptr<Wire>> slow;
    for (int i = 0; i < 200; ++i) {
        slow.push_back(std::make_unique<Wire>(probe_->port()));
        slow.back()->send("GET /probe/small HTTP/1.1\r\n");
    }
    EXPECT_EQ(probe_->client().get("/probe/small").status, 200);
    for (const auto& wire : slow) EXPECT_TRUE(wire->rest(15s));
}

TEST_F(SlowClients, ThatOnlyThinkBetweenRequestsAreLeftInPeace) {
    Wire wire{probe_->port()};
    for (int i = 0; i < 2; ++i) {
        wire.send(plainRequest("GET /probe/slow?ms=1300"));  // longer than a head may take
        EXPECT_EQ(wire.reply().status, 200);
    }
    EXPECT_FALSE(wire.rest(1500ms).has_value());  // idle, and not ended for it
    wire.send(plainRequest("GET /probe/small"));
    EXPECT_EQ(wire.reply().status, 200);
}

}  // namespace
}  // namespace agon::test
