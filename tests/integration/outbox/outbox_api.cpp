#include <thread>

#include "integration/outbox/post.hpp"
#include "support/role_holder.hpp"
#include "support/service_process.hpp"

namespace agon::test {
namespace {

// With the real service, without a mail server, as an organiser sees it.
class OutboxApi : public PostTest {
  protected:
    OutboxApi()
        : organiser_{addRoleHolder(database_, "organiser")},
          agon_{database_},
          http_{agon_.baseUrl()},
          headers_{signInAs(http_, organiser_)} {}

    nlohmann::json get(const std::string& path) {
        const auto reply = http_.get(path, headers_);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.json();
    }

    HttpReply retry(const std::string& code, const std::string& ifMatch) {
        auto headers = headers_;
        if (!ifMatch.empty()) headers.emplace_back("If-Match", ifMatch);
        return http_.send("POST", "/api/v1/outbox/" + code + "/retry", "", headers);
    }

    // A message to the organiser that was given up.
    std::string failed() {
        enqueue(changedPassword(organiser_.id));
        EXPECT_TRUE(becomes("state = 'shown'"));
        database_.session().run("update ops.outbox set state = 'failed', last_error = 'smtp-550', version = 3");
        return value("code");
    }

    RoleHolder organiser_;
    ServiceProcess agon_;
    HttpClient http_;
    Headers headers_;
};

TEST_F(OutboxApi, ADryRunShowsWhatWouldHaveBeenSent) {
    enqueue(changedPassword(organiser_.id));
    ASSERT_TRUE(becomes("state = 'shown'"));
    const auto page = get("/api/v1/outbox?state=shown");
    EXPECT_EQ(page["dry_run"], true);
    EXPECT_EQ(page["counts"], (nlohmann::json{{"shown", 1}}));
    EXPECT_TRUE(page["next"].is_null());
    ASSERT_EQ(page["items"].size(), 1U);
    EXPECT_EQ(page["items"][0]["mail"], "password-changed");
    const auto preview = get("/api/v1/outbox/" + page["items"][0]["id"].get<std::string>() + "/preview");
    EXPECT_EQ(preview["to"], "o***@e***.org");
    EXPECT_EQ(preview["language"], "en");
    EXPECT_EQ(preview["subject"], "Your password was changed");
}

TEST_F(OutboxApi, WhoseAccountIsDisabledGetsNothing) {
    const auto gone = addRoleHolder(database_, "desk");
    database_.session().rows("update ops.account set state = 'disabled' where id = $1", {std::to_string(gone.id)});
    enqueue(changedPassword(gone.id));
    EXPECT_TRUE(becomes("state = 'refused'"));
}

TEST_F(OutboxApi, ARetryNeedsTheVersionThatWasSeen) {
    const auto code = failed();
    EXPECT_EQ(retry(code, "").status, 428);
    EXPECT_EQ(retry(code, "\"v2\"").status, 412);
    EXPECT_EQ(retry(code, "v3").status, 400);
    const auto done = retry(code, "\"v3\"");
    EXPECT_EQ(done.status, 202) << done.body;
    EXPECT_EQ(done.header("etag"), "\"v4\"");
    EXPECT_EQ(done.json()["state"], "waiting");
    EXPECT_EQ(retry(code, "\"v3\"").status, 412);
    EXPECT_TRUE(becomes("state = 'shown'"));
    const auto session =
        database_.session().rows("select account_id, role, subject from audit.act where act = 'message-retried'");
    ASSERT_EQ(session.size(), 1U);
    EXPECT_EQ(session[0], (std::vector<SqlText>{std::to_string(organiser_.id), "organiser", code}));
}

TEST_F(OutboxApi, OfTwentyRetriesAtOnceOneSucceeds) {
    const auto code = failed();
    std::atomic<int> accepted{0};
    std::atomic<int> stale{0};
    {
        std::vector<std::jthread> callers;
        for (int i = 0; i < 20; ++i) {
            callers.emplace_back([&] {
                HttpClient http{agon_.baseUrl()};
                auto headers = headers_;
                headers.emplace_back("If-Match", "\"v3\"");
                const auto status = http.send("POST", "/api/v1/outbox/" + code + "/retry", "", headers).status;
                accepted += status == 202 ? 1 : 0;
                stale += status == 412 ? 1 : 0;
            });
        }
    }
    EXPECT_EQ(accepted, 1);
    EXPECT_EQ(stale, 19);
    EXPECT_EQ(database_.session().number("select count(*) from audit.act where act = 'message-retried'"), 1);
}

TEST_F(OutboxApi, WhatWasNotGivenUpIsNotRetried) {
    enqueue(changedPassword(organiser_.id));
    ASSERT_TRUE(becomes("state = 'shown'"));
    EXPECT_EQ(retry(value("code"), "\"v" + value("version") + "\"").status, 409);
    EXPECT_EQ(retry("ZZZZ-ZZZZ", "\"v1\"").status, 404);
    EXPECT_EQ(http_.get("/api/v1/outbox/nonsense/preview", headers_).status, 404);
}

TEST_F(OutboxApi, PagesShowEveryMessageOnce) {
    for (int i = 0; i < 12; ++i) enqueue(changedPassword(500 + i));
    ASSERT_TRUE(becomes("state = 'refused'", 12));
    std::set<std::string> seen;
    std::string path = "/api/v1/outbox?state=refused&limit=5";
    while (true) {
        const auto page = get(path);
        for (const auto& item : page["items"]) EXPECT_TRUE(seen.insert(item["id"].get<std::string>()).second);
        if (page["next"].is_null()) break;
        path = page["next"];
    }
    EXPECT_EQ(seen.size(), 12U);
    EXPECT_EQ(http_.get("/api/v1/outbox?state=lost", headers_).status, 422);
}

TEST_F(OutboxApi, IsForWhoMayReadItAndRetryingForWhoMayRetry) {
    const auto code = failed();
    EXPECT_EQ(http_.get("/api/v1/outbox").status, 401);
    const auto desk = signInAs(http_, addRoleHolder(database_, "desk"));
    EXPECT_EQ(http_.get("/api/v1/outbox", desk).status, 403);
    auto auditor = signInAs(http_, addRoleHolder(database_, "auditor"));
    EXPECT_EQ(http_.get("/api/v1/outbox", auditor).status, 200);
    auditor.emplace_back("If-Match", "\"v3\"");
    EXPECT_EQ(http_.send("POST", "/api/v1/outbox/" + code + "/retry", "", auditor).status, 403);
}

}  // namespace
}  // namespace agon::test
