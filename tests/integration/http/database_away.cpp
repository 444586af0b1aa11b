#include "probe.hpp"

namespace agon::test {
namespace {

class DatabaseAway : public testing::Test {
  protected:
    TestCluster cluster;
    ProbeDatabase database{cluster};
    Probe probe{database.settings()};
    HttpClient http = probe.client();
};

TEST_F(DatabaseAway, GivesAProblemThatSaysWhenToComeBackAndServiceComesBackByItself) {
    EXPECT_EQ(http.post("/probe/notes", {{"text", "before"}, {"count", 1}}).status, 201);
    EXPECT_EQ(http.get("/readyz").status, 200);

    cluster.stop(TestCluster::Stop::Immediate);
    for (int i = 0; i < 5; ++i) {
        const auto reply = http.post("/probe/notes", {{"text", "while away"}, {"count", 1}});
        expectProblem(reply, 503, "unavailable");
        EXPECT_EQ(reply.header("retry-after"), "2");
    }
    const auto ready = http.get("/readyz");
    expectProblem(ready, 503, "unavailable");
    EXPECT_TRUE(ready.hasHeader("retry-after"));
    EXPECT_EQ(http.get("/healthz").status, 200);
    EXPECT_EQ(http.get("/probe/small").status, 200);

    cluster.start();
    EXPECT_TRUE(eventually(20s, [&] { return http.get("/readyz").status == 200; }));
    EXPECT_EQ(http.post("/probe/notes", {{"text", "after"}, {"count", 1}}).status, 201);
    EXPECT_EQ(database.notes(), 2);
}

TEST_F(DatabaseAway, FromTheStartIsNoReasonNotToStart) {
    cluster.stop();
    const Probe late{database.settings()};
    auto client = late.client();
    expectProblem(client.get("/probe/notes"), 503, "unavailable");
    cluster.start();
    EXPECT_TRUE(eventually(20s, [&] { return client.get("/probe/notes").status == 200; }));
}

}  // namespace
}  // namespace agon::test
