#include "integration/db/db_test.hpp"

namespace agon::test {
namespace {

class RowRefusals : public DbTest {
  protected:
    template <class T>
    void refuses(const Rows& rows, std::string_view column, const std::string& because) {
        EXPECT_THAT([&] { (void)rows.front().get<T>(column); },
                    testing::ThrowsMessage<DbUsageError>(testing::HasSubstr(because)))
            << column;
    }
};

TEST_F(RowRefusals, NullIsNeverAValue) {
    static constexpr Sql kNulls{"test.nulls",
                                "select null::int as i, null::text as t, null::bool as b, null::bytea as y"};
    const auto rows = query(kNulls);
    refuses<std::int32_t>(rows, "i", "column i is NULL");
    refuses<std::string>(rows, "t", "column t is NULL");
    refuses<bool>(rows, "b", "column b is NULL");
    refuses<std::vector<std::byte>>(rows, "y", "column y is NULL");
    EXPECT_EQ(rows.front().get<std::optional<std::int32_t>>("i"), std::nullopt);
}

TEST_F(RowRefusals, AColumnOfAnotherType) {
    static constexpr Sql kTypes{"test.types",
                                "select 1::int as i, 1::bigint as l, 'x'::text as t, now()::timestamp as w"};
    const auto rows = query(kTypes);
    refuses<std::int64_t>(rows, "i", "has the type");
    refuses<std::int32_t>(rows, "l", "has the type");
    refuses<std::int32_t>(rows, "t", "has the type");
    refuses<std::string>(rows, "i", "has the type");
    refuses<Instant>(rows, "w", "has the type");  // without a zone it is no instant
    refuses<std::vector<std::int32_t>>(rows, "i", "has the type");
    refuses<std::optional<std::int64_t>>(rows, "i", "has the type");
}

TEST_F(RowRefusals, ANullOfAnotherTypeIsStillOfAnotherType) {
    static constexpr Sql kNull{"test.null", "select null::int as i"};
    refuses<std::optional<std::string>>(query(kNull), "i", "has the type");
}

TEST_F(RowRefusals, AColumnThatIsNotThere) {
    static constexpr Sql kOne{"test.one", "select 1 as one"};
    const auto rows = query(kOne);
    refuses<std::int32_t>(rows, "two", "column two is not in the result");
    refuses<std::int32_t>(rows, "ONE", "column ONE is not in the result");
    refuses<std::int32_t>(rows, "on", "column on is not in the result");
}

TEST_F(RowRefusals, ARowThatIsNotThere) {
    static constexpr Sql kNone{"test.none", "select 1 as one where false"};
    const auto rows = query(kNone);
    EXPECT_TRUE(rows.empty());
    EXPECT_THROW((void)rows.front(), DbUsageError);
    EXPECT_THROW((void)Rows{}.front(), DbUsageError);
    EXPECT_EQ(rows.begin(), rows.end());
}

TEST_F(RowRefusals, InfinityIsNoMomentAndNoDay) {
    static constexpr Sql kEver{"test.ever", "select 'infinity'::timestamptz as t, '-infinity'::date as d"};
    const auto rows = query(kEver);
    EXPECT_THROW((void)rows.front().get<Instant>("t"), DbUsageError);
    EXPECT_THROW((void)rows.front().get<CivilDate>("d"), DbUsageError);
}

TEST_F(RowRefusals, ANullAmongValuesThatAreNeverNull) {
    static constexpr Sql kArrays{"test.arrays", "select array[1, null] as holes, array[[1, 2], [3, 4]] as square"};
    const auto rows = query(kArrays);
    refuses<std::vector<std::int32_t>>(rows, "holes", "holds NULL");
    refuses<std::vector<std::int32_t>>(rows, "square", "more than one dimension");
}

TEST_F(RowRefusals, RowsAreReadInOrderAndCounted) {
    static constexpr Sql kThree{"test.three", "select g::int as n from generate_series(1, 3) as g order by g"};
    const auto rows = query(kThree);
    std::vector<std::int32_t> seen;
    for (const auto row : rows) seen.push_back(row.get<std::int32_t>("n"));
    EXPECT_THAT(seen, testing::ElementsAre(1, 2, 3));
    EXPECT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows.affected(), 3);
    EXPECT_THROW((void)rows[3], DbUsageError);
}

}  // namespace
}  // namespace agon::test
