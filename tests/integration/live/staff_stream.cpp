#include <gmock/gmock.h>

#include <thread>

#include "integration/http/wire.hpp"
#include "support/eventually.hpp"
#include "support/staff.hpp"

namespace agon::test {
namespace {

using namespace std::chrono_literals;

// One page's event stream, read as it comes.
class Stream {
  public:
    Stream(const ServiceProcess& service, const std::string& token)
        : wire_{std::stoi(service.baseUrl().substr(service.baseUrl().rfind(':') + 1))} {
        wire_.send(plainRequest("GET /api/v1/staff/live", "Authorization: Bearer " + token + "\r\n"));
    }

    bool hears(const std::string& text, std::chrono::milliseconds within = 3s) {
        return eventually(within, [&] {
            read();
            return text_.contains(text);
        });
    }
    // As a whole answer, so that the page knows it was meant; the connection may go on.
    bool ends(std::chrono::milliseconds within = 3s) { return hears("\r\n0\r\n\r\n", within); }
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    void read() {
        if (ended_) return;
        const auto all = wire_.rest(20ms);
        ended_ = all.has_value();
        text_ = ended_ ? *all : wire_.received();
    }

    Wire wire_;
    std::string text_;
    bool ended_ = false;
};

class StaffStream : public testing::Test {
  protected:
    TestDatabase database_;
    Staff staff_{database_};
    Member director_ = staff_.addDirector();
    Member desk_ = staff_.add({.email = "desk@example.org", .role = "desk"});
    Member organiser_ = staff_.add({.email = "organiser@example.org", .role = "organiser"});
    ServiceProcess service_{database_};

    // On whatever instance.
    void inviteSomebody(const ServiceProcess& where) {
        SignedInClient manager{where.baseUrl(), staff_.openSession(director_)};
        const nlohmann::json body{
            {"email", "new@example.org"}, {"display_name", "New"}, {"organiser", "hosting"}, {"language", "en"}};
        ASSERT_EQ(manager.post("/api/v1/accounts", body).status, 201);
    }
};

TEST_F(StaffStream, TellsOfAChangeOnAnotherInstanceToWhoMayReadIt) {
    const ServiceProcess other{database_};
    Stream director{service_, staff_.openSession(director_)};
    Stream organiser{service_, staff_.openSession(organiser_)};
    Stream desk{service_, staff_.openSession(desk_)};
    for (auto* const stream : {&director, &organiser, &desk}) ASSERT_TRUE(stream->hears(": connected\n\n"));
    EXPECT_TRUE(director.text().starts_with("HTTP/1.1 200 OK\r\n")) << director.text();
    EXPECT_TRUE(director.text().contains("content-type: text/event-stream; charset=utf-8\r\n")) << director.text();
    EXPECT_TRUE(director.text().contains("retry: 2000\n"));

    inviteSomebody(other);
    EXPECT_TRUE(director.hears("event: accounts\ndata: {}\n\n"));
    EXPECT_TRUE(director.hears("event: audit\ndata: {}\n\n"));
    EXPECT_TRUE(director.hears("event: outbox\ndata: {}\n\n"));
    EXPECT_TRUE(organiser.hears("event: outbox\n"));

    // What the desk hears of its own account comes after all that.
    SignedInClient page{other.baseUrl(), staff_.openSession(desk_)};
    const auto seen = page.get("/api/v1/auth/me").header("etag");
    ASSERT_EQ(page.send("PATCH", "/api/v1/auth/me", R"({"language":"el"})", {{"If-Match", seen}}).status, 200);
    EXPECT_TRUE(desk.hears("event: me\n"));
    EXPECT_TRUE(desk.hears("event: sessions\n"));
    for (const auto* const topic : {"event: accounts", "event: audit", "event: outbox"}) {
        EXPECT_FALSE(desk.hears(topic, 0ms)) << topic;
    }
    EXPECT_FALSE(organiser.hears("event: accounts", 0ms));
    EXPECT_FALSE(organiser.hears("event: audit", 0ms));
    EXPECT_FALSE(organiser.hears("event: me", 0ms)) << "somebody else's account";
}

TEST_F(StaffStream, EndsWithItsSession) {
    const ServiceProcess other{database_};
    const auto token = staff_.openSession(desk_);
    Stream ended{service_, token};
    Stream kept{service_, staff_.openSession(desk_)};
    ASSERT_TRUE(ended.hears(": connected"));
    ASSERT_TRUE(kept.hears(": connected"));
    SignedInClient page{other.baseUrl(), staff_.openSession(desk_)};
    const auto session = claimsOf(token).at("sid").get<std::string>();
    ASSERT_EQ(page.send("DELETE", "/api/v1/auth/sessions/" + session).status, 204);
    EXPECT_TRUE(ended.ends());
    EXPECT_FALSE(kept.ends(0ms));
}

TEST_F(StaffStream, EndsWhenTheAccountIsDisabled) {
    Stream stream{service_, staff_.openSession(desk_)};
    ASSERT_TRUE(stream.hears(": connected"));
    staff_.sql().rows("update ops.account set state = 'disabled' where id = $1", {std::to_string(desk_.id)});
    EXPECT_TRUE(stream.ends());
}

TEST_F(StaffStream, EndsWhenRightsChangeAndComesBackWithTheNewOnes) {
    const auto token = staff_.openSession(desk_);
    Stream before{service_, token};
    ASSERT_TRUE(before.hears(": connected"));
    staff_.grant(desk_, "auditor");
    EXPECT_TRUE(before.ends());
    Stream between{service_, token};
    ASSERT_TRUE(between.hears(": connected"));
    inviteSomebody(service_);
    EXPECT_TRUE(between.hears("event: audit"));
    staff_.sql().rows("delete from ops.role_grant where role = 'auditor' and account_id = $1",
                      {std::to_string(desk_.id)});
    EXPECT_TRUE(between.ends());
}

TEST_F(StaffStream, BeatsWhileNothingHappens) {
    Stream stream{service_, staff_.openSession(desk_)};
    ASSERT_TRUE(stream.hears(": connected"));
    EXPECT_TRUE(stream.hears(": still here\n\n", 20s));
    EXPECT_FALSE(stream.hears("event:", 0ms)) << stream.text();
}

TEST_F(StaffStream, IsForWhoIsSignedInAndReadsEvents) {
    HttpClient http{service_.baseUrl()};
    EXPECT_EQ(http.get("/api/v1/staff/live").status, 401);
    EXPECT_EQ(http.get("/api/v1/staff/live", bearer("nonsense")).status, 401);
    auto headers = bearer(staff_.openSession(desk_));
    headers.emplace_back("Accept", "application/json");
    EXPECT_EQ(http.get("/api/v1/staff/live", headers).status, 406);
}

TEST_F(StaffStream, OfAPageEndsAsAWholeAnswer) {
    const auto token = staff_.openSession(desk_);
    HttpReply reply;
    std::jthread page{[&] {
        reply = HttpClient{service_.baseUrl()}.get("/api/v1/staff/live", bearer(token));
    }};
    Stream beside{service_, token};
    ASSERT_TRUE(beside.hears(": connected"));
    staff_.sql().run("update ops.session set ended_at = clock_timestamp(), end_reason = 'ended'");
    page.join();
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.header("content-type"), "text/event-stream; charset=utf-8");
    EXPECT_EQ(reply.header("cache-control"), "no-store");
}

TEST_F(StaffStream, LetsTheServiceStopInTime) {
    std::vector<std::unique_ptr<Stream>> streams;
    for (int i = 0; i < 5; ++i) {
        streams.push_back(std::make_unique<Stream>(service_, staff_.openSession(desk_)));
        ASSERT_TRUE(streams.back()->hears(": connected"));
    }
    const auto begun = std::chrono::steady_clock::now();
    service_.signal(SIGTERM);
    for (const auto& stream : streams) EXPECT_TRUE(stream->ends(10s));
    EXPECT_EQ(service_.waitForExit(10s), ExitStatus{}) << service_.stderrText();
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 10s);
    EXPECT_FALSE(service_.stdoutText().contains("live.not_stopped"));
}

}  // namespace
}  // namespace agon::test
