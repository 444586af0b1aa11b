#include "platform/http/paging.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agon::http {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;
using Fault = std::pair<std::string, FieldFault>;

template <class Read>
std::vector<Fault> faultsOf(std::string_view query, Read read) {
    const auto result = readQuery(query, read);
    std::vector<Fault> faults;
    if (result) return faults;
    for (const auto& error : result.error().errors) faults.emplace_back(error.pointer, error.fault);
    return faults;
}

class Paging : public testing::Test {
  protected:
    Cursors cursors{crypto::SecretKey::random()};

    Result<PageWish> wish(const std::string& query) {
        return readQuery(query,
                         [&](QueryReader& in) { return readPageWish(in, cursors, "list", {.usual = 3, .most = 5}); });
    }
};

TEST_F(Paging, GivesBackThePositionThatWasSealed) {
    for (const nlohmann::json& position :
         {nlohmann::json(nullptr), nlohmann::json(7), nlohmann::json{"2026-05-20T18:30:00Z", 12},
          nlohmann::json{{"name", "Ω"}, {"id", INT64_MAX}}}) {
        EXPECT_EQ(cursors.open("list", cursors.seal("list", position)), position);
    }
}

TEST_F(Paging, RefusesACursorOfAnotherListOrAnotherService) {
    const auto cursor = cursors.seal("list", 7);
    EXPECT_EQ(cursors.open("list?state=open", cursor), std::nullopt);
    EXPECT_EQ((Cursors{crypto::SecretKey::random()}.open("list", cursor)), std::nullopt);
}

TEST_F(Paging, RefusesEveryChangedCursor) {
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ ";
    const auto cursor = cursors.seal("list", {{"at", 5}});
    for (std::size_t at = 0; at < cursor.size(); ++at) {
        for (const char c : alphabet) {
            auto changed = cursor;
            changed[at] = c;
            EXPECT_EQ(cursors.open("list", changed).has_value(), c == cursor[at]) << changed;
        }
        EXPECT_EQ(cursors.open("list", cursor.substr(0, at)), std::nullopt);
        EXPECT_EQ(cursors.open("list", cursor.substr(at + 1)), std::nullopt);
    }
    EXPECT_EQ(cursors.open("list", cursor + "A"), std::nullopt);
    EXPECT_EQ(cursors.open("list", cursor + cursor), std::nullopt);
}

TEST_F(Paging, TellsNothingOfThePosition) {
    EXPECT_NE(cursors.seal("list", 7), cursors.seal("list", 7));
    EXPECT_EQ(
        cursors.seal("list", 7).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
        std::string::npos);
}

TEST_F(Paging, HasAUsualLimitAndAHighestOne) {
    EXPECT_EQ(wish("")->limit, 3);
    EXPECT_EQ(wish("limit=5")->limit, 5);
    EXPECT_EQ(wish("")->after, std::nullopt);
    EXPECT_EQ(wish("after=" + cursors.seal("list", 9))->after, 9);
    for (const auto* const query : {"limit=0", "limit=6", "limit=-1", "limit=x", "limit=", "after=", "after=x", "x=1",
                                    "limit=1&limit=1", "Limit=1"}) {
        EXPECT_FALSE(wish(query)) << query;
    }
}

TEST(Query, TellsOfEverythingThatIsWrongAtOnce) {
    const auto faults = faultsOf("n=x&n=2&unknown=1&flag=yes&bad=%zz&%ff=1", [](QueryReader& in) {
        in.find("n", Integer{});
        in.find("flag", Boolean{});
        in.find("bad", Text{5});
        return 0;
    });
    EXPECT_THAT(faults,
                UnorderedElementsAre(Fault{"?n", FieldFault::NotAnInteger}, Fault{"?n", FieldFault::Duplicate},
                                     Fault{"?unknown", FieldFault::Unknown}, Fault{"?flag", FieldFault::NotABoolean},
                                     Fault{"?bad", FieldFault::BadFormat}, Fault{"?", FieldFault::BadFormat}));
}

TEST(Query, IsDecodedAsFormsEncodeIt) {
    const auto read = readQuery("a=b+c%20%2B%26%3d&&%CE%B1=1=2&", [](QueryReader& in) {
        return std::pair{in.get("a", Text{20}, ""), in.get("α", Text{20}, "")};
    });
    ASSERT_TRUE(read);
    EXPECT_EQ(read->first, "b c +&=");
    EXPECT_EQ(read->second, "1=2");
}

TEST(Query, WithoutANameItKnowsGivesWhatIsUsual) {
    const auto read = readQuery("", [](QueryReader& in) { return in.get("n", Integer{}, 5); });
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, 5);
    EXPECT_THAT(faultsOf("=", [](QueryReader&) { return 0; }), ElementsAre(Fault{"?", FieldFault::Unknown}));
}

}  // namespace
}  // namespace agon::http
