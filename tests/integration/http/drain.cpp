#include <atomic>
#include <thread>

#include "probe.hpp"
#include "wire.hpp"

namespace agon::test {
namespace {

using Clock = std::chrono::steady_clock;

long eventsOf(const Probe& probe, const std::string& event) {
    return std::ranges::count_if(probe.logLines(), [&](const auto& line) { return line.value("event", "") == event; });
}

// Asks for an answer that takes `ms`, and returns when the handler is at work on it.
std::unique_ptr<Wire> beginSlow(const Probe& probe, int ms) {
    const auto before = eventsOf(probe, "probe.slow_begun");
    auto wire = std::make_unique<Wire>(probe.port());
    wire->send(plainRequest("GET /probe/slow?ms=" + std::to_string(ms)));
    EXPECT_TRUE(eventually(10s, [&] { return eventsOf(probe, "probe.slow_begun") > before; }));
    return wire;
}

void stop(Probe& probe) {
    probe.process().signal(SIGTERM);
    EXPECT_TRUE(eventually(10s, [&] { return eventsOf(probe, "http.draining") > 0; }));
}

TEST(Drain, FinishesWhatIsRunningAndEndsWellAtOnceAfterwards) {
    Probe probe;
    const auto slow = beginSlow(probe, 1000);
    stop(probe);
    const auto reply = slow->reply();
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.json()["slept"], 1000);
    EXPECT_EQ(slow->rest(), "");
    EXPECT_EQ(probe.process().waitForExit(5s), (ExitStatus{.code = 0}));
    EXPECT_EQ(eventsOf(probe, "http.drain_gave_up"), 0);
    EXPECT_EQ(eventsOf(probe, "http.stopped"), 1);
}

TEST(Drain, TakesNoNewWorkMeanwhile) {
    Probe probe;
    const auto slow = beginSlow(probe, 2500);
    stop(probe);
    auto http = probe.client();
    EXPECT_TRUE(eventually(1s, [&] { return http.get("/probe/small").status == 503; }));
    const auto refused = http.get("/probe/small");
    expectProblem(refused, 503, "shutting-down");
    EXPECT_EQ(refused.header("retry-after"), "2");
    EXPECT_EQ(refused.header("connection"), "close");
    expectProblem(http.get("/readyz"), 503, "shutting-down");
    EXPECT_EQ(http.get("/healthz").status, 200);
    EXPECT_EQ(slow->reply().status, 200);
    EXPECT_EQ(probe.process().waitForExit(5s), (ExitStatus{.code = 0}));
}

TEST(Drain, AnnouncesItselfBeforeItRefuses) {
    Probe probe{{{"PROBE_ANNOUNCE_MS", "1500"}}};
    stop(probe);
    auto http = probe.client();
    expectProblem(http.get("/readyz"), 503, "shutting-down");
    const auto served = http.get("/probe/small");
    EXPECT_EQ(served.status, 200);
    EXPECT_EQ(served.header("connection"), "close");
    EXPECT_EQ(probe.process().waitForExit(10s), (ExitStatus{.code = 0}));
}

TEST(Drain, GivesUpOnWhatTakesTooLong) {
    Probe probe{{{"PROBE_DRAIN_MS", "300"}}};
    const auto slow = beginSlow(probe, 9000);
    const auto begun = Clock::now();
    stop(probe);
    EXPECT_EQ(probe.process().waitForExit(8s), (ExitStatus{.code = 0}));
    EXPECT_LT(Clock::now() - begun, 5s);
    EXPECT_EQ(eventsOf(probe, "http.drain_gave_up"), 1);
}

TEST(Drain, DoesNotWaitForIdleOrHalfSpokenConnections) {
    Probe probe;
    Wire idle{probe.port()};
    idle.send(plainRequest("GET /probe/small"));
    EXPECT_EQ(idle.reply().status, 200);
    Wire half{probe.port()};
    half.send("GET /probe/sm");
    const auto begun = Clock::now();
    stop(probe);
    EXPECT_EQ(probe.process().waitForExit(8s), (ExitStatus{.code = 0}));
    EXPECT_LT(Clock::now() - begun, 5s);
    EXPECT_TRUE(idle.rest(2s));
}

TEST(Drain, EndsAtOnceWhenAskedTwice) {
    Probe probe;
    const auto slow = beginSlow(probe, 9000);
    stop(probe);
    const auto begun = Clock::now();
    probe.process().signal(SIGINT);
    EXPECT_TRUE(probe.process().waitForExit(8s).has_value());
    EXPECT_LT(Clock::now() - begun, 5s);
}

// Several clients write as fast as they can while the service goes down. Whatever it did, it has said so: no note is
// there that its writer did not hear of, and none is missing that its writer did hear of.
TEST(Drain, UnderLoadLeavesNothingHalfDone) {
    const ProbeDatabase database;
    Probe probe{database.settings()};
    std::atomic<long> heard{0};
    std::atomic<long> unheard{0};
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < 8; ++writer) {
        writers.emplace_back([&, writer](const std::stop_token& stopped) {
            auto http = probe.client();
            for (int i = 0; !stopped.stop_requested(); ++i) {
                try {
                    const auto text = std::to_string(writer) + "/" + std::to_string(i);
                    const auto reply = http.post("/probe/notes", {{"text", text}, {"count", 1}, {"pause", 0.005}});
                    if (reply.status != 201) {
                        expectProblem(reply, 503, "shutting-down");
                        return;
                    }
                    ++heard;
                } catch (const NoReply& none) {
                    // Refused or cut off before it was read: it comes to light below if it was not.
                    ++unheard;
                    return;
                }
            }
        });
    }
    EXPECT_TRUE(eventually(30s, [&] { return heard.load() > 200; }));
    stop(probe);
    EXPECT_EQ(probe.process().waitForExit(15s), (ExitStatus{.code = 0}));
    writers.clear();
    EXPECT_EQ(database.notes(), heard.load()) << unheard.load() << " writers got no answer";
    EXPECT_EQ(eventsOf(probe, "http.drain_gave_up"), 0);
}

}  // namespace
}  // namespace agon::test
