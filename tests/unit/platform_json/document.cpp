#include "platform/json/document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace agon {
namespace {

using testing::ElementsAre;

std::vector<std::pair<std::string, FieldFault>> faultsOf(std::string_view text) {
    const auto document = parseJson(text);
    std::vector<std::pair<std::string, FieldFault>> faults;
    for (const auto& fault : document ? document->faults : document.error().errors) {
        faults.emplace_back(fault.pointer, fault.fault);
    }
    return faults;
}

std::pair<std::string, FieldFault> fault(std::string pointer, FieldFault kind) {
    return {std::move(pointer), kind};
}

// Any JSON value, not too deep.
nlohmann::json anyJson(std::mt19937& random, int depth) {
    switch (std::uniform_int_distribution{0, depth > 0 ? 7 : 5}(random)) {
        case 0:
            return nullptr;
        case 1:
            return random() % 2 == 0;
        case 2:
            return static_cast<std::int64_t>(random()) - static_cast<std::int64_t>(random());
        case 3:
            return static_cast<double>(random()) / 1024.0;
        case 4:
            return std::numeric_limits<std::uint64_t>::max() - random();
        case 5:
            return random() % 2 == 0 ? "κείμενο \"με\" \\ και /" : "\n\t\x01";
        case 6: {
            auto list = nlohmann::json::array();
            for (auto i = random() % 4; i > 0; --i) list.push_back(anyJson(random, depth - 1));
            return list;
        }
        default: {
            auto object = nlohmann::json::object();
            for (auto i = random() % 4; i > 0; --i) object["m" + std::to_string(i)] = anyJson(random, depth - 1);
            return object;
        }
    }
}

TEST(JsonDocument, IsWhatWasWritten) {
    std::mt19937 random{1};
    for (int i = 0; i < 2000; ++i) {
        const auto value = anyJson(random, 5);
        const auto text = value.dump(i % 2 == 0 ? -1 : 2, ' ', i % 3 == 0);
        const auto document = parseJson(text);
        ASSERT_TRUE(document) << text;
        EXPECT_EQ(document->value, value) << text;
        EXPECT_TRUE(document->faults.empty()) << text;
    }
}

TEST(JsonDocument, CutShortIsMalformed) {
    std::mt19937 random{2};
    for (int i = 0; i < 200; ++i) {
        const auto text = nlohmann::json::array({anyJson(random, 4)}).dump();
        for (std::size_t size = 0; size < text.size(); ++size) {
            const auto document = parseJson(std::string_view{text}.substr(0, size));
            ASSERT_FALSE(document) << text.substr(0, size);
            EXPECT_EQ(document.error().code, ProblemCode::MalformedJson);
        }
    }
}

TEST(JsonDocument, OfAnyBytesIsReadOrRefusedAndNothingElse) {
    std::mt19937 random{3};
    using namespace std::string_view_literals;
    constexpr auto likely = "{}[]:,\"\\/0123456789.eE+-truefalsn \n\xce\xb1\xff\x00"sv;
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (auto size = random() % 24; size > 0; --size) text += likely[random() % likely.size()];
        const auto document = parseJson(text);
        const bool isJson = nlohmann::json::accept(text) && !text.contains('\0');
        EXPECT_TRUE(document || !isJson || !document.error().errors.empty()) << text;
        // A number beyond every type is well-formed all the same, and a fault of its own.
        if (document && document->faults.empty()) EXPECT_TRUE(isJson) << text;
    }
}

TEST(JsonDocument, SaysAtWhichByteItCouldNotGoOn) {
    const auto document = parseJson(R"({"a": tru})");
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().code, ProblemCode::MalformedJson);
    EXPECT_EQ(document.error().subject, "10");
}

TEST(JsonDocument, IsOneText) {
    for (const auto* const text : {"{} {}", "1 2", "{}x", "", " ", "[],", "// c\n{}"}) {
        const auto document = parseJson(text);
        EXPECT_FALSE(document) << text;
    }
    EXPECT_FALSE(parseJson(std::string_view{"{}\0", 3}));
    EXPECT_FALSE(parseJson(std::string_view{"{}\0{\"a\":1}", 10}));
    EXPECT_FALSE(parseJson(std::string_view{"\0{}", 3}));
    EXPECT_TRUE(parseJson(" \t\r\n{} \t\r\n"));
}

TEST(JsonDocument, NotesMembersGivenTwiceWhereverTheyAre) {
    EXPECT_THAT(faultsOf(R"({"a":1,"a":2})"), ElementsAre(fault("/a", FieldFault::Duplicate)));
    EXPECT_THAT(faultsOf(R"({"a":1,"\u0061":2,"a":3})"),
                ElementsAre(fault("/a", FieldFault::Duplicate), fault("/a", FieldFault::Duplicate)));
    EXPECT_THAT(faultsOf(R"([{"b":{"c/d":[1,{"e~":1,"e~":{}}]}}])"),
                ElementsAre(fault("/0/b/c~1d/1/e~0", FieldFault::Duplicate)));
    EXPECT_THAT(faultsOf(R"({"":1,"":2})"), ElementsAre(fault("/", FieldFault::Duplicate)));
    EXPECT_THAT(faultsOf(R"([{"a":1},{"a":1}])"), ElementsAre());
}

TEST(JsonDocument, NotesNumbersThatNoTypeHolds) {
    EXPECT_THAT(faultsOf(R"({"a":[18446744073709551615,-9223372036854775808]})"), ElementsAre());
    EXPECT_THAT(faultsOf(R"({"a":[1,18446744073709551616],"b":-9223372036854775809})"),
                ElementsAre(fault("/a/1", FieldFault::OutOfRange), fault("/b", FieldFault::OutOfRange)));
    EXPECT_THAT(faultsOf(R"({"a":{"b":1e999}})"), ElementsAre(fault("/a/b", FieldFault::OutOfRange)));
    EXPECT_THAT(faultsOf("[0,-1e999]"), ElementsAre(fault("/1", FieldFault::OutOfRange)));
    EXPECT_THAT(faultsOf("1e-999"), ElementsAre());
    EXPECT_THAT(faultsOf(R"({"a":1e999,"b\":1e999":-2e400,"c":[1e308,1e309],"a":"1e999"})"),
                ElementsAre(fault("/a", FieldFault::OutOfRange), fault("/b\":1e999", FieldFault::OutOfRange),
                            fault("/c/1", FieldFault::OutOfRange), fault("/a", FieldFault::Duplicate)));
    for (const auto* const text : {R"({"a":1e999,})", "[1e999,01e999]", "[1e999,1.e999]", "[1e999-5]", "[1e999e5]",
                                   "[1e999,-]", "[1e999,\"]", "[1e999,\"\\"}) {
        const auto malformed = parseJson(text);
        ASSERT_FALSE(malformed) << text;
        EXPECT_EQ(malformed.error().code, ProblemCode::MalformedJson) << text;
    }
}

TEST(JsonDocument, IsOnlySoDeep) {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    EXPECT_TRUE(parseJson(nested(kMaxJsonDepth)));
    EXPECT_FALSE(parseJson(nested(kMaxJsonDepth + 1)));
    EXPECT_FALSE(parseJson(std::string(1'000'000, '[')));
    std::string objects;
    for (int i = 0; i < 100'000; ++i) objects += R"({"a":)";
    EXPECT_FALSE(parseJson(objects));
}

TEST(PointerStep, EscapesWhatHasAMeaning) {
    EXPECT_EQ(pointerStep("plain"), "/plain");
    EXPECT_EQ(pointerStep("a/b~c"), "/a~1b~0c");
    EXPECT_EQ(pointerStep(""), "/");
    EXPECT_EQ(pointerStep("~1"), "/~01");
}

}  // namespace
}  // namespace agon
