#include "integration/audit/record.hpp"
#include "support/role_holder.hpp"
#include "support/service_process.hpp"

namespace agon::test {
namespace {

// With the real service, as an auditor sees it.
class AuditApi : public RecordTest {
  protected:
    AuditApi()
        : auditor_{addRoleHolder(database_, "auditor")},
          agon_{database_},
          http_{agon_.baseUrl()},
          headers_{signInAs(http_, auditor_)} {}

    nlohmann::json get(const std::string& path) {
        const auto reply = http_.get(path, headers_);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.json();
    }

    void sealAll() {
        EXPECT_TRUE(eventually(5s, [&] { return get("/api/v1/audit")["items"][0]["block"].is_number(); }));
    }

    RoleHolder auditor_;
    ServiceProcess agon_;
    HttpClient http_;
    Headers headers_;
};

TEST_F(AuditApi, ShowsActsNewestFirstWithTheLatestSeal) {
    record("K7QM-2F9X");
    sealAll();
    const auto page = get("/api/v1/audit?limit=1");
    ASSERT_EQ(page["items"].size(), 1U);
    const auto& act = page["items"][0];
    EXPECT_EQ(act["subject"], "K7QM-2F9X");
    EXPECT_EQ(act["actor_kind"], "system");
    EXPECT_TRUE(act["actor"].is_null());
    EXPECT_GE(page["seal"]["block"], act["block"]);
    EXPECT_EQ(page["seal"]["hash"], audit::formatHash(verify().last()));
}

TEST_F(AuditApi, OwnSignInIsOnRecordUnderTheOwnCode) {
    const auto page = get("/api/v1/audit?actor=" + auditor_.code);
    ASSERT_GE(page["items"].size(), 1U);
    EXPECT_EQ(page["items"].back()["act"], "signed-in");
    EXPECT_EQ(page["items"].back()["actor"], auditor_.code);
    EXPECT_TRUE(get("/api/v1/audit?actor=ZZZZ-ZZZZ")["items"].empty());
    EXPECT_TRUE(get("/api/v1/audit?actor=nobody")["items"].empty());
}

TEST_F(AuditApi, PagesShowEveryActOnceWhileNewOnesCome) {
    insertActs(25);
    std::set<std::int64_t> seen;
    std::string path = "/api/v1/audit?act=entry-cancelled&limit=10";
    int pages = 0;
    while (true) {
        const auto page = get(path);
        ++pages;
        for (const auto& act : page["items"]) EXPECT_TRUE(seen.insert(act["id"].get<std::int64_t>()).second);
        if (page["next"].is_null()) break;
        path = page["next"];
        insertActs(3);
    }
    EXPECT_EQ(pages, 3);
    EXPECT_EQ(seen.size(), 25U);
}

TEST_F(AuditApi, ACursorBelongsToItsFilter) {
    insertActs(5);
    const std::string next = get("/api/v1/audit?act=entry-cancelled&limit=2")["next"];
    const auto cursor = next.substr(next.find("after="));
    EXPECT_EQ(http_.get("/api/v1/audit?act=signed-in&" + cursor, headers_).status, 422);
    EXPECT_EQ(http_.get("/api/v1/audit?act=entry-cancelled&" + cursor, headers_).status, 200);
}

TEST_F(AuditApi, FiltersThatMakeNoSenseAreNamed) {
    for (const std::string query : {"from=yesterday", "to=2015-05-20T10:00:00", "limit=0", "limit=500", "after=x",
                                    "act=", "colour=red", "act=a&act=b"}) {
        const auto reply = http_.get("/api/v1/audit?" + query, headers_);
        EXPECT_EQ(reply.status, 422) << query << reply.body;
        EXPECT_EQ(reply.json()["errors"].size(), 1U) << query;
    }
}

TEST_F(AuditApi, TimesLimitTheList) {
    record("ONE");
    const std::string at = get("/api/v1/audit?subject=ONE")["items"][0]["at"];
    EXPECT_EQ(get("/api/v1/audit?subject=ONE&from=" + at)["items"].size(), 1U);
    EXPECT_EQ(get("/api/v1/audit?subject=ONE&to=" + at)["items"].size(), 0U);
}

TEST_F(AuditApi, IsForWhoMayReadIt) {
    EXPECT_EQ(http_.get("/api/v1/audit").status, 401);
    const auto desk = signInAs(http_, addRoleHolder(database_, "desk"));
    EXPECT_EQ(http_.get("/api/v1/audit", desk).status, 403);
}

}  // namespace
}  // namespace agon::test
