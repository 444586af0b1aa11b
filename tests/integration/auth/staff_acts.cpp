#include <set>

#include "integration/auth/auth_test.hpp"

namespace agon::test {
namespace {

class StaffActs : public AuthTest {
  protected:
    static json invitation(const std::string& email = "eleni@example.org") {
        return {{"email", email}, {"display_name", "Eleni"}, {"organiser", "hosting"}, {"language", "el"}};
    }
    static std::string pathOf(const Member& member) { return "/api/v1/accounts/" + member.code; }
    HttpReply grant(const Member& member, const json& wanted, const Headers& headers = {}) {
        return manager_.post(pathOf(member) + "/grants", wanted, headers);
    }
    std::string tagOf(const Member& member) { return manager_.get(pathOf(member)).header("etag"); }
    void passwordWasGiven(const std::string& ago) {
        sql().run("update ops.session set reauthenticated_at = clock_timestamp() - interval '" + ago + "'");
    }

    Member member_ = staff_.add({.email = "desk@example.org", .name = "Desk"});
    SignedInClient manager_ = letIn(director_);
};

TEST_F(StaffActs, AnInvitationIsOneUnderOneKeyByteForByte) {
    const Headers key{{"Idempotency-Key", "invite-eleni-1"}};
    const auto first = manager_.post("/api/v1/accounts", invitation(), key);
    ASSERT_EQ(first.status, 201) << first.body;
    const auto body = first.json();
    EXPECT_EQ(body.at("state"), "invited");
    EXPECT_EQ(first.header("location"), "/api/v1/accounts/" + body.at("code").get<std::string>());
    EXPECT_EQ(manager_.get(first.header("location")).json(), body);
    EXPECT_EQ(manager_.get(first.header("location")).header("etag"), first.header("etag"));

    // Whatever has happened to the account meanwhile.
    sql().run("update vault.staff set display_name = 'Somebody else' where email = 'eleni@example.org'");
    const auto again = manager_.post("/api/v1/accounts", invitation(), key);
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(again.header("location"), first.header("location"));
    EXPECT_EQ(again.header("etag"), first.header("etag"));
    EXPECT_EQ(sql().number("select count(*) from ops.outbox where template = 'staff-invitation'"), 1);
    EXPECT_EQ(staff_.acts("account-invited"), 1);

    const auto other = manager_.post("/api/v1/accounts", invitation("nikos@example.org"), key);
    EXPECT_EQ(other.status, 422);
    EXPECT_EQ(codeOf(other), "idempotency-key-reused");
    EXPECT_EQ(manager_.post("/api/v1/accounts", invitation("nikos@example.org"), {{"Idempotency-Key", "short"}}).status,
              422);
}

TEST_F(StaffActs, AKeyIsOnesOwn) {
    const Headers key{{"Idempotency-Key", "same-key-for-two"}};
    auto second = letIn(staff_.addDirector("second@example.org"));
    EXPECT_EQ(manager_.post("/api/v1/accounts", invitation("a@example.org"), key).status, 201);
    EXPECT_EQ(second.post("/api/v1/accounts", invitation("b@example.org"), key).status, 201);
}

TEST_F(StaffActs, AnAddressThatIsTakenIsAConflict) {
    ASSERT_EQ(manager_.post("/api/v1/accounts", invitation()).status, 201);
    const auto taken =
        manager_.post("/api/v1/accounts", invitation("ELENI@Example.org"), {{"Idempotency-Key", "key-of-a-conflict"}});
    EXPECT_EQ(taken.status, 409);
    EXPECT_EQ(codeOf(taken), "email-taken");
    EXPECT_FALSE(taken.body.contains("Example.org"));
    EXPECT_EQ(sql().number("select count(*) from ops.idempotency"), 0) << "a refusal leaves nothing behind";
    const auto odd = manager_.post("/api/v1/accounts", {{"email", "x"}, {"organiser", "both"}, {"role", "director"}});
    EXPECT_EQ(odd.status, 422);
    EXPECT_THAT(fieldErrorsOf(odd),
                testing::UnorderedElementsAre("/email too-short", "/display_name missing", "/organiser not-a-choice",
                                              "/language missing", "/role unknown"));
}

TEST_F(StaffActs, AnInvitationCanBeSentAgainOnceUnderOneKey) {
    const auto invited = manager_.post("/api/v1/accounts", invitation()).json().at("code").get<std::string>();
    const Headers key{{"Idempotency-Key", "invite-again-1"}};
    EXPECT_EQ(manager_.send("POST", "/api/v1/accounts/" + invited + "/invitation", {}, key).status, 202);
    EXPECT_EQ(manager_.send("POST", "/api/v1/accounts/" + invited + "/invitation", {}, key).status, 202);
    EXPECT_EQ(sql().number("select count(*) from ops.outbox where template = 'staff-invitation'"), 2);
    EXPECT_EQ(staff_.acts("account-invited-again", invited), 1);
    EXPECT_EQ(manager_.send("POST", "/api/v1/accounts/" + Code::random().text() + "/invitation").status, 404);
    EXPECT_EQ(codeOf(manager_.send("POST", pathOf(member_) + "/invitation")), "conflict");
}

TEST_F(StaffActs, RolesAndStatesNeedThePasswordAgainWithinFiveMinutes) {
    const auto held = staff_.grant(member_, "auditor");
    const auto revoke = [&] {
        return manager_.send("DELETE", pathOf(member_) + "/grants/" + held, {}, {{"If-Match", tagOf(member_)}});
    };
    const auto disable = [&] {
        return manager_.send("PATCH", pathOf(member_), R"({"state":"disabled"})", {{"If-Match", tagOf(member_)}});
    };
    passwordWasGiven("301 seconds");
    for (const auto& reply : {grant(member_, {{"role", "desk"}}), revoke(), disable()}) {
        EXPECT_EQ(reply.status, 403);
        EXPECT_EQ(codeOf(reply), "reauthentication-required");
    }
    const auto wrong = manager_.post("/api/v1/auth/reauthentication", {{"password", "wrong"}});
    EXPECT_EQ(wrong.status, 422);
    EXPECT_THAT(fieldErrorsOf(wrong), testing::ElementsAre("/password incorrect"));
    EXPECT_EQ(codeOf(grant(member_, {{"role", "desk"}})), "reauthentication-required");
    ASSERT_EQ(manager_.post("/api/v1/auth/reauthentication", {{"password", kStaffPassword}}).status, 204);
    EXPECT_EQ(grant(member_, {{"role", "desk"}}).status, 201);
    passwordWasGiven("295 seconds");
    EXPECT_EQ(revoke().status, 204);
    EXPECT_EQ(disable().status, 200);
    passwordWasGiven("301 seconds");
    EXPECT_EQ(codeOf(grant(member_, {{"role", "auditor"}})), "reauthentication-required");
}

TEST_F(StaffActs, AChangeSaysWhatItIsBasedOn) {
    const auto held = staff_.grant(member_, "auditor");
    const auto seen = tagOf(member_);
    const auto patch = [&](const Headers& headers) {
        return manager_.send("PATCH", pathOf(member_), R"({"state":"disabled"})", headers);
    };
    EXPECT_EQ(codeOf(patch({})), "version-required");
    EXPECT_EQ(patch({}).status, 428);
    EXPECT_EQ(manager_.send("DELETE", pathOf(member_) + "/grants/" + held).status, 428);
    ASSERT_EQ(grant(member_, {{"role", "desk"}}).status, 201);
    const auto stale = patch({{"If-Match", seen}});
    EXPECT_EQ(stale.status, 412);
    EXPECT_EQ(codeOf(stale), "stale-version");
    EXPECT_EQ(manager_.send("DELETE", pathOf(member_) + "/grants/" + held, {}, {{"If-Match", seen}}).status, 412);
    EXPECT_EQ(patch({{"If-Match", "no tag"}}).status, 400);
    EXPECT_EQ(patch({{"If-Match", tagOf(member_)}}).status, 200);
    const auto nobody = "/api/v1/accounts/" + Code::random().text();
    EXPECT_EQ(manager_.send("PATCH", nobody, R"({"state":"disabled"})", {{"If-Match", seen}}).status, 404);
    EXPECT_EQ(manager_.get(nobody).status, 404);
}

TEST_F(StaffActs, ARoleHoldsWhereItWasGranted) {
    staff_.addChampionship("patra-2027");
    staff_.addChampionship("volos-2027");
    staff_.addHeat("patra-2027", "PAT1");
    const auto everywhere = grant(member_, {{"role", "desk"}}, {{"Idempotency-Key", "grant-desk-1"}});
    ASSERT_EQ(everywhere.status, 201) << everywhere.body;
    const auto id = everywhere.json().at("id").get<std::string>();
    EXPECT_EQ(everywhere.json(), (json{{"id", id}, {"role", "desk"}, {"championship", nullptr}, {"heat", nullptr}}));
    EXPECT_EQ(everywhere.header("location"), pathOf(member_) + "/grants/" + id);
    const auto again = grant(member_, {{"role", "desk"}}, {{"Idempotency-Key", "grant-desk-1"}});
    EXPECT_EQ(again.body, everywhere.body);
    EXPECT_EQ(codeOf(grant(director_, {{"role", "desk"}}, {{"Idempotency-Key", "grant-desk-1"}})),
              "idempotency-key-reused");
    EXPECT_EQ(codeOf(grant(member_, {{"role", "desk"}})), "conflict") << "it is held already";
    const auto inOne = grant(member_, {{"role", "desk"}, {"championship", "patra-2027"}});
    EXPECT_EQ(inOne.json().at("championship"), "patra-2027");
    const auto inHeat = grant(member_, {{"role", "desk"}, {"championship", "patra-2027"}, {"heat", "PAT1"}});
    EXPECT_EQ(inHeat.json().at("heat"), "PAT1");
    EXPECT_EQ(manager_.get(pathOf(member_)).json().at("grants").size(), 3U);

    const auto fault = [&](const json& wanted) {
        return fieldErrorsOf(grant(member_, wanted));
    };
    EXPECT_THAT(fault({{"role", "king"}}), testing::ElementsAre("/role not-a-choice"));
    EXPECT_THAT(fault({{"role", "desk"}, {"championship", "nowhere"}}),
                testing::ElementsAre("/championship incorrect"));
    EXPECT_THAT(fault({{"role", "desk"}, {"heat", "PAT1"}}), testing::ElementsAre("/heat incorrect"));
    EXPECT_THAT(fault({{"role", "desk"}, {"championship", "volos-2027"}, {"heat", "PAT1"}}),
                testing::ElementsAre("/heat incorrect"));
    EXPECT_EQ(manager_.post("/api/v1/accounts/" + Code::random().text() + "/grants", {{"role", "desk"}}).status, 404);

    const auto elsewhere = "/grants/" + inHeat.json().at("id").get<std::string>();
    EXPECT_EQ(manager_.send("DELETE", pathOf(director_) + elsewhere, {}, {{"If-Match", tagOf(director_)}}).status, 404)
        << "another account's grant";
    EXPECT_EQ(manager_.send("DELETE", pathOf(member_) + elsewhere, {}, {{"If-Match", tagOf(member_)}}).status, 204);
    EXPECT_EQ(manager_.send("DELETE", pathOf(member_) + elsewhere, {}, {{"If-Match", tagOf(member_)}}).status, 404);
    EXPECT_EQ(
        sql().value("select championship || ' ' || heat || ' ' || role || ' ' || detail from audit.act where act = "
                    "'role-revoked'"),
        "patra-2027 PAT1 director {\"grant\":\"" + inHeat.json().at("id").get<std::string>() + "\",\"role\":\"desk\"}");
}

TEST_F(StaffActs, EveryPageOfTheListIsReachedAndNobodyIsThereTwice) {
    for (int i = 0; i < 118; ++i) {
        staff_.add({.email = "m" + std::to_string(i) + "@example.org",
                    .name = i % 3 == 0 ? "Same" : "Name " + std::to_string(i)});
    }
    std::vector<std::string> names;
    std::set<std::string> codes;
    std::string next = "/api/v1/accounts?limit=7";
    int pages = 0;
    while (!next.empty()) {
        const auto page = manager_.get(next);
        ASSERT_EQ(page.status, 200) << page.body;
        ASSERT_LE(page.json().at("items").size(), 7U);
        for (const auto& item : page.json().at("items")) {
            names.push_back(item.at("display_name").get<std::string>());
            codes.insert(item.at("code").get<std::string>());
        }
        next = page.json().at("next").is_null() ? "" : page.json().at("next").get<std::string>();
        ASSERT_LT(++pages, 30);
    }
    EXPECT_EQ(pages, 18);
    EXPECT_EQ(names.size(), 120U);
    EXPECT_EQ(codes.size(), 120U);
    EXPECT_EQ(manager_.get("/api/v1/accounts").json().at("items").size(), 50U);
    EXPECT_EQ(manager_.get("/api/v1/accounts?limit=200").json().at("items").size(), 120U);
    EXPECT_THAT(fieldErrorsOf(manager_.get("/api/v1/accounts?limit=0")), testing::ElementsAre("?limit out-of-range"));
    EXPECT_THAT(fieldErrorsOf(manager_.get("/api/v1/accounts?after=forged")),
                testing::ElementsAre("?after bad-cursor"));
    EXPECT_EQ(manager_.get("/api/v1/accounts?sort=email").status, 422);
}

}  // namespace
}  // namespace agon::test
