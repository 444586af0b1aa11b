#include "integration/db/db_test.hpp"

namespace agon::test {
namespace {

constexpr Sql kNumber{"pipeline.number", "select $1 as v"};
constexpr Sql kDivide{"pipeline.divide", "select 10 / $1 as v"};
constexpr Sql kSyntax{"pipeline.syntax", "selec nothing"};
constexpr Sql kInsert{"pipeline.insert", "insert into note (n) values ($1)"};

class Pipelines : public DbTest {
  protected:
    Pipelines() { database_.session().run("create table note (n int); grant all on note to agon"); }

    std::vector<std::int32_t> values(std::vector<Statement> statements) {
        return loop_.run([&]() -> Task<std::vector<std::int32_t>> {
            auto act = [&](Tx& tx) -> Task<Result<std::vector<std::int32_t>>> {
                const auto results = co_await tx.pipeline(std::move(statements));
                std::vector<std::int32_t> read;
                for (const auto& rows : results)
                    if (!rows.empty()) read.push_back(rows.front().get<std::int32_t>("v"));
                co_return read;
            };
            const auto read = co_await db().transact(act);
            co_return read.value();
        });
    }
};

TEST_F(Pipelines, ResultsComeInTheOrderOfTheStatements) {
    std::vector<Statement> statements;
    for (std::int32_t i = 1; i <= 50; ++i) statements.push_back({kNumber, params(i)});
    const auto read = values(std::move(statements));
    ASSERT_EQ(read.size(), 50U);
    for (std::int32_t i = 1; i <= 50; ++i) EXPECT_EQ(read[static_cast<std::size_t>(i - 1)], i);
}

TEST_F(Pipelines, AnEmptyOneIsNothing) {
    EXPECT_TRUE(values({}).empty());
}

TEST_F(Pipelines, AnErrorInTheMiddleBelongsToItsStatement) {
    std::vector<Statement> statements;
    statements.push_back({kInsert, params(1)});
    statements.push_back({kNumber, params(2)});
    statements.push_back({kDivide, params(0)});
    statements.push_back({kNumber, params(4)});
    statements.push_back({kSyntax, {}});
    EXPECT_THAT([&] { values(std::move(statements)); },
                testing::Throws<DbError>(testing::AllOf(testing::Property(&DbError::statement, "pipeline.divide"),
                                                        testing::Property(&DbError::sqlState, "22012"))));
    EXPECT_EQ(database_.session().number("select count(*) from note"), 0);
}

TEST_F(Pipelines, AnErrorInPreparingBelongsToItsStatement) {
    std::vector<Statement> statements;
    statements.push_back({kNumber, params(1)});
    statements.push_back({kSyntax, {}});
    statements.push_back({kDivide, params(0)});
    EXPECT_THAT([&] { values(std::move(statements)); },
                testing::Throws<DbError>(testing::AllOf(testing::Property(&DbError::statement, "pipeline.syntax"),
                                                        testing::Property(&DbError::sqlState, "42601"))));
}

// What was to be prepared behind an error was not, and has to be prepared again.
TEST_F(Pipelines, AfterAnErrorTheSameConnectionGivesRightAnswers) {
    auto single = options();
    single.connectionsPerLoop = 1;
    open(single);
    const int pid = backendPid();
    for (int i = 0; i < 5; ++i) {
        std::vector<Statement> bad;
        bad.push_back({kDivide, params(0)});
        bad.push_back({kNumber, params(1)});
        EXPECT_THROW(values(std::move(bad)), DbError);
        std::vector<Statement> good;
        good.push_back({kNumber, params(i)});
        good.push_back({kDivide, params(5)});
        good.push_back({kNumber, params(i + 1)});
        EXPECT_THAT(values(std::move(good)), testing::ElementsAre(i, 2, i + 1));
    }
    EXPECT_EQ(backendPid(), pid);
}

TEST_F(Pipelines, AStatementIsPreparedOncePerConnection) {
    auto single = options();
    single.connectionsPerLoop = 1;
    open(single);
    for (int i = 0; i < 10; ++i) query(kNumber, params(i));
    static constexpr Sql kPrepared{
        "test.prepared", "select count(*) as n from pg_prepared_statements where statement = 'select $1 as v'"};
    EXPECT_EQ(query(kPrepared).front().get<std::int64_t>("n"), 1);
}

TEST_F(Pipelines, MoreThanTheSocketTakesAtOnce) {
    static constexpr Sql kSize{"pipeline.size", "select length($1)::int as v, $1 as back"};
    std::vector<Statement> statements;
    const std::string large(300'000, 'x');
    for (int i = 0; i < 20; ++i) statements.push_back({kSize, params(large)});
    EXPECT_THAT(values(std::move(statements)), testing::Each(300'000));
}

// A column that changed its type makes the server refuse the old plan. The connection that holds it is replaced.
TEST_F(Pipelines, AChangedTableIsRefusedOnceAndThenRead) {
    static constexpr Sql kRead{"test.read", "select n from note"};
    auto single = options();
    single.connectionsPerLoop = 1;
    open(single);
    EXPECT_TRUE(query(kRead).empty());
    database_.session().run("alter table note alter n type bigint");
    EXPECT_THAT([&] { query(kRead); }, testing::Throws<DbError>(testing::Property(&DbError::sqlState, "0A000")));
    EXPECT_TRUE(pingsWithin(5s));
    EXPECT_TRUE(query(kRead).empty());
}

}  // namespace
}  // namespace agon::test
