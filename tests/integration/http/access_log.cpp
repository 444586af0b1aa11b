#include "probe.hpp"
#include "wire.hpp"

namespace agon::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class AccessLog : public ProbeTest {
  protected:
    static std::vector<nlohmann::json> requests() {
        std::vector<nlohmann::json> lines;
        for (auto& line : probe_->logLines()) {
            if (line.value("event", "") == "http.request") lines.push_back(std::move(line));
        }
        return lines;
    }

    // The one line of a reply's request.
    static nlohmann::json lineOf(const HttpReply& reply) {
        const auto id = reply.header("x-request-id");
        std::vector<nlohmann::json> found;
        EXPECT_TRUE(eventually(5s, [&] {
            found.clear();
            for (auto& line : requests()) {
                if (line["request_id"] == id) found.push_back(std::move(line));
            }
            return !found.empty();
        }));
        EXPECT_EQ(found.size(), 1U);
        return found.empty() ? nlohmann::json::object() : found.front();
    }
};

TEST_F(AccessLog, TellsWhatHappenedAndNothingElse) {
    const auto line = lineOf(http.post("/probe/notes", {{"text", "a note"}, {"count", 1}}));
    std::vector<std::string> names;
    for (const auto& [name, value] : line.items()) names.push_back(name);
    EXPECT_THAT(names, testing::UnorderedElementsAre("time", "level", "event", "request_id", "method", "route",
                                                     "status", "problem", "ms", "bytes_in", "bytes_out"));
    EXPECT_EQ(line["method"], "POST");
    EXPECT_EQ(line["route"], "/probe/notes");
    EXPECT_EQ(line["status"], 201);
    EXPECT_EQ(line["problem"], "");
    EXPECT_EQ(line["bytes_in"], 27);
    EXPECT_GT(line["bytes_out"], 0);
    EXPECT_GT(line["ms"], 0);
}

TEST_F(AccessLog, NamesTheProblem) {
    const auto line = lineOf(http.get("/probe/limited"));
    EXPECT_EQ(line["status"], 429);
    EXPECT_EQ(line["problem"], "too-many-requests");
}

TEST_F(AccessLog, NamesTheRouteAndNotWhatStoodInIt) {
    EXPECT_EQ(lineOf(http.get("/probe/items/maria"))["route"], "/probe/items/{code}");
    EXPECT_EQ(lineOf(http.get("/maria/papadopoulou"))["route"], "(no route)");
    EXPECT_EQ(lineOf(http.send("DELETE", "/probe/items/maria"))["route"], "/probe/items/{code}");
    EXPECT_EQ(lineOf(http.send("MARIA", "/probe/small"))["method"], "other");
    EXPECT_EQ(lineOf(http.send("HEAD", "/probe/small"))["method"], "HEAD");
    EXPECT_THAT(probe_->log(), Not(HasSubstr("maria")));
    EXPECT_THAT(probe_->log(), Not(HasSubstr("MARIA")));
}

TEST_F(AccessLog, HoldsNothingOfWhoAskedOrWhatFor) {
    const Headers personal{{"Authorization", "Bearer sentinel-token"}, {"Cookie", "session=sentinel-cookie"},
                           {"User-Agent", "sentinel-agent"},           {"Referer", "https://sentinel.example/"},
                           {"X-Forwarded-For", "203.0.113.77"},        {"X-Real-IP", "203.0.113.77"},
                           {"X-Request-Id", "sentinel-request-id"},    {"Idempotency-Key", "sentinel-key-0001"}};
    std::vector<HttpReply> replies;
    replies.push_back(http.get("/probe/small?email=sentinel-query", personal));
    replies.push_back(http.get("/sentinel-path?x=sentinel-query", personal));
    replies.push_back(
        http.send("POST", "/probe/notes?sentinel-query=1", R"({"text":"sentinel-body","count":1})", personal));
    replies.push_back(http.send("POST", "/probe/notes", R"({"text":"sentinel-body","count":1})", personal));
    replies.push_back(http.send("POST", "/probe/notes", R"({"sentinel-member":1})", personal));
    replies.push_back(http.get("/probe/broken?sentinel-query", personal));
    replies.push_back(http.get("/probe/list?after=sentinel-cursor&sentinel-name=1", personal));
    Wire wire{probe_->port()};
    wire.send("GET /sentinel-path?sentinel-query HTTP/1.1\r\nHost: sentinel.example\r\nbad header\r\n\r\n");
    replies.push_back(wire.reply());
    for (const auto& reply : replies) EXPECT_FALSE(lineOf(reply).empty());
    EXPECT_THAT(probe_->log(), Not(HasSubstr("sentinel")));
    EXPECT_THAT(probe_->log(), Not(HasSubstr("203.0.113.77")));
}

TEST_F(AccessLog, CountsRequestsThatWereRefusedBeforeTheyWereWhole) {
    Wire wire{probe_->port()};
    wire.send("GET / HTTP/1.1\r\n\r\n");
    const auto line = lineOf(wire.reply());
    EXPECT_EQ(line["route"], "(refused)");
    EXPECT_EQ(line["status"], 400);
    EXPECT_EQ(line["problem"], "malformed-request");
}

TEST_F(AccessLog, HasOneLineForEachRequestAndEveryLineIsJson) {
    const auto before = requests().size();
    for (int i = 0; i < 50; ++i) EXPECT_EQ(http.get("/probe/small").status, 200);
    EXPECT_TRUE(eventually(5s, [&] { return requests().size() >= before + 50; }));
    EXPECT_EQ(requests().size(), before + 50);
    std::istringstream text{probe_->log()};
    for (std::string line; std::getline(text, line);) {
        EXPECT_TRUE(nlohmann::json::parse(line, nullptr, false).is_object()) << line;
    }
}

TEST_F(AccessLog, AndMetricsCountTheSame) {
    const auto countOf = [&](const std::string& labels) {
        const auto text = http.get("/metrics").body;
        const auto at = text.find("agon_http_requests_total{" + labels + "} ");
        return at == std::string::npos ? -1 : std::stol(text.substr(text.find("} ", at) + 2));
    };
    const std::string labels = R"(route="/probe/items/{code}",method="GET",status="2xx")";
    const auto before = countOf(labels);
    ASSERT_GE(before, 0) << http.get("/metrics").body.substr(0, 2000);
    for (int i = 0; i < 3; ++i) http.get("/probe/items/" + std::to_string(i));
    EXPECT_EQ(countOf(labels), before + 3);
}

}  // namespace
}  // namespace agon::test
