#include <gmock/gmock.h>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(Listening, OnAPortThatIsTakenIsRefusedBeforeAnythingIsTouched) {
    const TestDatabase database;
    const ServiceProcess first{database};
    const auto taken = first.baseUrl().substr(std::string{"http://"}.size());
    const DataFolder folder;
    auto environment = folder.environment();
    environment["AGON_LISTEN"] = taken;
    const auto refused = runAgon({"serve"}, environment);
    EXPECT_EQ(refused.status, (ExitStatus{.code = 1, .signal = 0}));
    EXPECT_THAT(refused.errors, AllOf(HasSubstr(taken), HasSubstr("Address already in use"), HasSubstr("AGON_LISTEN"),
                                      Not(HasSubstr("unexpected"))));
    EXPECT_FALSE(std::filesystem::exists(folder.data())) << "no cluster is made for a service that cannot serve";
    EXPECT_EQ(statusOf(first, "/readyz"), 200);
}

TEST(Listening, OnAnAddressThatThisMachineDoesNotHaveIsRefused) {
    const auto refused = runAgon({"serve"}, {{"AGON_LISTEN", "192.0.2.1:8080"}});
    EXPECT_EQ(refused.status, (ExitStatus{.code = 1, .signal = 0}));
    EXPECT_THAT(refused.errors, AllOf(HasSubstr("192.0.2.1:8080"), HasSubstr("Cannot assign"), HasSubstr("AGON_LISTEN"),
                                      Not(HasSubstr("unexpected"))));
}

TEST(Listening, OnASocketReplacesARemnantAndSparesALivingOne) {
    const TestDatabase database;
    const ScratchFolder folder{"socket"};
    const auto path = folder.path() / "http.sock";
    const Environment environment{{"AGON_LISTEN", "unix:" + path.string()}};
    const auto answers = [&] {
        try {
            return HttpClient::overSocket(path.string(), 2s).get("/readyz").status == 200;
        } catch (const NoReply&) {
            return false;
        }
    };
    ServiceProcess first{database, environment, ServiceProcess::Until::Started};
    ASSERT_TRUE(eventually(30s, answers)) << first.stderrText();

    const auto refused = runAgon({"serve"}, {{"AGON_LISTEN", "unix:" + path.string()},
                                             {"AGON_DATABASE_URL", database.url()},
                                             {"AGON_SERVER_KEY", std::string(64, 'a')}});
    EXPECT_EQ(refused.status, (ExitStatus{.code = 1, .signal = 0}));
    EXPECT_THAT(refused.errors, AllOf(HasSubstr(path.string()), Not(HasSubstr("unexpected"))));
    EXPECT_TRUE(answers());

    kill9(first);
    ASSERT_TRUE(std::filesystem::exists(path)) << "a killed service leaves its socket behind";
    ServiceProcess second{database, environment, ServiceProcess::Until::Started};
    ASSERT_TRUE(eventually(30s, answers)) << second.stderrText();
    endGracefully(second);
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Listening, WhereOthersCanReachItSaysLoudlyWhatIsMissing) {
    const TestDatabase database;
    ServiceProcess service{database, {{"AGON_LISTEN", "0.0.0.0:0"}}, ServiceProcess::Until::Listening};
    EXPECT_TRUE(says(service, "ATTENTION: 0.0.0.0:0 can be reached from other machines"));
    EXPECT_TRUE(says(service, "deploy/nginx.conf"));
    endGracefully(service);

    ServiceProcess quiet{database};
    EXPECT_FALSE(says(quiet, "ATTENTION"));
    endGracefully(quiet);
}

}  // namespace
}  // namespace agon::test
