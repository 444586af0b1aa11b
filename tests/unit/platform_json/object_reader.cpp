#include "platform/json/object_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agon {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;
using Fault = std::pair<std::string, FieldFault>;
using Faults = std::vector<Fault>;

template <class T>
Faults faultsOf(const Result<T>& result) {
    Faults faults;
    if (result) return faults;
    for (const auto& error : result.error().errors) faults.emplace_back(error.pointer, error.fault);
    return faults;
}

// What a rule makes of one value, and what it says against it.
template <class R>
std::pair<std::optional<typename R::Value>, Faults> outcomeOf(const R& rule, const nlohmann::json& value) {
    std::vector<FieldError> errors;
    auto read = rule.read(value, Place{errors, "/x"});
    Faults faults;
    for (const auto& error : errors) faults.emplace_back(error.pointer, error.fault);
    EXPECT_EQ(read.has_value(), faults.empty());
    return {std::move(read), std::move(faults)};
}

template <class R>
void expectFault(const R& rule, const nlohmann::json& value, FieldFault fault) {
    EXPECT_THAT(outcomeOf(rule, value).second, ElementsAre(Fault{"/x", fault})) << value;
}

enum class Colour : std::uint8_t { Red, Blue };
constexpr std::pair<std::string_view, Colour> kColours[]{{"red", Colour::Red}, {"blue", Colour::Blue}};

TEST(ObjectReader, ReadsMembers) {
    const auto read =
        readJson(R"({"name":"Άννα","age":5,"colour":"blue","nested":{"list":[1,2,3]}})", [](ObjectReader& in) {
            const ObjectOf nested{[](ObjectReader& inner) {
                return inner.get("list", ListOf{Integer{}, 5});
            }};
            return std::tuple{in.get("name", Text{10}), in.get("age", Integer{}),
                              in.get("colour", Choice<Colour>{kColours}), in.get("nested", nested),
                              in.find("absent", Boolean{})};
        });
    ASSERT_TRUE(read);
    EXPECT_EQ(std::get<0>(*read), "Άννα");
    EXPECT_EQ(std::get<1>(*read), 5);
    EXPECT_EQ(std::get<2>(*read), Colour::Blue);
    EXPECT_THAT(std::get<3>(*read), ElementsAre(1, 2, 3));
    EXPECT_EQ(std::get<4>(*read), std::nullopt);
}

TEST(ObjectReader, TellsOfEverythingThatIsWrongAtOnce) {
    const auto read = readJson(R"({"a":1,"a":2,"b":null,"c":"x","list":[1,"2",3],"extra":0})", [](ObjectReader& in) {
        in.get("a", Integer{});
        in.get("b", Integer{});
        in.find("c", Integer{});
        in.get("d", Text{5});
        in.find("e", Text{5});
        in.get("list", ListOf{Integer{}, 5});
        in.refuse("a", FieldFault::Incorrect);
        return 0;
    });
    EXPECT_THAT(faultsOf(read),
                UnorderedElementsAre(Fault{"/a", FieldFault::Duplicate}, Fault{"/b", FieldFault::Missing},
                                     Fault{"/c", FieldFault::NotAnInteger}, Fault{"/d", FieldFault::Missing},
                                     Fault{"/list/1", FieldFault::NotAnInteger}, Fault{"/a", FieldFault::Incorrect},
                                     Fault{"/extra", FieldFault::Unknown}));
}

TEST(ObjectReader, RefusesUnknownMembersOfNestedObjectsToo) {
    const auto read = readJson(R"({"people":[{"name":"a"},{"name":"b","role":"admin"},5]})", [](ObjectReader& in) {
        const ObjectOf person{[](ObjectReader& inner) {
            return inner.get("name", Text{5});
        }};
        return in.get("people", ListOf{person, 5});
    });
    EXPECT_THAT(faultsOf(read), UnorderedElementsAre(Fault{"/people/1/role", FieldFault::Unknown},
                                                     Fault{"/people/2", FieldFault::NotAnObject}));
}

TEST(ObjectReader, TellsOnceOfANumberThatNoTypeHolds) {
    for (const auto* const number : {"18446744073709551616", "-9223372036854775809", "1e999", "-1e999"}) {
        const auto read =
            readJson(std::string{R"({"a":)"} + number + R"(,"b":[1,)" + number + "]}", [](ObjectReader& in) {
                in.get("a", Integer{});
                in.get("b", ListOf{Number{.min = 0, .max = 1}, 5});
                in.get("c", Text{5});
                return 0;
            });
        EXPECT_THAT(faultsOf(read),
                    UnorderedElementsAre(Fault{"/a", FieldFault::OutOfRange}, Fault{"/b/1", FieldFault::OutOfRange},
                                         Fault{"/c", FieldFault::Missing}))
            << number;
    }
}

TEST(ObjectReader, ReadsNothingButAnObject) {
    for (const auto* const text : {"[]", "null", "5", "\"a\""}) {
        EXPECT_THAT(faultsOf(readJson(text, [](ObjectReader&) { return 0; })),
                    ElementsAre(Fault{"", FieldFault::NotAnObject}));
    }
    const auto malformed = readJson("{", [](ObjectReader&) { return 0; });
    ASSERT_FALSE(malformed);
    EXPECT_EQ(malformed.error().code, ProblemCode::MalformedJson);
}

TEST(IntegerRule, HoldsItsLimitsToTheLast) {
    const Integer small{.min = -3, .max = 7};
    for (int i = -3; i <= 7; ++i) EXPECT_EQ(outcomeOf(small, i).first, i);
    for (const auto& out : {nlohmann::json(-4), nlohmann::json(8), nlohmann::json(INT64_MAX), nlohmann::json(INT64_MIN),
                            nlohmann::json(UINT64_MAX)}) {
        expectFault(small, out, FieldFault::OutOfRange);
    }
    EXPECT_EQ(outcomeOf(Integer{}, INT64_MAX).first, INT64_MAX);
    EXPECT_EQ(outcomeOf(Integer{}, INT64_MIN).first, INT64_MIN);
    expectFault(Integer{}, std::uint64_t{INT64_MAX} + 1, FieldFault::OutOfRange);
    for (const auto& other :
         {nlohmann::json(1.0), nlohmann::json("1"), nlohmann::json(true), nlohmann::json(nullptr)}) {
        expectFault(Integer{}, other, FieldFault::NotAnInteger);
    }
}

TEST(IntegerRule, ReadsTheSameFromAQuery) {
    std::vector<FieldError> errors;
    const Place at{errors, "?n"};
    const Integer rule{.min = 1, .max = 50};
    EXPECT_EQ(rule.readText("50", at), 50);
    EXPECT_TRUE(errors.empty());
    for (const auto& [text, fault] : std::initializer_list<std::pair<std::string_view, FieldFault>>{
             {"0", FieldFault::OutOfRange},
             {"51", FieldFault::OutOfRange},
             {"99999999999999999999", FieldFault::OutOfRange},
             {"", FieldFault::NotAnInteger},
             {"+5", FieldFault::NotAnInteger},
             {" 5", FieldFault::NotAnInteger},
             {"5 ", FieldFault::NotAnInteger},
             {"5x", FieldFault::NotAnInteger},
             {"5.0", FieldFault::NotAnInteger},
             {"0x5", FieldFault::NotAnInteger},
             {"99999999999999999999x", FieldFault::NotAnInteger}}) {
        errors.clear();
        EXPECT_EQ(rule.readText(text, at), std::nullopt) << text;
        ASSERT_EQ(errors.size(), 1U) << text;
        EXPECT_EQ(errors[0].fault, fault) << text;
    }
}

TEST(NumberRule, HoldsItsLimits) {
    const Number rule{.min = 0, .max = 1};
    EXPECT_EQ(outcomeOf(rule, 0).first, 0);
    EXPECT_EQ(outcomeOf(rule, 0.5).first, 0.5);
    EXPECT_EQ(outcomeOf(rule, 1).first, 1);
    expectFault(rule, 1.0000001, FieldFault::OutOfRange);
    expectFault(rule, std::numeric_limits<double>::quiet_NaN(), FieldFault::OutOfRange);
    expectFault(rule, "0", FieldFault::NotANumber);
}

TEST(TextRule, CountsCodePoints) {
    const Text rule{3, 2};
    EXPECT_EQ(outcomeOf(rule, "άέή").first, "άέή");
    EXPECT_EQ(outcomeOf(rule, "👩🏽").first, "👩🏽");
    expectFault(rule, "ά", FieldFault::TooShort);
    expectFault(rule, "", FieldFault::TooShort);
    expectFault(rule, "άέήί", FieldFault::TooLong);
    expectFault(rule, 12, FieldFault::NotAString);
}

TEST(TextRule, HasLinesOnlyWhereTheyBelong) {
    expectFault(Text{10}, "a\nb", FieldFault::HiddenCharacters);
    EXPECT_EQ(outcomeOf(Text{10, 1, LineBreaks::Allowed}, "a\nb").first, "a\nb");
    expectFault(Text{10, 1, LineBreaks::Allowed}, "a\r\nb", FieldFault::HiddenCharacters);
}

TEST(ChoiceRule, NamesTheChoicesAndNotWhatWasSent) {
    std::vector<FieldError> errors;
    EXPECT_EQ(Choice<Colour>{kColours}.readText("green", Place{errors, "/x"}), std::nullopt);
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_EQ(errors[0].detail, "red, blue");
    expectFault(Choice<Colour>{kColours}, "Red", FieldFault::NotAChoice);
    expectFault(Choice<Colour>{kColours}, 0, FieldFault::NotAString);
}

TEST(OtherRules, ReadWhatTheyAreFor) {
    EXPECT_EQ(outcomeOf(Boolean{}, true).first, true);
    expectFault(Boolean{}, "true", FieldFault::NotABoolean);
    expectFault(Boolean{}, 1, FieldFault::NotABoolean);
    EXPECT_EQ(outcomeOf(InstantText{}, "2026-05-20T18:30:00Z").first, parseInstant("2026-05-20T18:30:00Z"));
    expectFault(InstantText{}, "2026-05-20", FieldFault::BadInstant);
    EXPECT_EQ(outcomeOf(DateText{}, "1997-05-23").first, parseDate("1997-05-23"));
    expectFault(DateText{}, "1997-05-32", FieldFault::BadDate);
    const auto code = Code::random();
    EXPECT_EQ(outcomeOf(CodeText{}, code.text()).first, code);
    expectFault(CodeText{}, "nonsense", FieldFault::BadFormat);
}

TEST(ListRule, HoldsItsLimits) {
    const ListOf rule{Integer{}, 3, 1};
    EXPECT_THAT(*outcomeOf(rule, {1, 2, 3}).first, ElementsAre(1, 2, 3));
    expectFault(rule, nlohmann::json::array(), FieldFault::TooFew);
    expectFault(rule, {1, 2, 3, 4}, FieldFault::TooMany);
    expectFault(rule, nlohmann::json::object(), FieldFault::NotAnArray);
}

}  // namespace
}  // namespace agon
