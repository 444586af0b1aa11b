#include <limits>
#include <numbers>

#include "integration/db/db_test.hpp"

namespace agon::test {
namespace {

struct Thing;

class TypeRoundTrips : public DbTest {
  protected:
    // What comes back of it.
    template <class T>
    T there(const T& value, Sql sql) {
        const Rows rows = query(sql, params(value));
        return rows.front().get<T>("v");
    }

    // How the server reads it: two mistakes that cancel each other out would not show in a round trip.
    std::string asText(const Params& value) {
        static constexpr Sql kText{"test.text", "select $1::text as v"};
        return query(kText, value).front().get<std::string>("v");
    }
};

constexpr Sql kEcho{"test.echo", "select $1 as v"};

Instant at(std::string_view text) {
    return *parseInstant(text);
}

TEST_F(TypeRoundTrips, Booleans) {
    EXPECT_TRUE(there(true, kEcho));
    EXPECT_FALSE(there(false, kEcho));
    EXPECT_EQ(asText(params(true)), "true");
}

TEST_F(TypeRoundTrips, IntegersToTheirLimits) {
    using I16 = std::numeric_limits<std::int16_t>;
    using I32 = std::numeric_limits<std::int32_t>;
    using I64 = std::numeric_limits<std::int64_t>;
    for (const std::int16_t value : {I16::min(), std::int16_t{-1}, std::int16_t{0}, I16::max()})
        EXPECT_EQ(there(value, kEcho), value);
    for (const std::int32_t value : {I32::min(), -1, 0, I32::max()}) EXPECT_EQ(there(value, kEcho), value);
    for (const std::int64_t value : {I64::min(), std::int64_t{-1}, std::int64_t{0}, I64::max()})
        EXPECT_EQ(there(value, kEcho), value);
    EXPECT_EQ(asText(params(std::int16_t{-12345})), "-12345");
    EXPECT_EQ(asText(params(std::int32_t{-1234567})), "-1234567");
    EXPECT_EQ(asText(params(std::int64_t{-1234567890123})), "-1234567890123");
}

TEST_F(TypeRoundTrips, SmallIntegersGoWhereLargerOnesAreWanted) {
    static constexpr Sql kWide{"test.wide", "select $1::bigint as v, (select 'x' limit $1) as one"};
    EXPECT_EQ(query(kWide, params(std::int16_t{1})).front().get<std::int64_t>("v"), 1);
    EXPECT_EQ(query(kWide, params(std::int32_t{1})).front().get<std::int64_t>("v"), 1);
}

TEST_F(TypeRoundTrips, OneTextWithDifferentTypesIsPreparedForEach) {
    EXPECT_EQ(there(std::int32_t{7}, kEcho), 7);
    EXPECT_EQ(there(std::string{"seven"}, kEcho), "seven");
    EXPECT_EQ(there(std::int64_t{7}, kEcho), 7);
}

TEST_F(TypeRoundTrips, Doubles) {
    using Limits = std::numeric_limits<double>;
    for (const double value : {0.0, -0.1, std::numbers::pi, Limits::min(), Limits::max(), Limits::infinity()})
        EXPECT_EQ(there(value, kEcho), value);
    EXPECT_EQ(asText(params(0.1)), "0.1");
}

TEST_F(TypeRoundTrips, TextInAnyScript) {
    for (const std::string value : {"", "a", "Κατάν", "Ελένη 'quoted' \"and\" \\ back", "𝄞 🎲", "line\nend\ttab"}) {
        EXPECT_EQ(there(value, kEcho), value);
        EXPECT_EQ(asText(params(value)), value);
    }
    EXPECT_EQ(asText(params("a literal")), "a literal");
    EXPECT_EQ(asText(params(std::string_view{"a view"})), "a view");
}

TEST_F(TypeRoundTrips, TheFourKindsOfTextColumns) {
    static constexpr Sql kKinds{"test.kinds", "select 'a'::text t, 'b'::varchar(3) v, 'c'::char(2) c, 'd'::name n"};
    const auto rows = query(kKinds);
    EXPECT_EQ(rows.front().get<std::string>("t"), "a");
    EXPECT_EQ(rows.front().get<std::string>("v"), "b");
    EXPECT_EQ(rows.front().get<std::string>("c"), "c ");
    EXPECT_EQ(rows.front().get<std::string>("n"), "d");
}

TEST_F(TypeRoundTrips, BytesOfEveryValue) {
    std::vector<std::byte> bytes;
    for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<std::byte>(i));
    EXPECT_EQ(there(bytes, kEcho), bytes);
    EXPECT_EQ(there(std::vector<std::byte>{}, kEcho), std::vector<std::byte>{});
    static constexpr Sql kHex{"test.hex", "select encode($1, 'hex') as v"};
    const std::span<const std::byte> view{bytes.data() + 254, 2};
    EXPECT_EQ(query(kHex, params(view)).front().get<std::string>("v"), "feff");
}

TEST_F(TypeRoundTrips, Ids) {
    EXPECT_EQ(there(Id<Thing>{4711}, kEcho), Id<Thing>{4711});
    EXPECT_EQ(asText(params(Id<Thing>{4711})), "4711");
}

TEST_F(TypeRoundTrips, InstantsToTheMicrosecondOnBothSidesOfTheEpoch) {
    for (const auto* text :
         {"2015-05-20T20:59:59.999999Z", "2000-01-01T00:00:00.000000Z", "1999-12-31T23:59:59.999999Z",
          "1969-12-31T23:59:59.000001Z", "0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z"})
        EXPECT_EQ(formatInstant(there(at(text), kEcho)), text);
    EXPECT_EQ(asText(params(at("2015-05-20T23:59:59.5+03:00"))), "2015-05-20 20:59:59.5+00");
}

TEST_F(TypeRoundTrips, CivilDates) {
    for (const auto* text : {"1997-05-23", "2000-01-01", "1999-12-31", "2024-02-29", "0001-01-01", "9999-12-31"})
        EXPECT_EQ(formatDate(there(*parseDate(text), kEcho)), text);
    EXPECT_EQ(asText(params(*parseDate("1997-05-23"))), "1997-05-23");
}

TEST_F(TypeRoundTrips, JsonFromBothItsTypes) {
    const nlohmann::json value{
        {"name", "Κατάν"}, {"points", {1, 2.5, nullptr, true}}, {"empty", nlohmann::json::object()}};
    EXPECT_EQ(there(value, kEcho), value);
    static constexpr Sql kJson{"test.json", "select $1::text::json as v, $1->>'name' as name"};
    const auto rows = query(kJson, params(value));
    EXPECT_EQ(rows.front().get<nlohmann::json>("v"), value);
    EXPECT_EQ(rows.front().get<std::string>("name"), "Κατάν");
}

TEST_F(TypeRoundTrips, NullOfEveryTypeComesBackAsNothing) {
    EXPECT_EQ(there(std::optional<bool>{}, kEcho), std::nullopt);
    EXPECT_EQ(there(std::optional<std::int16_t>{}, kEcho), std::nullopt);
    EXPECT_EQ(there(std::optional<std::int32_t>{}, kEcho), std::nullopt);
    EXPECT_EQ(there(std::optional<std::int64_t>{}, kEcho), std::nullopt);
    EXPECT_EQ(there(std::optional<double>{}, kEcho), std::nullopt);
    EXPECT_EQ(there(std::optional<std::string>{}, kEcho), std::nullopt);
    EXPECT_EQ(there(std::optional<std::vector<std::byte>>{}, kEcho), std::nullopt);
    EXPECT_EQ(there(std::optional<Id<Thing>>{}, kEcho), std::nullopt);
    EXPECT_EQ(there(std::optional<Instant>{}, kEcho), std::nullopt);
    EXPECT_EQ(there(std::optional<CivilDate>{}, kEcho), std::nullopt);
    EXPECT_EQ(there(std::optional<nlohmann::json>{}, kEcho), std::nullopt);
    EXPECT_EQ(there(std::optional<std::vector<std::int64_t>>{}, kEcho), std::nullopt);
    EXPECT_EQ(there(std::optional<std::int32_t>{5}, kEcho), 5);
    EXPECT_EQ(there(std::optional<std::string>{""}, kEcho), "");
}

TEST_F(TypeRoundTrips, ArraysOfEveryType) {
    EXPECT_THAT(there(std::vector<bool>{true, false, true}, kEcho), testing::ElementsAre(true, false, true));
    EXPECT_THAT(there(std::vector<std::int16_t>{-1, 2}, kEcho), testing::ElementsAre(-1, 2));
    EXPECT_THAT(there(std::vector<std::int32_t>{3, -4}, kEcho), testing::ElementsAre(3, -4));
    EXPECT_THAT(there(std::vector<std::int64_t>{5, -6}, kEcho), testing::ElementsAre(5, -6));
    EXPECT_THAT(there(std::vector<double>{0.5, -0.25}, kEcho), testing::ElementsAre(0.5, -0.25));
    EXPECT_THAT(there(std::vector<std::string>{"", "Κ", "NULL", "{,}"}, kEcho),
                testing::ElementsAre("", "Κ", "NULL", "{,}"));
    const std::vector<std::vector<std::byte>> bytes{{std::byte{0}, std::byte{255}}, {}};
    EXPECT_EQ(there(bytes, kEcho), bytes);
    EXPECT_THAT(there(std::vector<Id<Thing>>{{7}, {8}}, kEcho), testing::ElementsAre(Id<Thing>{7}, Id<Thing>{8}));
    const std::vector instants{at("2015-05-20T20:59:59.999999Z"), at("1999-01-01T00:00:00Z")};
    EXPECT_EQ(there(instants, kEcho), instants);
    const std::vector dates{*parseDate("1997-05-23"), *parseDate("2026-01-01")};
    EXPECT_EQ(there(dates, kEcho), dates);
    const std::vector<nlohmann::json> documents{{{"a", 1}}, nlohmann::json::array()};
    EXPECT_EQ(there(documents, kEcho), documents);
}

TEST_F(TypeRoundTrips, EmptyArraysAndArraysWithNulls) {
    EXPECT_TRUE(there(std::vector<std::string>{}, kEcho).empty());
    using Texts = std::vector<std::optional<std::string>>;
    const Texts texts{"a", std::nullopt, ""};
    EXPECT_EQ(there(texts, kEcho), texts);
    EXPECT_EQ(asText(params(texts)), R"({a,NULL,""})");
    const std::vector<std::optional<std::int64_t>> numbers{std::nullopt, 1};
    EXPECT_EQ(there(numbers, kEcho), numbers);
}

TEST_F(TypeRoundTrips, AnArrayIsAListOfValues) {
    static constexpr Sql kAny{"test.any", "select count(*) as n from generate_series(1, 10) as g where g = any($1)"};
    const std::vector<std::int32_t> wanted{2, 3, 99};
    EXPECT_EQ(query(kAny, params(std::span<const std::int32_t>{wanted})).front().get<std::int64_t>("n"), 2);
}

TEST_F(TypeRoundTrips, AMegabyteEachWay) {
    const std::string large(1 << 20, 'x');
    EXPECT_EQ(there(large, kEcho), large);
}

}  // namespace
}  // namespace agon::test
