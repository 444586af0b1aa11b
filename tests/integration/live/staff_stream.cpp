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

// One service for all, because what is waited for takes its time; each test has members of its own.
class StaffStream : public testing::Test {
  protected:
    static void SetUpTestSuite() { ground_ = std::make_unique<Ground>(); }
    static void TearDownTestSuite() { ground_.reset(); }

    struct Ground {
        TestDatabase database;
        Staff staff{database};
        Member director = staff.addDirector();
        ServiceProcess service{database};
        Member idler = staff.add({.email = "idler@example.org"});
        Stream quiet{service, staff.openSession(idler)};
        int made = 0;
    };

    static Member member(const std::string& role) {
        return staff().add({.email = role + std::to_string(++ground_->made) + "@example.org", .role = role});
    }
    // On whatever instance.
    static void inviteSomebody(const ServiceProcess& where) {
        SignedInClient manager{where.baseUrl(), staff().openSession(ground_->director)};
        const nlohmann::json body{{"email", "new" + std::to_string(++ground_->made) + "@example.org"},
                                  {"display_name", "New"},
                                  {"organiser", "hosting"},
                                  {"language", "en"}};
        ASSERT_EQ(manager.post("/api/v1/accounts", body).status, 201);
    }
    static Staff& staff() { return ground_->staff; }

    static inline std::unique_ptr<Ground> ground_;
    const TestDatabase& database_ = ground_->database;
    const ServiceProcess& service_ = ground_->service;
    const Member& director_ = ground_->director;
    const Member desk_ = member("desk");
};

TEST_F(StaffStream, TellsOfAChangeOnAnotherInstanceToWhoMayReadIt) {
    const ServiceProcess other{database_};
    Stream director{service_, staff().openSession(director_)};
    Stream organiser{service_, staff().openSession(member("organiser"))};
    Stream desk{service_, staff().openSession(desk_)};
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
    SignedInClient page{other.baseUrl(), staff().openSession(desk_)};
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
    const auto token = staff().openSession(desk_);
    Stream ended{service_, token};
    Stream kept{service_, staff().openSession(desk_)};
    ASSERT_TRUE(ended.hears(": connected"));
    ASSERT_TRUE(kept.hears(": connected"));
    SignedInClient page{other.baseUrl(), staff().openSession(desk_)};
    const auto session = claimsOf(token).at("sid").get<std::string>();
    ASSERT_EQ(page.send("DELETE", "/api/v1/auth/sessions/" + session).status, 204);
    EXPECT_TRUE(ended.ends());
    EXPECT_FALSE(kept.ends(0ms));
}

TEST_F(StaffStream, EndsWhenTheAccountIsDisabled) {
    Stream stream{service_, staff().openSession(desk_)};
    ASSERT_TRUE(stream.hears(": connected"));
    staff().sql().rows("update ops.account set state = 'disabled' where id = $1", {std::to_string(desk_.id)});
    EXPECT_TRUE(stream.ends());
}

TEST_F(StaffStream, EndsWhenRightsChangeAndComesBackWithTheNewOnes) {
    const auto token = staff().openSession(desk_);
    Stream before{service_, token};
    ASSERT_TRUE(before.hears(": connected"));
    staff().grant(desk_, "auditor");
    EXPECT_TRUE(before.ends());
    Stream between{service_, token};
    ASSERT_TRUE(between.hears(": connected"));
    inviteSomebody(service_);
    EXPECT_TRUE(between.hears("event: audit"));
    staff().sql().rows("delete from ops.role_grant where role = 'auditor' and account_id = $1",
                       {std::to_string(desk_.id)});
    EXPECT_TRUE(between.ends());
}

TEST_F(StaffStream, IsForWhoIsSignedInAndReadsEvents) {
    HttpClient http{service_.baseUrl()};
    EXPECT_EQ(http.get("/api/v1/staff/live").status, 401);
    EXPECT_EQ(http.get("/api/v1/staff/live", bearer("nonsense")).status, 401);
    auto headers = bearer(staff().openSession(desk_));
    headers.emplace_back("Accept", "application/json");
    EXPECT_EQ(http.get("/api/v1/staff/live", headers).status, 406);
}

TEST_F(StaffStream, OfAPageEndsAsAWholeAnswer) {
    const auto token = staff().openSession(desk_);
    HttpReply reply;
    std::jthread page{[&] {
        reply = HttpClient{service_.baseUrl()}.get("/api/v1/staff/live", bearer(token));
    }};
    Stream beside{service_, token};
    ASSERT_TRUE(beside.hears(": connected"));
    staff().sql().rows(
        "update ops.session set ended_at = clock_timestamp(), end_reason = 'ended' where account_id = $1",
        {std::to_string(desk_.id)});
    page.join();
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.header("content-type"), "text/event-stream; charset=utf-8");
    EXPECT_EQ(reply.header("cache-control"), "no-store");
}

TEST_F(StaffStream, LetsTheServiceStopInTime) {
    ServiceProcess stopped{database_};
    std::vector<std::unique_ptr<Stream>> streams;
    for (int i = 0; i < 5; ++i) {
        streams.push_back(std::make_unique<Stream>(stopped, staff().openSession(desk_)));
        ASSERT_TRUE(streams.back()->hears(": connected"));
    }
    const auto begun = std::chrono::steady_clock::now();
    stopped.signal(SIGTERM);
    for (const auto& stream : streams) EXPECT_TRUE(stream->ends(10s));
    EXPECT_EQ(stopped.waitForExit(10s), ExitStatus{}) << stopped.stderrText();
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 10s);
    EXPECT_FALSE((stopped.stdoutText() + stopped.stderrText()).contains("live.not_stopped"));
}

// Last, since the stream that nothing happens on has been open all the while.
TEST_F(StaffStream, BeatsWhileNothingHappens) {
    EXPECT_TRUE(ground_->quiet.hears(": still here\n\n", 20s));
    EXPECT_FALSE(ground_->quiet.hears("event:", 0ms)) << ground_->quiet.text();
}

}  // namespace
}  // namespace agon::test
