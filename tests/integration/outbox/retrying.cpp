#include <thread>

#include "integration/outbox/post.hpp"
#include "outbox/service.hpp"

namespace agon::test {
namespace {

class Retrying : public PostTest {
  protected:
    static http::SeenVersion saw(const std::string& ifMatch) {
        auto request = drogon::HttpRequest::newHttpRequest();
        request->addHeader("if-match", ifMatch);
        return http::SeenVersion::of(http::Request{request, Language::English, "request-1"}).value();
    }

    Actor director() {
        Actor actor;
        actor.kind = Actor::Kind::Staff;
        actor.account = AccountId{7};
        actor.role = "director";
        return actor;
    }

    std::future<Result<outbox::Queued>> startRetry(const std::string& code, const std::string& ifMatch) {
        return loop_.start([this, code, ifMatch]() -> Task<Result<outbox::Queued>> {
            return outbox::retryMessage(db(), director(), code, saw(ifMatch));
        });
    }
    Result<outbox::Queued> retry(const std::string& code, const std::string& ifMatch) {
        return startRetry(code, ifMatch).get();
    }

    std::string ifMatch() { return "\"v" + value("version") + "\""; }

    void fail() {
        enqueue(changedPassword(1));
        database_.session().run("update ops.outbox set state = 'failed', settled_at = now(), attempts = 20");
    }

    long long recorded() {
        return database_.session().number("select count(*) from audit.act where act = 'message-retried'");
    }
};

TEST_F(Retrying, AFailedMessageIsSentWithAllItsTriesBeforeIt) {
    mail_.behave(SmtpServer::Manner::RefuseForGood);
    enqueue(changedPassword(1));
    start();
    ASSERT_TRUE(becomes("state = 'failed'"));
    mail_.behave(SmtpServer::Manner::Accept);
    const auto code = value("code");
    const auto waiting = retry(code, ifMatch());
    ASSERT_TRUE(waiting);
    EXPECT_EQ(waiting->state, outbox::State::Waiting);
    EXPECT_EQ(waiting->attempts, 0);
    ASSERT_TRUE(becomes("state = 'sent' and attempts = 1"));
    const auto row = database_.session().rows("select account_id, role, subject_kind, subject from audit.act");
    ASSERT_EQ(row.size(), 1U);
    EXPECT_EQ(row[0], (std::vector<SqlText>{"7", "director", "message", code}));
}

TEST_F(Retrying, AnExpiredOneIsTriedOnceMoreAndItsLinkDecides) {
    auto message = resetLink(1, 12);
    message.expiresAt = Instant{std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()) - 1s};
    enqueue(message);
    start();
    ASSERT_TRUE(becomes("state = 'expired'"));
    ASSERT_TRUE(retry(value("code"), ifMatch()));
    ASSERT_TRUE(becomes("state = 'sent'"));
}

TEST_F(Retrying, OnlyWhatWasGivenUpCanBeRetried) {
    enqueue(changedPassword(1));
    for (const std::string state : {"sent", "shown", "refused"}) {
        database_.session().rows("update ops.outbox set state = $1, settled_at = now()", {state});
        const auto refused = retry(value("code"), ifMatch());
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ProblemCode::Conflict) << state;
    }
    database_.session().run("update ops.outbox set state = 'waiting', settled_at = null");
    EXPECT_EQ(retry(value("code"), ifMatch()).error().code, ProblemCode::Conflict);
    EXPECT_EQ(retry("ZZZZ-ZZZZ", "\"v1\"").error().code, ProblemCode::NotFound);
    EXPECT_EQ(recorded(), 0);
}

TEST_F(Retrying, AStaleVersionIsRefused) {
    fail();
    EXPECT_EQ(retry(value("code"), "\"v7\"").error().code, ProblemCode::StaleVersion);
    EXPECT_EQ(count("state = 'failed'"), 1);
}

TEST_F(Retrying, OfManyAtOnceOneSucceeds) {
    fail();
    const auto code = value("code");
    const auto tag = ifMatch();
    std::vector<std::future<Result<outbox::Queued>>> answers;
    for (int i = 0; i < 12; ++i) answers.push_back(startRetry(code, tag));
    int succeeded = 0;
    for (auto& answer : answers) {
        const auto got = answer.get();
        if (got) {
            ++succeeded;
        } else {
            EXPECT_EQ(got.error().code, ProblemCode::StaleVersion);
        }
    }
    EXPECT_EQ(succeeded, 1);
    EXPECT_EQ(recorded(), 1);
}

TEST_F(Retrying, APreviewShowsTheWordsAndNeitherLinkNorAddress) {
    readers_.give(2, {"maria@example.gr", Language::Greek});
    enqueue(resetLink(2, 12));
    const auto shown = loop_.run([&]() -> Task<Result<outbox::Preview>> {
        return outbox::previewMessage(db(), readers_.lookups(), value("code"));
    });
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->to, "m***@e***.gr");
    EXPECT_EQ(shown->text.subject, "Νέος κωδικός πρόσβασης");
    EXPECT_THAT(shown->text.body, testing::HasSubstr("[σύνδεσμος μίας χρήσης]"));
    EXPECT_THAT(shown->text.body, testing::Not(testing::HasSubstr("secret")));

    readers_.forget(2);
    const auto gone = loop_.run([&]() -> Task<Result<outbox::Preview>> {
        return outbox::previewMessage(db(), readers_.lookups(), value("code"));
    });
    ASSERT_TRUE(gone);
    EXPECT_FALSE(gone->to);
}

TEST_F(Retrying, ListsAndCountsByState) {
    for (std::int64_t reader = 1; reader <= 5; ++reader) enqueue(changedPassword(reader));
    database_.session().run("update ops.outbox set state = 'failed', settled_at = now() where id <= 2");
    const auto list = [&](outbox::Filter filter) {
        return loop_.run([&]() -> Task<std::vector<outbox::Queued>> { return outbox::listMessages(db(), filter); });
    };
    EXPECT_EQ(list({}).size(), 5U);
    outbox::Filter failed;
    failed.state = outbox::State::Failed;
    failed.limit = 1;
    ASSERT_EQ(list(failed).size(), 1U);
    EXPECT_EQ(list(failed)[0].id.value, 2);
    failed.before = 2;
    ASSERT_EQ(list(failed).size(), 1U);
    EXPECT_EQ(list(failed)[0].id.value, 1);
    const auto counts =
        loop_.run([&]() -> Task<std::map<outbox::State, std::int64_t>> { return outbox::countByState(db()); });
    EXPECT_THAT(counts, testing::ElementsAre(testing::Pair(outbox::State::Waiting, 3),
                                             testing::Pair(outbox::State::Failed, 2)));
}

}  // namespace
}  // namespace agon::test
