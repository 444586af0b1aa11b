#include "integration/db/db_test.hpp"

namespace agon::test {
namespace {

constexpr Sql kInsert{"test.insert", "insert into note (n) values ($1)"};
constexpr Sql kCount{"test.count", "select count(*) as n from note"};
constexpr Sql kFail{"test.fail", "select 1 / (n - n) as x from note"};

class Transactions : public DbTest {
  protected:
    Transactions() { database_.session().run("create table note (n int primary key); grant all on note to agon"); }

    long long notes() { return database_.session().number("select count(*) from note"); }

    template <class Act>
    auto transact(Act act) {
        return loop_.run([&] { return db().transact(act); });
    }
};

TEST_F(Transactions, AnActThatReturnsAValueIsCommittedBeforeItsAnswer) {
    auto act = [](Tx& tx) -> Task<Result<std::int64_t>> {
        const auto inserted = co_await tx.execute(kInsert, params(1));
        co_return inserted;
    };
    EXPECT_EQ(transact(act).value(), 1);
    EXPECT_EQ(notes(), 1);  // over another connection, at once
}

TEST_F(Transactions, AnActMayReturnNothing) {
    auto act = [](Tx& tx) -> Task<Result<void>> {
        co_await tx.execute(kInsert, params(1));
        co_return Result<void>{};
    };
    EXPECT_TRUE(transact(act).has_value());
    EXPECT_EQ(notes(), 1);
}

TEST_F(Transactions, AnActThatThrowsWritesNothing) {
    auto act = [](Tx& tx) -> Task<Result<int>> {
        co_await tx.execute(kInsert, params(1));
        throw std::runtime_error("changed its mind");
    };
    EXPECT_THAT([&] { (void)transact(act); }, testing::ThrowsMessage<std::runtime_error>("changed its mind"));
    EXPECT_EQ(notes(), 0);
    EXPECT_EQ(execute(kInsert, params(1)), 1);  // and it holds no lock
}

TEST_F(Transactions, AnActThatRefusesWritesNothing) {
    auto act = [](Tx& tx) -> Task<Result<int>> {
        co_await tx.execute(kInsert, params(1));
        co_return std::unexpected{
            Problem{.code = ProblemCode::Conflict, .errors = {}, .subject = {}, .retryAfter = {}, .extension = {}}};
    };
    const auto answer = transact(act);
    ASSERT_FALSE(answer.has_value());
    EXPECT_EQ(answer.error().code, ProblemCode::Conflict);
    EXPECT_EQ(notes(), 0);
    EXPECT_EQ(execute(kInsert, params(1)), 1);
}

TEST_F(Transactions, AnErrorThatTheActSwallowsIsThrownAllTheSame) {
    auto act = [](Tx& tx) -> Task<Result<int>> {
        co_await tx.execute(kInsert, params(1));
        try {
            co_await tx.query(kFail);
        } catch (const DbError&) {
        }
        co_return 1;
    };
    EXPECT_THAT([&] { (void)transact(act); }, testing::Throws<DbError>(testing::Property(&DbError::sqlState, "22012")));
    EXPECT_EQ(notes(), 0);
}

TEST_F(Transactions, AfterAnErrorNothingMoreIsSent) {
    std::string second;
    auto act = [&](Tx& tx) -> Task<Result<int>> {
        co_await tx.execute(kInsert, params(1));
        try {
            co_await tx.query(kFail);
        } catch (const DbError&) {
        }
        try {
            co_await tx.query(kCount);
        } catch (const DbError& error) {
            second = error.sqlState();
        }
        co_return problem(ProblemCode::Conflict);
    };
    EXPECT_FALSE(transact(act).has_value());
    EXPECT_EQ(second, "22012");  // 25P02 would be the server's word for a statement that did reach it
}

TEST_F(Transactions, AStatementAwaitedAfterTheEndOfItsActIsRefused) {
    std::optional<Task<Rows>> kept;
    auto act = [&](Tx& tx) -> Task<Result<int>> {
        co_await tx.execute(kInsert, params(1));
        kept.emplace(tx.query(kCount));
        co_return 1;
    };
    EXPECT_TRUE(transact(act).has_value());
    EXPECT_THROW(loop_.run([&]() -> Task<Rows> { return std::move(*kept); }), DbUsageError);
    EXPECT_EQ(notes(), 1);
}

TEST_F(Transactions, AnActThatLeavesAStatementUnderWayIsNotCommitted) {
    static constexpr Sql kSlow{"test.slow", "select pg_sleep(0.3), true as done"};
    auto left = std::make_shared<std::promise<void>>();
    auto act = [left](Tx& tx) -> Task<Result<int>> {
        co_await tx.execute(kInsert, params(1));
        auto detached = [](Task<Rows> task, std::shared_ptr<std::promise<void>> over) -> drogon::AsyncTask {
            try {
                co_await task;
            } catch (const DbError&) {
            }
            over->set_value();
        };
        detached(tx.query(kSlow), left);
        co_return 1;
    };
    EXPECT_THROW((void)transact(act), DbUsageError);
    EXPECT_EQ(left->get_future().wait_for(10s), std::future_status::ready);
    EXPECT_EQ(notes(), 0);
    EXPECT_TRUE(wholeWithin(5s));
}

TEST_F(Transactions, TwoStatementsAtOnceAreRefused) {
    auto act = [](Tx& tx) -> Task<Result<int>> {
        auto both = drogon::when_all(tx.query(kCount), tx.query(kCount));
        co_await both;
        co_return 1;
    };
    EXPECT_THROW((void)transact(act), DbUsageError);
    EXPECT_TRUE(wholeWithin(5s));
    EXPECT_EQ(query(kCount).front().get<std::int64_t>("n"), 0);
}

TEST_F(Transactions, AStatementThatEndsTheTransactionIsRefused) {
    static constexpr Sql kCommit{"test.commit", "commit"};
    auto act = [](Tx& tx) -> Task<Result<int>> {
        co_await tx.execute(kInsert, params(1));
        co_await tx.execute(kCommit);
        co_return 1;
    };
    EXPECT_THROW((void)transact(act), DbUsageError);
}

TEST_F(Transactions, AnActWithoutStatementsIsJustDone) {
    auto act = [](Tx&) -> Task<Result<int>> {
        co_return 7;
    };
    EXPECT_EQ(transact(act).value(), 7);
}

TEST_F(Transactions, AQueryOutsideCannotWrite) {
    EXPECT_THAT([&] { query(kInsert, params(1)); },
                testing::Throws<DbError>(testing::Property(&DbError::sqlState, "25006")));
    static constexpr Sql kLock{"test.lock", "select n from note for update"};
    EXPECT_THAT([&] { query(kLock); }, testing::Throws<DbError>(testing::Property(&DbError::sqlState, "25006")));
    EXPECT_EQ(notes(), 0);
}

TEST_F(Transactions, AConstraintThatFailsAtTheEndFailsTheCommit) {
    database_.session().run(
        "alter table note add constraint note_later unique (n) deferrable initially deferred;"
        "alter table note drop constraint note_pkey");
    auto act = [](Tx& tx) -> Task<Result<int>> {
        co_await tx.execute(kInsert, params(1));
        co_await tx.execute(kInsert, params(1));
        co_return 1;
    };
    EXPECT_THAT([&] { (void)transact(act); },
                testing::Throws<DbError>(testing::AllOf(testing::Property(&DbError::constraint, "note_later"),
                                                        testing::Property(&DbError::statement, "tx.commit"))));
    EXPECT_EQ(notes(), 0);
}

TEST_F(Transactions, ErrorsNameConstraintAndTableAndKeepTheValuesToThemselves) {
    static constexpr Sql kName{"test.name", "insert into person (email) values ($1)"};
    database_.session().run(
        "create table person (email text constraint person_email unique); grant all on person to agon");
    execute(kName, params("eleni@example.org"));
    try {
        execute(kName, params("eleni@example.org"));
        FAIL() << "twice the same";
    } catch (const DbError& error) {
        EXPECT_EQ(error.sqlState(), "23505");
        EXPECT_EQ(error.constraint(), "person_email");
        EXPECT_EQ(error.schema(), "public");
        EXPECT_EQ(error.table(), "person");
        EXPECT_EQ(error.statement(), "test.name");
        EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("eleni")));
        EXPECT_FALSE(error.isConflict());
    }
    static constexpr Sql kCast{"test.cast", "select $1::text::int as v"};
    EXPECT_THAT(
        [&] { query(kCast, params("eleni@example.org")); },
        testing::ThrowsMessage<DbError>(testing::AllOf(testing::HasSubstr("22P02"), testing::HasSubstr("test.cast"),
                                                       testing::Not(testing::HasSubstr("eleni")))));
}

TEST_F(Transactions, ASecondThreadHasNoConnections) {
    LoopThread other;
    EXPECT_THROW(other.run([&]() -> Task<Rows> { return db().query(kCount); }), DbUsageError);
}

}  // namespace
}  // namespace agon::test
