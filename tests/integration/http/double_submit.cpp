#include <barrier>
#include <future>
#include <mutex>
#include <set>
#include <thread>

#include "probe.hpp"

namespace agon::test {
namespace {

using testing::HasSubstr;
using testing::Not;

nlohmann::json note(const std::string& text, double pause = 0) {
    return {{"text", text}, {"count", 1}, {"pause", pause}};
}

Headers keyed(const std::string& key) {
    return {{"Idempotency-Key", key}};
}

std::string keyOf(std::string text) {
    std::ranges::replace(text, ' ', '-');
    return "key-of-" + text;
}

class DoubleSubmit : public ProbeTest {
  protected:
    static long long number(const std::string& sql) { return database_->session().number(sql); }
    static long long notes(const std::string& text) {
        return database_->session().number("select count(*) from probe.note where text = $1", {text});
    }
    static long long records() { return number("select count(*) from ops.idempotency"); }

    // A transaction of the probe sleeps in the middle of its act.
    static void waitForSleeper() {
        EXPECT_TRUE(eventually(10s, [] { return sleepers() > 0; }));
    }
    static long long sleepers() {
        return number(
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'");
    }
};

TEST_F(DoubleSubmit, GetsTheSameAnswerByteForByte) {
    const auto first = http.post("/probe/notes", note("same"), keyed("same-key-1"));
    EXPECT_EQ(first.status, 201);
    for (int i = 0; i < 3; ++i) {
        const auto again = http.post("/probe/notes", note("same"), keyed("same-key-1"));
        EXPECT_EQ(again.status, 201);
        EXPECT_EQ(again.body, first.body);
        EXPECT_EQ(again.header("location"), first.header("location"));
        EXPECT_EQ(again.header("content-type"), first.header("content-type"));
    }
    EXPECT_EQ(notes("same"), 1);
}

TEST_F(DoubleSubmit, WithoutAKeyIsTwoActs) {
    EXPECT_EQ(http.post("/probe/notes", note("no key")).status, 201);
    EXPECT_EQ(http.post("/probe/notes", note("no key")).status, 409);  // the text is there already
}

TEST_F(DoubleSubmit, OfAnotherBodyIsRefused) {
    EXPECT_EQ(http.post("/probe/notes", note("mine"), keyed("other-body-1")).status, 201);
    expectProblem(http.post("/probe/notes", note("not mine"), keyed("other-body-1")), 422, "idempotency-key-reused");
    // Other bytes are another body, whatever they mean; and so is another address.
    expectProblem(http.send("POST", "/probe/notes", note("mine").dump() + " ", keyed("other-body-1")), 422,
                  "idempotency-key-reused");
    expectProblem(http.send("POST", "/probe/notes?x=1", note("mine").dump(), keyed("other-body-1")), 422,
                  "idempotency-key-reused");
    EXPECT_EQ(notes("not mine"), 0);
}

TEST_F(DoubleSubmit, OfAnotherCallerIsAnActOfItsOwn) {
    auto mine = keyed("two-callers-1");
    mine.emplace_back("Authorization", "Bearer strong");
    auto theirs = keyed("two-callers-1");
    theirs.emplace_back("Authorization", "Bearer weak");
    const auto first = http.post("/probe/notes", note("of the first"), mine);
    const auto second = http.post("/probe/notes", note("of the second"), theirs);
    EXPECT_EQ(first.status, 201);
    EXPECT_EQ(second.status, 201);
    EXPECT_NE(first.body, second.body);
    EXPECT_EQ(http.post("/probe/notes", note("of the first"), mine).body, first.body);
}

TEST_F(DoubleSubmit, AfterARefusalIsAFreshAct) {
    const auto before = records();
    auto body = note("refused at first");
    body["refused"] = true;
    expectProblem(http.post("/probe/notes", body, keyed("refused-key-1")), 409, "conflict");
    EXPECT_EQ(notes("refused at first"), 0);
    EXPECT_EQ(records(), before);
    EXPECT_EQ(http.post("/probe/notes", note("refused at first"), keyed("refused-key-1")).status, 201);
    EXPECT_EQ(notes("refused at first"), 1);
}

TEST_F(DoubleSubmit, AfterAFailedActIsAFreshOne) {
    EXPECT_EQ(http.post("/probe/notes", note("taken"), keyed("failed-key-1")).status, 201);
    const auto before = records();
    expectProblem(http.post("/probe/notes", note("taken"), keyed("failed-key-2")), 409, "conflict");
    EXPECT_EQ(records(), before);
    EXPECT_EQ(http.post("/probe/notes", note("free"), keyed("failed-key-2")).status, 201);
}

TEST_F(DoubleSubmit, NeedsAKeyThatCanBeOne) {
    for (const auto& key :
         {std::string{"short"}, std::string(129, 'k'), std::string{"with a space"}, std::string{"κλειδί-κλειδί"}}) {
        SCOPED_TRACE(key);
        const auto reply = http.post("/probe/notes", note("bad key"), keyed(key));
        expectProblem(reply, 422, "invalid-fields");
        EXPECT_EQ(reply.json()["errors"][0]["pointer"], "Idempotency-Key");
    }
    auto twice = keyed("twice-key-1");
    twice.emplace_back("Idempotency-Key", "twice-key-2");
    expectProblem(http.post("/probe/notes", note("bad key"), twice), 400, "malformed-request");
    EXPECT_EQ(notes("bad key"), 0);
    EXPECT_EQ(http.post("/probe/notes", note("long key"), keyed(std::string(128, 'k'))).status, 201);
}

TEST_F(DoubleSubmit, LeavesNothingReadableBehind) {
    EXPECT_EQ(http.post("/probe/notes", note("sentinel-text"), keyed("sentinel-key-1")).status, 201);
    const auto rows = database_->session().rows("select i::text from ops.idempotency i");
    ASSERT_FALSE(rows.empty());
    for (const auto& row : rows) EXPECT_THAT(row[0].value_or(""), Not(HasSubstr("sentinel")));
    const auto hex = database_->session().number(
        "select count(*) from ops.idempotency where encode(key_hash, 'escape') like '%sentinel%'"
        " or encode(body_hash, 'escape') like '%sentinel%'");
    EXPECT_EQ(hex, 0);
}

TEST_F(DoubleSubmit, IsRememberedForADayAndThenForgotten) {
    EXPECT_EQ(http.post("/probe/notes", note("old"), keyed("old-key-1")).status, 201);
    EXPECT_EQ(number("select count(*) from ops.idempotency"
                     " where abs(extract(epoch from expires_at - created_at) - 86400) > 1"),
              0);
    // An hour less than a day old: still there after a purge.
    database_->session().run("update ops.idempotency set expires_at = clock_timestamp() + interval '1 hour'");
    EXPECT_EQ(http.send("POST", "/probe/purge").json()["removed"], 0);
    EXPECT_EQ(http.post("/probe/notes", note("old"), keyed("old-key-1")).status, 201);

    const auto kept = records() - 1;
    database_->session().run(
        "update ops.idempotency set expires_at = clock_timestamp() - interval '1 second'"
        " where created_at = (select max(created_at) from ops.idempotency)");
    EXPECT_EQ(http.send("POST", "/probe/purge").json()["removed"], 1);
    EXPECT_EQ(records(), kept);
    // The key is free again, and stands for whatever comes first.
    EXPECT_EQ(http.post("/probe/notes", note("after a day"), keyed("old-key-1")).status, 201);
}

TEST_F(DoubleSubmit, OfAnExpiredKeyIsAFreshActEvenBeforeThePurge) {
    const auto first = http.post("/probe/notes", note("expired"), keyed("expired-key-1"));
    database_->session().run("update ops.idempotency set expires_at = clock_timestamp() - interval '1 second'");
    const auto second = http.post("/probe/notes", note("expired anew"), keyed("expired-key-1"));
    EXPECT_EQ(second.status, 201);
    EXPECT_NE(second.body, first.body);
    EXPECT_EQ(http.post("/probe/notes", note("expired anew"), keyed("expired-key-1")).body, second.body);
    EXPECT_EQ(number("select count(*) from ops.idempotency where expires_at < clock_timestamp() + interval '23 hours'"
                     " and expires_at > clock_timestamp()"),
              0);
}

TEST_F(DoubleSubmit, WaitsForTheFirstAndGetsItsAnswer) {
    auto first = std::async(std::launch::async, [&] {
        return probe_->client().post("/probe/notes", note("slow", 1), keyed("slow-key-1"));
    });
    waitForSleeper();
    const auto second = http.post("/probe/notes", note("slow", 1), keyed("slow-key-1"));
    const auto reply = first.get();
    EXPECT_EQ(reply.status, 201);
    EXPECT_EQ(second.status, 201);
    EXPECT_EQ(second.body, reply.body);
    EXPECT_EQ(notes("slow"), 1);
}

TEST_F(DoubleSubmit, IsToldToComeBackWhenTheFirstTakesLong) {
    auto first = std::async(std::launch::async, [&] {
        return probe_->client().post("/probe/notes", note("very slow", 4), keyed("very-slow-key-1"));
    });
    waitForSleeper();
    const auto second = http.post("/probe/notes", note("very slow", 4), keyed("very-slow-key-1"));
    expectProblem(second, 409, "idempotency-key-in-use");
    EXPECT_EQ(second.header("retry-after"), "1");
    const auto reply = first.get();
    EXPECT_EQ(reply.status, 201);
    EXPECT_EQ(http.post("/probe/notes", note("very slow", 4), keyed("very-slow-key-1")).body, reply.body);
}

// Two instances on one database, 32 clients at the same moment.
TEST_F(DoubleSubmit, FromManyClientsAtOnceIsOneAct) {
    constexpr int kClients = 32;
    constexpr int kRounds = 12;
    const Probe other{database_->settings()};
    std::barrier together{kClients};
    std::mutex mutex;
    std::vector<std::set<std::string>> bodies(kRounds);
    std::vector<int> busy(kRounds);
    {
        std::vector<std::jthread> clients;
        for (int client = 0; client < kClients; ++client) {
            clients.emplace_back([&, client] {
                auto mine = client % 2 == 0 ? probe_->client() : other.client();
                for (int round = 0; round < kRounds; ++round) {
                    const auto name = "race " + std::to_string(round);
                    together.arrive_and_wait();
                    const auto reply = mine.post("/probe/notes", note(name, round % 3 == 0 ? 0.05 : 0),
                                                 keyed("race-key-" + std::to_string(round)));
                    const std::lock_guard lock{mutex};
                    const auto at = static_cast<std::size_t>(round);
                    if (reply.status == 201) {
                        bodies[at].insert(reply.header("location") + reply.body);
                    } else {
                        // 409 while the first is at work; 503 when all connections of the pool wait for it.
                        EXPECT_TRUE(reply.status == 409 || reply.status == 503) << reply.body;
                        ++busy[at];
                    }
                }
            });
        }
    }
    for (int round = 0; round < kRounds; ++round) {
        EXPECT_EQ(bodies[static_cast<std::size_t>(round)].size(), 1U) << round;
        EXPECT_LT(busy[static_cast<std::size_t>(round)], kClients / 2) << round;
        EXPECT_EQ(notes("race " + std::to_string(round)), 1);
    }
    EXPECT_EQ(number("select count(*) from probe.note where text like 'race %'"), kRounds);
}

TEST_F(DoubleSubmit, OfDifferentBodiesAtOnceCarriesOutOne) {
    constexpr int kClients = 16;
    std::barrier together{kClients};
    std::atomic<int> done{0};
    std::atomic<int> reused{0};
    {
        std::vector<std::jthread> clients;
        for (int client = 0; client < kClients; ++client) {
            clients.emplace_back([&, client] {
                auto mine = probe_->client();
                together.arrive_and_wait();
                const auto reply =
                    mine.post("/probe/notes", note("differs " + std::to_string(client)), keyed("differing-key-1"));
                if (reply.status == 201) ++done;
                if (reply.status == 422) ++reused;
            });
        }
    }
    EXPECT_EQ(done.load(), 1);
    EXPECT_EQ(reused.load(), kClients - 1);
    EXPECT_EQ(number("select count(*) from probe.note where text like 'differs %'"), 1);
}

TEST_F(DoubleSubmit, AfterAKillInTheMiddleIsAFreshAct) {
    Probe doomed{database_->settings()};
    auto first = std::async(std::launch::async, [&] {
        EXPECT_THROW(doomed.client().post("/probe/notes", note("killed", 2), keyed("killed-key-1")), NoReply);
    });
    waitForSleeper();
    doomed.process().signal(SIGKILL);
    first.get();
    EXPECT_TRUE(eventually(10s, [] { return sleepers() == 0; }));
    EXPECT_EQ(notes("killed"), 0);
    HttpReply again;
    EXPECT_TRUE(eventually(10s, [&] {
        again = http.post("/probe/notes", note("killed", 2), keyed("killed-key-1"));
        return again.status == 201;
    }));
    EXPECT_EQ(notes("killed"), 1);
    EXPECT_EQ(http.post("/probe/notes", note("killed", 2), keyed("killed-key-1")).body, again.body);
}

// Clients write without pause until the service is killed, wherever it happens to be. Afterwards each act is there with
// its record or not at all, and repeating every request on another instance makes each of them happen once, with the
// answer that was given before the kill if there was one.
TEST_F(DoubleSubmit, AfterAKillUnderLoadIsWholeOrFresh) {
    for (int round = 0; round < 3; ++round) {
        const auto prefix = "kill " + std::to_string(round) + "/";
        std::mutex mutex;
        std::map<std::string, std::string> sent;  // the answer, empty when none came
        {
            Probe doomed{database_->settings()};
            std::vector<std::jthread> writers;
            for (int writer = 0; writer < 8; ++writer) {
                writers.emplace_back([&, writer] {
                    auto mine = doomed.client();
                    for (int i = 0;; ++i) {
                        const auto text = prefix + std::to_string(writer) + "/" + std::to_string(i);
                        std::string body;
                        try {
                            body = mine.post("/probe/notes", note(text), keyed(keyOf(text))).body;
                        } catch (const NoReply&) {
                        }
                        const std::lock_guard lock{mutex};
                        sent[text] = body;
                        if (body.empty()) return;
                    }
                });
            }
            EXPECT_TRUE(eventually(30s, [&] {
                const std::lock_guard lock{mutex};
                return sent.size() > 60;
            }));
            doomed.process().signal(SIGKILL);
        }
        for (const auto& [text, body] : sent) {
            const auto again = http.post("/probe/notes", note(text), keyed(keyOf(text)));
            EXPECT_EQ(again.status, 201) << again.body;
            if (!body.empty()) EXPECT_EQ(again.body, body);
            EXPECT_EQ(notes(text), 1);
        }
    }
    EXPECT_EQ(number("select count(*) from ops.idempotency where status is null"), 0);
}

}  // namespace
}  // namespace agon::test
