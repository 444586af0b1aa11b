#include "integration/audit/record.hpp"

namespace agon::test {
namespace {

class Sealing : public RecordTest {};

TEST_F(Sealing, WhatIsRecordedIsSealedAndVerifies) {
    Actor director;
    director.kind = Actor::Kind::Staff;
    director.account = AccountId{7};
    director.role = "director";
    director.requestId = "request-1";
    record("Κ7ΞΜ-2F9X", director);
    record("K7QM-2F9X");
    EXPECT_EQ(seal(), 2);
    EXPECT_EQ(seal(), 0);
    expectWhole(2);
}

TEST_F(Sealing, AnActThatIsRolledBackLeavesNoRecord) {
    loop_.run([&]() -> Task<void> {
        const auto act = [&](Tx& tx) -> Task<Result<bool>> {
            co_await audit::record(tx, Actor{}, entryAbout("K7QM-2F9X"));
            co_return problem(ProblemCode::Conflict);
        };
        const auto refused = co_await db().transact(act);
        EXPECT_FALSE(refused);
    });
    EXPECT_EQ(database_.session().number("select count(*) from audit.act"), 0);
}

TEST_F(Sealing, ALateCommitterWithALowerNumberIsSealedWithTheNextBlock) {
    auto late = database_.session();
    late.run(
        "begin; insert into audit.act (actor_kind, act, subject_kind, subject)"
        " values ('system', 'slow', 'entry', 'FIRST')");
    record("SECOND");
    EXPECT_EQ(seal(), 1);
    record("THIRD");
    EXPECT_EQ(seal(), 1);
    late.run("commit");
    EXPECT_EQ(seal(), 1);
    expectWhole(3);
    EXPECT_EQ(database_.session().value("select subject from audit.act join audit.sealed_act on act_id = id"
                                        " where block_number = 3"),
              "FIRST");
}

// Far later than any transaction of the service can be, as after a night's maintenance by hand.
TEST_F(Sealing, AFullPassFindsWhatTheShortOnesPassOver) {
    auto late = database_.session();
    late.run(
        "begin; insert into audit.act (actor_kind, act, subject_kind, subject)"
        " values ('system', 'slow', 'entry', 'FIRST')");
    record("SECOND");
    EXPECT_EQ(seal(), 1);
    // Three minutes pass.
    database_.session().run(
        "set session_replication_role = replica; update audit.block set sealed_at = sealed_at - interval '3 minutes'");
    late.run("commit");
    EXPECT_EQ(seal(), 0);
    EXPECT_EQ(seal(audit::Reach::Everything), 1);
}

TEST_F(Sealing, ALongRecordIsSealedInSeveralBlocks) {
    insertActs(20'001);
    EXPECT_EQ(seal(), 20'000);
    EXPECT_EQ(seal(), 1);
    expectWhole(20'001);
}

TEST_F(Sealing, OneSealerAtATimeWorksAndTheOtherDoesNotWait) {
    record("K7QM-2F9X");
    auto other = database_.session();
    other.run("begin");
    EXPECT_EQ(other.number("select audit.seal()"), 1);
    EXPECT_EQ(seal(), 0) << "the other holds the lock";
    other.run("commit");
    expectWhole(1);
}

TEST_F(Sealing, TheHeadIsTheLatestBlock) {
    const auto head = [&] {
        return loop_.run([&]() -> Task<std::optional<audit::Head>> { return audit::findHead(db()); });
    };
    EXPECT_FALSE(head());
    record("K7QM-2F9X");
    seal();
    record("K7QM-2F9X");
    seal();
    ASSERT_TRUE(head());
    EXPECT_EQ(head()->number, 2);
    EXPECT_EQ(head()->hash, verify().last());
    EXPECT_FALSE(verify(head()->hash).finding());
}

TEST_F(Sealing, TheListIsFilteredAndNewestFirst) {
    database_.session().run(
        "insert into ops.account (code, organiser, language) values ('AAAA-AAAA', 'organising', 'el')");
    Actor director;
    director.kind = Actor::Kind::Staff;
    director.account = AccountId{database_.session().number("select id from ops.account")};
    record("ONE", director);
    record("TWO");
    seal();
    record("THREE", director);
    const auto list = [&](audit::Filter filter) {
        return loop_.run([&]() -> Task<std::vector<audit::ListedAct>> { return audit::listActs(db(), filter); });
    };
    const auto all = list({});
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].act.subject, "THREE");
    EXPECT_FALSE(all[0].block);
    EXPECT_EQ(all[0].accountCode, "AAAA-AAAA");
    EXPECT_EQ(all[2].block, 1);

    audit::Filter byActor;
    byActor.account = "AAAA-AAAA";
    EXPECT_EQ(list(byActor).size(), 2U);
    byActor.account = "BBBB-BBBB";
    EXPECT_TRUE(list(byActor).empty());

    audit::Filter bySubject;
    bySubject.subject = "TWO";
    ASSERT_EQ(list(bySubject).size(), 1U);
    EXPECT_FALSE(list(bySubject)[0].accountCode);

    audit::Filter page;
    page.before = all[0].act.id;
    page.limit = 1;
    ASSERT_EQ(list(page).size(), 1U);
    EXPECT_EQ(list(page)[0].act.subject, "TWO");

    audit::Filter byTime;
    byTime.from = all[1].act.at;
    byTime.until = all[0].act.at;
    ASSERT_EQ(list(byTime).size(), 1U) << "from included, until not";
    EXPECT_EQ(list(byTime)[0].act.subject, "TWO");
}

}  // namespace
}  // namespace agon::test
