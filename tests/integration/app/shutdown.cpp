#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

TEST(Shutdown, UnderLoadAnswersWhatItAcceptedAndExitsWithZero) {
    const TestDatabase database;
    ServiceProcess service{database};
    std::atomic<int> answered{0};
    std::atomic<int> wrong{0};
    {
        std::vector<std::jthread> clients;
        for (int i = 0; i < 8; ++i) {
            clients.emplace_back([&](const std::stop_token& stop) {
                HttpClient http{service.baseUrl()};
                while (!stop.stop_requested()) {
                    try {
                        const auto reply = http.get("/readyz");
                        // Unready while it drains, so that whoever balances the load goes elsewhere.
                        const bool right =
                            reply.status == 200 || (reply.status == 503 && reply.hasHeader("retry-after"));
                        right ? ++answered : ++wrong;
                    } catch (const NoReply& none) {
                        // Refused or closed between two requests is right; cut off in an answer is not.
                        constexpr int kPartialFile = 18;
                        if (none.code == kPartialFile) ++wrong;
                        if (!service.running()) return;
                    }
                }
            });
        }
        ASSERT_TRUE(eventually(20s, [&] { return answered > 200; }));
        endGracefully(service);
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(database.session().number("select count(*) from pg_stat_activity where application_name like 'agon-%'"
                                        " and datname = current_database()"),
              0);
}

TEST(Shutdown, IsTheSameForAnInterruptFromTheTerminal) {
    const TestDatabase database;
    ServiceProcess service{database};
    service.signal(SIGINT);
    EXPECT_EQ(service.waitForExit(), ExitStatus{}) << service.stderrText();
}

TEST(Shutdown, WhileTheEmbeddedServerStartsLeavesNoServerBehind) {
    const DataFolder folder;
    const auto service = folder.serve(ServiceProcess::Until::Started);
    ASSERT_TRUE(eventually(20s, [&] { return says(*service, "creating a PostgreSQL"); }));
    endGracefully(*service);
    EXPECT_FALSE(folder.postmaster());
    const auto again = folder.serve();
    EXPECT_EQ(statusOf(*again, "/readyz"), 200);
    endGracefully(*again);
}

}  // namespace
}  // namespace agon::test
