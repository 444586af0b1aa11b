#include <gmock/gmock.h>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr auto kPassword = "hush-of-the-database";

// A server that asks its owner for a password.
class DatabasePassword : public testing::Test {
  protected:
    DatabasePassword() {
        SqlSession admin{cluster_.adminUrl("postgres")};
        admin.run(fmt::format("alter role agon password '{}'", kPassword));
        const auto rules = cluster_.socketFolder() / "data" / "pg_hba.conf";
        std::ofstream{rules} << "local all agon scram-sha-256\nlocal all all trust\n";
        admin.run("select pg_reload_conf()");
        EXPECT_TRUE(eventually(5s, [&] { return !accepts(cluster_.url("postgres")); }));
    }

    static bool accepts(const std::string& url) {
        try {
            SqlSession{url};
            return true;
        } catch (const std::runtime_error&) {
            return false;
        }
    }

    [[nodiscard]] std::string urlWith(const std::string& password) const {
        return fmt::format("postgresql://agon:{}@/{}?host={}", password, database_.name(),
                           cluster_.socketFolder().string());
    }

    TestCluster cluster_;
    TestDatabase database_{TestDatabase::empty(cluster_)};
    ScratchFolder folder_{"secret"};
};

TEST_F(DatabasePassword, ComesFromAFileAndIsSeenNowhere) {
    const auto secret = folder_.path() / "database_url";
    std::ofstream{secret} << urlWith(kPassword) << "\n";
    ServiceProcess service{database_, {{"AGON_DATABASE_URL_FILE", secret.string()}, {"AGON_LOG_LEVEL", "debug"}}};
    EXPECT_EQ(statusOf(service, "/readyz"), 200);
    endGracefully(service);
    EXPECT_FALSE(says(service, kPassword));
    EXPECT_FALSE(says(service, std::string(64, '7'))) << "the server key stands in the log";
}

TEST_F(DatabasePassword, ThatIsWrongIsRefusedAtOnceWithoutBeingShown) {
    const auto refused = runAgon(
        {"serve"}, {{"AGON_DATABASE_URL", urlWith("wrong-hush")}, {"AGON_SERVER_KEY", std::string(64, 'a')}}, 20s);
    EXPECT_EQ(refused.status, (ExitStatus{.code = 1, .signal = 0}));
    EXPECT_THAT(refused.errors, HasSubstr("password authentication failed"));
    EXPECT_THAT(refused.output + refused.errors, Not(HasSubstr("wrong-hush")));
}

}  // namespace
}  // namespace agon::test
