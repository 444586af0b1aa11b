#include "integration/auth/auth_test.hpp"

namespace agon::test {
namespace {

// Several instances on one database, started as time goes by.
class KeyRotation : public testing::Test {
  protected:
    int meOn(const ServiceProcess& service, const std::string& token) {
        return HttpClient{service.baseUrl()}.get("/api/v1/auth/me", bearer(token)).status;
    }
    static std::string kidOf(const std::string& token) { return headerOf(token).at("kid").get<std::string>(); }
    HttpReply refreshOn(const ServiceProcess& service, const std::string& cookie) {
        return HttpClient{service.baseUrl()}.send("POST", "/api/v1/auth/refresh", {}, {{"Cookie", cookie}});
    }

    TestDatabase database_;
    Staff staff_{database_};
    Member member_ = staff_.add({.email = "desk@example.org", .role = "desk"});
};

TEST_F(KeyRotation, SignsNobodyOutAndNoInstanceRefusesWhatAnotherSigned) {
    auto& sql = staff_.sql();
    const ServiceProcess first{database_};
    const SignedInClient before{first.baseUrl(), staff_, member_};
    const auto oldKid = kidOf(before.token());
    ASSERT_EQ(sql.number("select count(*) from ops.signing_key"), 1);

    // A month later the next key is announced, and does not sign before every instance has heard of it.
    sql.run("update ops.signing_key set signs_from = signs_from - interval '31 days'");
    const ServiceProcess second{database_};
    ASSERT_EQ(sql.number("select count(*) from ops.signing_key"), 2);
    EXPECT_GE(
        sql.number("select extract(epoch from max(signs_from) - clock_timestamp())::integer from ops.signing_key"),
        240);
    const SignedInClient announced{second.baseUrl(), staff_, member_};
    EXPECT_EQ(kidOf(announced.token()), oldKid);
    EXPECT_EQ(meOn(second, before.token()), 200);
    EXPECT_EQ(meOn(first, announced.token()), 200);

    // When its time has come it signs; what the one before signed stays good, on whatever instance.
    sql.run(
        "update ops.signing_key set signs_from = clock_timestamp() - interval '1 second' where signs_from > "
        "clock_timestamp()");
    const ServiceProcess third{database_};
    const SignedInClient after{third.baseUrl(), staff_, member_};
    EXPECT_NE(kidOf(after.token()), oldKid);
    EXPECT_EQ(meOn(third, before.token()), 200);
    EXPECT_EQ(meOn(third, announced.token()), 200);
    EXPECT_EQ(meOn(second, after.token()), 200) << "it knew the key since it was announced";

    // When the old key is trusted no more, its tokens are not; whoever holds one gets another without signing in.
    sql.rows("update ops.signing_key set trusted_until = clock_timestamp() where kid = $1", {oldKid});
    const ServiceProcess fourth{database_};
    EXPECT_EQ(meOn(fourth, before.token()), 401);
    const auto refreshed = refreshOn(fourth, before.refreshCookie());
    ASSERT_EQ(refreshed.status, 200) << refreshed.body;
    const auto token = refreshed.json().at("access_token").get<std::string>();
    EXPECT_EQ(kidOf(token), kidOf(after.token()));
    EXPECT_EQ(meOn(fourth, token), 200);
    EXPECT_EQ(meOn(third, token), 200);
}

TEST_F(KeyRotation, TwoInstancesThatStartTogetherMakeOneKey) {
    ServiceProcess one{database_, {}, ServiceProcess::Until::Started};
    ServiceProcess other{database_, {}, ServiceProcess::Until::Started};
    one.waitUntil(ServiceProcess::Until::Ready);
    other.waitUntil(ServiceProcess::Until::Ready);
    EXPECT_EQ(staff_.sql().number("select count(*) from ops.signing_key"), 1);
    const SignedInClient here{one.baseUrl(), staff_, member_};
    EXPECT_EQ(meOn(other, here.token()), 200);
    EXPECT_EQ(refreshOn(other, here.refreshCookie()).status, 200);
}

TEST_F(KeyRotation, InstancesThatAreReachedUnderDifferentAddressesTrustEachOther) {
    const ServiceProcess one{database_, {{"AGON_PUBLIC_URL", "https://one.example.org"}}};
    const ServiceProcess other{database_};
    EXPECT_EQ(meOn(other, SignedInClient{one.baseUrl(), staff_, member_}.token()), 200);
    EXPECT_EQ(meOn(one, SignedInClient{other.baseUrl(), staff_, member_}.token()), 200);
}

TEST_F(KeyRotation, ACopyOfTheDatabaseWithoutTheServerKeySignsNothing) {
    const ServiceProcess service{database_};
    const SignedInClient here{service.baseUrl(), staff_, member_};
    const ServiceProcess stranger{database_, {{"AGON_SERVER_KEY", std::string(64, '8')}}};
    EXPECT_EQ(meOn(stranger, here.token()), 401);
    EXPECT_EQ(refreshOn(stranger, here.refreshCookie()).status, 401);
    EXPECT_EQ(meOn(service, here.token()), 200);
}

}  // namespace
}  // namespace agon::test
