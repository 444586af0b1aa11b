#include <set>

#include "probe.hpp"

namespace agon::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;

using Fault = std::pair<std::string, std::string>;

std::vector<Fault> faultsOf(const HttpReply& reply) {
    std::vector<Fault> faults;
    for (const auto& error : reply.json()["errors"]) {
        EXPECT_FALSE(error["message"].get<std::string>().empty());
        faults.emplace_back(error["pointer"], error["code"]);
    }
    return faults;
}

class Bodies : public ProbeTest {
  protected:
    HttpReply create(const std::string& body, const Headers& headers = {}) {
        return http.send("POST", "/probe/notes", body, headers);
    }
};

TEST_F(Bodies, WhatIsNotJsonIsMalformed) {
    const std::vector<std::string> texts{
        "",
        "{",
        "}",
        "nonsense",
        R"({"text":"a","count":1)",
        R"({"text":"a","count":1}})",
        R"({"text":"a","count":1} {})",
        R"({"text":"a","count":1,})",
        R"({"text":"a" "count":1})",
        R"({text:"a","count":1})",
        R"({'text':'a','count':1})",
        R"({"text":"a","count":01})",
        R"({"text":"a","count":+1})",
        R"({"text":"a","count":1.})",
        R"({"text":"a","count":NaN})",
        R"({"text":"a","count":Infinity})",
        R"({"text":"a","count":0x1})",
        R"({"text":"a\q","count":1})",
        R"({"text":"\ud800","count":1})",
        R"({"text":"a","count":1} // why)",
        "{\"text\":\"a\nb\",\"count\":1}",
        std::string{"{\"text\":\"a\0b\",\"count\":1}", 24},
        R"({"text":"a","count":1})" + std::string(1, '\0'),
        R"({"text":"a","count":1})" + std::string(1, '\0') + R"({"text":"b"})",
    };
    for (const auto& text : texts) {
        SCOPED_TRACE(text);
        expectProblem(create(text), 400, "malformed-json");
    }
}

TEST_F(Bodies, BytesThatAreNotUtf8AreMalformed) {
    for (const std::string bytes : {"\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xce\xce"}) {
        expectProblem(create("{\"text\":\"" + bytes + "\",\"count\":1}"), 400, "malformed-json");
        expectProblem(create("{\"" + bytes + "\":1}"), 400, "malformed-json");
    }
}

TEST_F(Bodies, NestingWithoutEndIsMalformed) {
    expectProblem(create(std::string(2000, '[')), 400, "malformed-json");
    expectProblem(create(std::string(17, '[') + std::string(17, ']')), 400, "malformed-json");
}

TEST_F(Bodies, WhatIsNoObjectIsSaidToBeNone) {
    for (const auto* const text : {"[]", "1", "null", "\"text\"", "true"}) {
        SCOPED_TRACE(text);
        const auto reply = create(text);
        expectProblem(reply, 422, "invalid-fields");
        EXPECT_THAT(faultsOf(reply), UnorderedElementsAre(Fault{"", "not-an-object"}));
    }
}

TEST_F(Bodies, EveryFaultOfARequestIsToldAtOnce) {
    const auto reply = create(R"({
        "text": 5,
        "count": 11,
        "colour": "green",
        "at": "2026-05-20T18:30:00",
        "author": {"born": "1997-02-29", "age": 3},
        "tags": ["fine", 1, "much too long"],
        "pause": "1",
        "refused": null,
        "a/b~c": 1
    })");
    expectProblem(reply, 422, "invalid-fields");
    EXPECT_THAT(faultsOf(reply),
                UnorderedElementsAre(
                    Fault{"/text", "not-a-string"}, Fault{"/count", "out-of-range"}, Fault{"/colour", "not-a-choice"},
                    Fault{"/at", "bad-instant"}, Fault{"/author/name", "missing"}, Fault{"/author/born", "bad-date"},
                    Fault{"/author/age", "unknown"}, Fault{"/tags/1", "not-a-string"}, Fault{"/tags/2", "too-long"},
                    Fault{"/pause", "not-a-number"}, Fault{"/a~1b~0c", "unknown"}));
    EXPECT_EQ(database_->session().number("select count(*) from probe.note where count = 11"), 0);
}

TEST_F(Bodies, AMemberGivenTwiceIsAFaultBesideTheOthers) {
    const auto reply = create(R"({"text":"a","text":"b","count":0,"author":{"name":"x","name":"y"}})");
    expectProblem(reply, 422, "invalid-fields");
    EXPECT_THAT(faultsOf(reply), UnorderedElementsAre(Fault{"/text", "duplicate"}, Fault{"/count", "out-of-range"},
                                                      Fault{"/author/name", "duplicate"}));
}

TEST_F(Bodies, ANumberThatNobodyCanHoldIsOutOfRange) {
    for (const auto* const number : {"0", "11", "-1", "9223372036854775808", "18446744073709551616",
                                     "-9223372036854775809", "123456789012345678901234567890"}) {
        SCOPED_TRACE(number);
        const auto reply = create(std::string{R"({"text":"a","count":)"} + number + "}");
        expectProblem(reply, 422, "invalid-fields");
        EXPECT_THAT(faultsOf(reply), UnorderedElementsAre(Fault{"/count", "out-of-range"}));
    }
    const auto infinite = create(R"({"text":"a","pause":1e999})");
    expectProblem(infinite, 422, "invalid-fields");
    EXPECT_THAT(faultsOf(infinite), UnorderedElementsAre(Fault{"/pause", "out-of-range"}, Fault{"/count", "missing"}));
}

TEST_F(Bodies, AWholeNumberIsWrittenAsOne) {
    for (const auto* const number : {"1.0", "1e0", "\"1\"", "true", "[1]", "{}"}) {
        SCOPED_TRACE(number);
        const auto reply = create(std::string{R"({"text":"a","count":)"} + number + "}");
        EXPECT_THAT(faultsOf(reply), UnorderedElementsAre(Fault{"/count", "not-an-integer"}));
    }
}

TEST_F(Bodies, TextIsCountedAsPeopleCount) {
    std::string forty;
    for (int i = 0; i < 40; ++i) forty += "ά";
    EXPECT_EQ(create(R"({"count":1,"text":")" + forty + "\"}").status, 201);
    EXPECT_THAT(faultsOf(create(R"({"count":1,"text":")" + forty + "a\"}")),
                UnorderedElementsAre(Fault{"/text", "too-long"}));
    EXPECT_THAT(faultsOf(create(R"({"count":1,"text":""})")), UnorderedElementsAre(Fault{"/text", "too-short"}));
}

TEST_F(Bodies, TextHoldsNothingThatCannotBeSeen) {
    for (const auto* const hidden : {R"(\u0000)", R"(\u0007)", R"(\n)", R"(\u202e)", R"(\ufeff)", R"(\u2028)"}) {
        SCOPED_TRACE(hidden);
        const auto reply = create(std::string{R"({"count":1,"text":"a)"} + hidden + "b\"}");
        EXPECT_THAT(faultsOf(reply), UnorderedElementsAre(Fault{"/text", "hidden-characters"}));
    }
}

TEST_F(Bodies, WhatTheClientSentDoesNotComeBack) {
    const auto reply = create(R"({"text":5,"count":1,"colour":"<script>alert(1)</script>"})");
    expectProblem(reply, 422, "invalid-fields");
    EXPECT_THAT(reply.body, Not(HasSubstr("alert")));
    EXPECT_THAT(reply.body, HasSubstr("red, blue"));
}

TEST_F(Bodies, MessagesAreInTheClientsLanguage) {
    const auto greek = create(R"({"count":1})", {{"Accept-Language", "el"}});
    EXPECT_EQ(greek.json()["errors"][0]["message"], "Το πεδίο είναι υποχρεωτικό.");
    const auto english = create(R"({"count":1})", {{"Accept-Language", "en"}});
    EXPECT_EQ(english.json()["errors"][0]["message"], "This field is required.");
}

TEST_F(Bodies, QueriesAreReadByTheSameRules) {
    const auto reply = http.get("/probe/list?limit=6&after=made-up&limit=2&colour=red&%ff=1");
    expectProblem(reply, 422, "invalid-fields");
    EXPECT_THAT(faultsOf(reply), UnorderedElementsAre(Fault{"?limit", "out-of-range"}, Fault{"?limit", "duplicate"},
                                                      Fault{"?after", "bad-cursor"}, Fault{"?colour", "unknown"},
                                                      Fault{"?", "bad-format"}));
}

TEST_F(Bodies, AListIsWalkedFromPageToPage) {
    std::vector<int> seen;
    std::string next = "/probe/list?limit=4";
    int pages = 0;
    for (; !next.empty() && pages < 10; ++pages) {
        const auto page = http.get(next).json();
        for (const auto& item : page["items"]) seen.push_back(item);
        next = page["next"].is_null() ? "" : page["next"].get<std::string>();
    }
    EXPECT_EQ(pages, 3);
    EXPECT_THAT(seen, testing::ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
}

}  // namespace
}  // namespace agon::test
