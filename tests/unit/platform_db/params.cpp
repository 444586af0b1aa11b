#include "platform/db/params.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace agon {
namespace {

using testing::ElementsAre;

struct Thing;
enum class Colour { Red, Green };

}  // namespace

// As a module does it for its own enums.
template <>
struct DbType<Colour> : wire::Text {
    static void encode(Colour colour, std::string& to) { to += colour == Colour::Red ? "red" : "green"; }
    static Colour decode(std::string_view bytes) { return bytes == "red" ? Colour::Red : Colour::Green; }
};

namespace {

std::string bytesOf(const Params& params) {
    return params.bytes();
}

std::vector<DbOid> typesOf(const Params& params) {
    std::vector<DbOid> types;
    for (const auto& value : params.values()) types.push_back(value.type);
    return types;
}

template <class T>
std::string encoded(const T& value) {
    std::string bytes;
    DbType<T>::encode(value, bytes);
    return bytes;
}

Instant instantAt(std::int64_t microseconds) {
    return Instant{std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{microseconds}}};
}

TEST(Params, AreSentUnderTheirExactTypes) {
    const auto made = params(true, std::int16_t{1}, std::int32_t{2}, std::int64_t{3}, 0.5, std::string{"a"}, "b",
                             Id<Thing>{4}, std::vector<std::int32_t>{}, std::optional<Instant>{}, Colour::Red);
    EXPECT_THAT(typesOf(made), ElementsAre(16, 21, 23, 20, 701, 25, 25, 20, 1007, 1184, 25));
}

TEST(Params, AreBigEndian) {
    EXPECT_EQ(bytesOf(params(std::int32_t{0x01020304})), std::string("\x01\x02\x03\x04", 4));
    EXPECT_EQ(bytesOf(params(std::int16_t{-2})), std::string("\xff\xfe", 2));
}

TEST(Params, NullIsNotAnEmptyValue) {
    const auto made = params(std::optional<std::string>{}, std::optional<std::string>{""});
    EXPECT_EQ(made.values()[0].size, -1);
    EXPECT_EQ(made.values()[1].size, 0);
}

TEST(Params, HoldNoReferenceToWhatTheyWereMadeOf) {
    std::string name = "before";
    const auto made = params(name);
    name = "after.";
    EXPECT_EQ(bytesOf(made), "before");
}

TEST(Params, AnArrayOfTextsIsOneValue) {
    const auto made = params(std::vector<std::optional<std::string>>{"a", std::nullopt});
    ASSERT_EQ(made.values().size(), 1U);
    EXPECT_EQ(made.values()[0].type, 1009U);
    EXPECT_EQ(bytesOf(made), std::string("\0\0\0\1\0\0\0\1\0\0\0\x19\0\0\0\2\0\0\0\1\0\0\0\1a\xff\xff\xff\xff", 29));
}

TEST(Params, EnumsOfAModuleTravelAsText) {
    EXPECT_EQ(bytesOf(params(Colour::Green)), "green");
    EXPECT_EQ(DbType<Colour>::decode("red"), Colour::Red);
}

TEST(DbTypes, ValuesOfTheWrongLengthAreRefused) {
    EXPECT_THROW(DbType<std::int32_t>::decode("abc"), DbUsageError);
    EXPECT_THROW(DbType<std::int32_t>::decode("abcde"), DbUsageError);
    EXPECT_THROW(DbType<bool>::decode(""), DbUsageError);
    EXPECT_THROW(DbType<double>::decode("abcd"), DbUsageError);
}

TEST(DbTypes, AnArrayCutShortIsRefusedWhereverItIsCut) {
    const auto whole = encoded(std::vector<std::int64_t>{1, 2, 3});
    EXPECT_THAT(DbType<std::vector<std::int64_t>>::decode(whole), ElementsAre(1, 2, 3));
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_THROW(DbType<std::vector<std::int64_t>>::decode(std::string_view{whole}.substr(0, size)), DbUsageError)
            << size;
}

TEST(DbTypes, AnArrayOfAnotherTypeIsRefused) {
    EXPECT_THROW(DbType<std::vector<std::int32_t>>::decode(encoded(std::vector<std::int64_t>{1})), DbUsageError);
}

TEST(DbTypes, InstantsOutsidePostgresqlsTimeAreRefusedAndNotWrapped) {
    EXPECT_THROW(encoded(instantAt(std::numeric_limits<std::int64_t>::min())), DbUsageError);
    const auto last = instantAt(std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(DbType<Instant>::decode(encoded(last)), last);
    EXPECT_THROW(DbType<Instant>::decode(encoded(std::numeric_limits<std::int64_t>::max() - 1)), DbUsageError);
    EXPECT_THROW(DbType<Instant>::decode(encoded(std::numeric_limits<std::int64_t>::min() + 1)), DbUsageError);
    EXPECT_EQ(encoded(instantAt(946'684'800'000'000)), std::string(8, '\0'));
}

TEST(DbTypes, ADateThatDoesNotExistIsRefused) {
    using namespace std::chrono;
    EXPECT_THROW(encoded(CivilDate{year{2025}, February, day{29}}), DbUsageError);
    EXPECT_EQ(encoded(CivilDate{year{2000}, January, day{1}}), std::string(4, '\0'));
}

TEST(Sql, IsMadeOfLiterals) {
    static constexpr Sql kSql{"entry.find", "select 1"};
    static_assert(kSql.name == "entry.find" && kSql.text == "select 1");
    static_assert(!std::is_constructible_v<Sql, std::string, std::string>);
    static_assert(!std::is_constructible_v<Sql, std::string_view, std::string_view>);
    EXPECT_EQ(kSql.text.data()[kSql.text.size()], '\0');
}

}  // namespace
}  // namespace agon
