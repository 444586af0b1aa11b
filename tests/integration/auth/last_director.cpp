#include <thread>

#include "integration/auth/auth_test.hpp"

namespace agon::test {
namespace {

class LastDirector : public AuthTest {
  protected:
    std::string tagOf(const Member& member) {
        return "\"v" + sql().value("select version from ops.account where id = $1", {std::to_string(member.id)}) + "\"";
    }
    std::string directorGrantOf(const Member& member) {
        return sql().value("select code from ops.role_grant where role = 'director' and account_id = $1",
                           {std::to_string(member.id)});
    }
    static HttpReply disable(SignedInClient& by, const Member& whom, const std::string& tag) {
        return by.send("PATCH", "/api/v1/accounts/" + whom.code, R"({"state":"disabled"})", {{"If-Match", tag}});
    }
    static HttpReply revoke(SignedInClient& by, const Member& whom, const std::string& grant, const std::string& tag) {
        return by.send("DELETE", "/api/v1/accounts/" + whom.code + "/grants/" + grant, {}, {{"If-Match", tag}});
    }
    long long directors() {
        return sql().number(
            "select count(*) from ops.account a join ops.role_grant g on g.account_id = a.id"
            " where a.state = 'active' and g.role = 'director'");
    }

    Member other_ = staff_.addDirector("other@example.org");
};

TEST_F(LastDirector, CannotBeDisabledNorLoseTheRole) {
    auto client = letIn(director_);
    ASSERT_EQ(disable(client, other_, tagOf(other_)).status, 200);
    const auto disabled = disable(client, director_, tagOf(director_));
    EXPECT_EQ(disabled.status, 409);
    EXPECT_EQ(codeOf(disabled), "last-director");
    const auto revoked = revoke(client, director_, directorGrantOf(director_), tagOf(director_));
    EXPECT_EQ(codeOf(revoked), "last-director");
    EXPECT_EQ(client.get("/api/v1/accounts").status, 200) << "nothing of it was kept";
    EXPECT_EQ(staff_.acts("account-disabled"), 1);
    EXPECT_EQ(staff_.acts("role-revoked"), 0);
}

TEST_F(LastDirector, OfOneChampionshipOnlyDoesNotCount) {
    staff_.addChampionship("patra-2027");
    sql().rows("delete from ops.role_grant where account_id = $1", {std::to_string(other_.id)});
    staff_.grant(other_, "director", {"patra-2027", {}});
    auto client = letIn(director_);
    EXPECT_EQ(codeOf(disable(client, director_, tagOf(director_))), "last-director");
}

TEST_F(LastDirector, IsLeftWhenTwoDisableEachOther) {
    for (int round = 0; round < 20; ++round) {
        auto one = letIn(director_);
        auto two = letIn(other_);
        const auto tagOfOne = tagOf(director_);
        const auto tagOfTwo = tagOf(other_);
        std::array<HttpReply, 2> replies;
        {
            std::jthread first{[&] {
                replies[0] = disable(one, other_, tagOfTwo);
            }};
            std::jthread second{[&] {
                replies[1] = disable(two, director_, tagOfOne);
            }};
        }
        const auto done = std::ranges::count(replies, 200, &HttpReply::status);
        ASSERT_EQ(done, 1) << replies[0].body << replies[1].body;
        const auto& lost = replies[0].status == 200 ? replies[1] : replies[0];
        // Too late at the door, or too late at the lock.
        ASSERT_TRUE(lost.status == 401 || (lost.status == 409 && codeOf(lost) == "last-director")) << lost.body;
        ASSERT_EQ(directors(), 1);
        sql().run("update ops.account set state = 'active'");
    }
}

TEST_F(LastDirector, IsLeftWhenTwoTakeTheRoleFromEachOther) {
    for (int round = 0; round < 20; ++round) {
        auto one = letIn(director_);
        auto two = letIn(other_);
        const auto grantOfOne = directorGrantOf(director_);
        const auto grantOfTwo = directorGrantOf(other_);
        const auto tagOfOne = tagOf(director_);
        const auto tagOfTwo = tagOf(other_);
        std::array<HttpReply, 2> replies;
        {
            std::jthread first{[&] {
                replies[0] = revoke(one, other_, grantOfTwo, tagOfTwo);
            }};
            std::jthread second{[&] {
                replies[1] = revoke(two, director_, grantOfOne, tagOfOne);
            }};
        }
        ASSERT_EQ(std::ranges::count(replies, 204, &HttpReply::status), 1) << replies[0].body << replies[1].body;
        ASSERT_EQ(directors(), 1);
        staff_.grant(replies[0].status == 204 ? other_ : director_, "director");
    }
}

}  // namespace
}  // namespace agon::test
