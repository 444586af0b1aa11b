#include "front.hpp"

namespace agon::test {
namespace {

using testing::HasSubstr;

class Forwarding : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        database_ = std::make_unique<ProbeDatabase>();
        auto settings = database_->settings();
        settings.emplace("PROBE_TRUST_FRONT", "1");
        probe_ = std::make_unique<Probe>(settings);
        front_ = std::make_unique<Front>(probe_->port());
    }
    static void TearDownTestSuite() {
        front_.reset();
        probe_.reset();
        database_.reset();
    }

    static HttpReply createNote(const std::string& text, const std::string& headers = {}) {
        const auto body = nlohmann::json{{"text", text}, {"count", 1}}.dump();
        return front_->ask(
            "POST /probe/notes",
            headers + "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n",
            body);
    }

    static inline std::unique_ptr<ProbeDatabase> database_;
    static inline std::unique_ptr<Probe> probe_;
    static inline std::unique_ptr<Front> front_;
};

TEST_F(Forwarding, TellsTheClientsAddress) {
    for (const auto* const address : {"127.0.0.1", "127.0.0.2", "127.0.0.77"}) {
        const auto wire = front_->connect(address);
        wire->send(plainRequest("GET /probe/small"));
        EXPECT_EQ(wire->reply().json()["peer"], address);
    }
}

TEST_F(Forwarding, BelievesNothingThatAClientSaysOfItself) {
    for (const auto* const claim :
         {"X-Real-IP: 203.0.113.9", "X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.9",
          "x-real-ip: 203.0.113.9", "X_Real_IP: 203.0.113.9", "X-Real-IP: 203.0.113.9\r\nX-Real-IP: 203.0.113.10"}) {
        SCOPED_TRACE(claim);
        const auto reply = front_->get("/probe/small", std::string{claim} + "\r\n");
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.json()["peer"], "127.0.0.1");
    }
}

TEST_F(Forwarding, GivesEachRequestTheIdThatAllLogsHave) {
    const auto reply = front_->get("/probe/small", "X-Request-Id: chosen-by-the-client\r\n");
    const auto id = reply.header("x-request-id");
    EXPECT_EQ(id.size(), 32U);
    EXPECT_NE(id, "chosen-by-the-client");
    EXPECT_TRUE(eventually(5s, [&] { return front_->accessLog().contains(id) && probe_->log().contains(id); }));
}

TEST_F(Forwarding, KeepsTheHostWithItsPort) {
    const auto origin = "https://localhost:" + std::to_string(front_->tlsPort());
    const auto wire = front_->connect();
    wire->send("POST /probe/conflict HTTP/1.1\r\nHost: localhost:" + std::to_string(front_->tlsPort()) +
               "\r\nOrigin: " + origin + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    EXPECT_EQ(wire->reply().status, 409);  // let in, and refused by the route itself
    wire->send(
        "POST /probe/conflict HTTP/1.1\r\nHost: localhost\r\nOrigin: https://elsewhere.example\r\n"
        "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    EXPECT_EQ(wire->reply().status, 403);
}

TEST_F(Forwarding, LeavesRequestsAndAnswersAsTheyAre) {
    const auto created = createNote("through nginx", "Idempotency-Key: through-nginx-1\r\n");
    EXPECT_EQ(created.status, 201);
    const auto again = createNote("through nginx", "Idempotency-Key: through-nginx-1\r\n");
    EXPECT_EQ(again.body, created.body);
    EXPECT_EQ(again.header("location"), created.header("location"));

    const auto packed = front_->get("/probe/large", "Accept-Encoding: br\r\n");
    EXPECT_EQ(packed.header("content-encoding"), "br");
    EXPECT_EQ(packed.body, probe_->client().get("/probe/large", {{"Accept-Encoding", "br"}}).body);
    const auto known =
        front_->get("/probe/large", "Accept-Encoding: br\r\nIf-None-Match: " + packed.header("etag") + "\r\n");
    EXPECT_EQ(known.status, 304);
    EXPECT_EQ(known.header("etag"), packed.header("etag"));
}

TEST_F(Forwarding, LeavesTheServicesOwnRefusalsAlone) {
    const auto limited = front_->get("/probe/limited", "Accept-Language: el\r\n");
    expectFrontProblem(limited, 429, "too-many-requests");
    EXPECT_EQ(limited.header("retry-after"), "30");
    EXPECT_EQ(limited.header("content-language"), "el");
    const auto busy = front_->get("/probe/busy");
    expectFrontProblem(busy, 503, "unavailable");
    EXPECT_EQ(busy.json()["instance"], "/probe/busy");
    expectFrontProblem(front_->get("/probe/broken"), 500, "internal");
    const auto method = front_->ask("DELETE /probe/small");
    expectFrontProblem(method, 405, "method-not-allowed");
    EXPECT_EQ(method.header("allow"), "OPTIONS, GET, HEAD");
}

TEST_F(Forwarding, HoldsBackASlowBodyUntilItIsWhole) {
    const auto wire = front_->connect();
    wire->send(plainRequest("POST /probe/notes", "Content-Type: application/json\r\nContent-Length: 30\r\n"));
    wire->send(R"({"text":"slow)");
    // Others are served, and the service has not seen a byte of it.
    const auto id = front_->get("/probe/small").header("x-request-id");
    EXPECT_TRUE(eventually(5s, [&] { return probe_->log().contains(id); }));
    EXPECT_EQ(database_->session().number("select count(*) from probe.note where text like 'slow%'"), 0);
    wire->send(R"( note","count":1})");
    EXPECT_EQ(wire->reply().status, 201);
}

}  // namespace
}  // namespace agon::test
