#include "probe.hpp"

namespace agon::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kNote = R"({"text":"a note","count":1})";

class Problems : public ProbeTest {};

TEST_F(Problems, AnUnknownPathIsNotFound) {
    const auto reply = http.get("/probe/nowhere?secret=1");
    expectProblem(reply, 404, "not-found");
    EXPECT_EQ(reply.json()["instance"], "/probe/nowhere");
}

TEST_F(Problems, APathIsTakenAsItIsWritten) {
    for (const auto* const path :
         {"/probe//small", "/probe/small/", "/probe/./small", "/probe/x/../small", "/probe/%2e%2e/probe/small",
          "/PROBE/small", "/probe/items/%ff", "/probe/items/%00", "/probe/items/%4", "/probe%2Fsmall"}) {
        SCOPED_TRACE(path);
        expectProblem(http.get(path), 404, "not-found");
    }
}

TEST_F(Problems, AMethodThatAPathDoesNotHaveIsRefusedWithThoseItHas) {
    const auto reply = http.send("DELETE", "/probe/items/K7QM");
    expectProblem(reply, 405, "method-not-allowed");
    EXPECT_EQ(reply.header("allow"), "OPTIONS, GET, HEAD, PUT");
}

TEST_F(Problems, AMethodNobodyKnowsIsNotImplemented) {
    for (const auto* const method : {"BREW", "TRACE", "CONNECT", "get"}) {
        SCOPED_TRACE(method);
        expectProblem(http.send(method, "/probe/small"), 501, "method-not-implemented");
    }
}

TEST_F(Problems, WhoIsNotSignedInIsAskedTo) {
    const auto reply = http.get("/probe/guarded");
    expectProblem(reply, 401, "unauthenticated");
    EXPECT_EQ(reply.header("www-authenticate"), "Bearer");
}

TEST_F(Problems, WhoLacksTheRightIsToldWhichOne) {
    const auto reply = http.get("/probe/guarded", {{"Authorization", "Bearer weak"}});
    expectProblem(reply, 403, "forbidden");
    EXPECT_THAT(reply.json()["detail"], HasSubstr("probe.act"));
    EXPECT_EQ(http.get("/probe/guarded", {{"Authorization", "Bearer strong"}}).status, 200);
}

TEST_F(Problems, AChangeFromAnotherSitesPageIsRefused) {
    expectProblem(http.send("POST", "/probe/conflict", "{}", {{"Sec-Fetch-Site", "cross-site"}}), 403,
                  "cross-origin-refused");
    expectProblem(http.send("POST", "/probe/conflict", "{}", {{"Sec-Fetch-Site", "same-site"}}), 403,
                  "cross-origin-refused");
    expectProblem(http.send("POST", "/probe/conflict", "{}", {{"Origin", "https://elsewhere.example"}}), 403,
                  "cross-origin-refused");
    expectProblem(http.send("POST", "/probe/conflict", "{}", {{"Origin", "null"}}), 403, "cross-origin-refused");
}

TEST_F(Problems, AChangeFromOurOwnPageAndFromNoPageAtAllIsNot) {
    // 409 is what this route always says.
    EXPECT_EQ(http.send("POST", "/probe/conflict", "{}", {{"Sec-Fetch-Site", "same-origin"}}).status, 409);
    EXPECT_EQ(http.send("POST", "/probe/conflict", "{}", {{"Origin", probe_->url()}}).status, 409);
    EXPECT_EQ(http.get("/probe/small", {{"Sec-Fetch-Site", "cross-site"}}).status, 200);
}

TEST_F(Problems, TheStateOfThingsSaysNo) {
    expectProblem(http.post("/probe/conflict", nlohmann::json::object()), 409, "conflict");
}

TEST_F(Problems, AViolatedConstraintIsWhatItsTableSaysItIs) {
    const nlohmann::json note{{"text", "only once"}, {"count", 1}};
    EXPECT_EQ(http.post("/probe/notes", note).status, 201);
    const auto reply = http.post("/probe/notes", note);
    expectProblem(reply, 409, "conflict");
    EXPECT_THAT(reply.body, Not(HasSubstr("note_text_once")));
    EXPECT_THAT(probe_->log(), Not(HasSubstr("only once")));
}

TEST_F(Problems, AChangeThatSawAnOlderVersionIsStale) {
    for (const auto* const seen : {"\"v6\"", "W/\"v7\"", "\"v70\"", "\"v6\", \"v8\""}) {
        SCOPED_TRACE(seen);
        expectProblem(http.send("PUT", "/probe/items/a", "{}", {{"If-Match", seen}}), 412, "stale-version");
    }
}

TEST_F(Problems, AChangeMustSayWhichVersionItSaw) {
    expectProblem(http.send("PUT", "/probe/items/a", "{}"), 428, "version-required");
    expectProblem(http.send("PUT", "/probe/items/a", "{}", {{"If-Match", "v7"}}), 400, "malformed-request");
    const auto reply = http.send("PUT", "/probe/items/a", "{}", {{"If-Match", "\"v7\""}});
    EXPECT_EQ(reply.status, 204);
    EXPECT_EQ(reply.header("etag"), "\"v8\"");
    EXPECT_EQ(http.send("PUT", "/probe/items/a", "{}", {{"If-Match", "\"v3\", \"v7.br\""}}).status, 204);
    EXPECT_EQ(http.send("PUT", "/probe/items/a", "{}", {{"If-Match", "*"}}).status, 204);
}

TEST_F(Problems, ABodyAboveTheRoutesLimitIsTooLarge) {
    const auto reply = http.send("POST", "/probe/notes", std::string(4097, ' '));
    expectProblem(reply, 413, "body-too-large");
    EXPECT_THAT(reply.json()["detail"], HasSubstr("4096"));
    const auto padded = kNote.substr(0, kNote.size() - 1) + std::string(4096 - kNote.size(), ' ') + "}";
    EXPECT_EQ(http.send("POST", "/probe/notes", padded).status, 201);
}

TEST_F(Problems, ABodyAboveEveryLimitIsTooLarge) {
    const auto reply = http.send("POST", "/probe/notes", std::string(1024 * 1024 + 1, ' '));
    expectProblem(reply, 413, "body-too-large");
    EXPECT_EQ(reply.json()["instance"], "/probe/notes");
    EXPECT_EQ(reply.header("connection"), "close");
}

TEST_F(Problems, ABodyThatIsNotJsonIsUnsupported) {
    for (const auto* const type : {"text/plain", "application/x-www-form-urlencoded", "application/jsonx",
                                   "application/json; charset=iso-8859-7", "application/json;charset=\"utf-16\""}) {
        SCOPED_TRACE(type);
        const auto reply = http.send("POST", "/probe/notes", kNote, {{"Content-Type", type}});
        expectProblem(reply, 415, "unsupported-media-type");
        EXPECT_EQ(reply.header("accept-post"), "application/json");
    }
    expectProblem(http.send("POST", "/probe/notes", kNote, {{"Content-Type", ""}}), 415, "unsupported-media-type");
    expectProblem(http.send("POST", "/probe/notes", kNote, {{"Content-Encoding", "gzip"}}), 415,
                  "unsupported-media-type");
    for (const auto* const type : {"Application/JSON", "application/json; charset=UTF-8", "application/json;x=1"}) {
        SCOPED_TRACE(type);
        EXPECT_EQ(http.send("POST", "/probe/notes", "{}", {{"Content-Type", type}}).status, 422);
    }
}

TEST_F(Problems, ABodyWhereNoneBelongsIsMalformed) {
    expectProblem(http.send("GET", "/probe/small", "{}"), 400, "malformed-request");
}

TEST_F(Problems, AnAnswerThatNobodyWantsIsNotAcceptable) {
    const auto reply = http.get("/probe/small", {{"Accept", "text/html, application/json;q=0"}});
    expectProblem(reply, 406, "not-acceptable");
    EXPECT_EQ(http.get("/probe/small", {{"Accept", "text/html, */*;q=0.1"}}).status, 200);
}

TEST_F(Problems, TooManyRequestsSayWhenToComeBack) {
    const auto reply = http.get("/probe/limited");
    expectProblem(reply, 429, "too-many-requests");
    EXPECT_EQ(reply.header("retry-after"), "30");
}

TEST_F(Problems, AnAnswerThatTakesTooLongIsNotWaitedFor) {
    const auto reply = http.get("/probe/late?ms=400");
    expectProblem(reply, 503, "timeout");
    EXPECT_TRUE(reply.hasHeader("retry-after"));
    // The handler goes on; what it says in the end goes nowhere, and the connection is not confused by it.
    const auto id = reply.header("x-request-id");
    EXPECT_TRUE(eventually(5s, [&] {
        return std::ranges::any_of(probe_->logLines(), [&](const auto& line) {
            return line.value("event", "") == "http.answered_too_late" && line.value("request_id", "") == id;
        });
    }));
    EXPECT_EQ(http.get("/probe/small").status, 200);
}

TEST_F(Problems, EveryRefusalForNowSaysWhenToComeBack) {
    const auto reply = http.get("/probe/busy");
    expectProblem(reply, 503, "unavailable");
    EXPECT_EQ(reply.header("retry-after"), "2");
}

TEST_F(Problems, EveryUnauthenticatedAnswerSaysHowToSignIn) {
    const auto reply = http.get("/probe/half");
    expectProblem(reply, 401, "second-factor-required");
    EXPECT_EQ(reply.header("www-authenticate"), "Bearer");
}

TEST_F(Problems, AFaultOfOursIsLoggedAndNotTold) {
    const auto reply = http.get("/probe/broken");
    expectProblem(reply, 500, "internal");
    EXPECT_THAT(reply.body, Not(HasSubstr("nobody's business")));
    const auto id = reply.header("x-request-id");
    EXPECT_TRUE(eventually(5s, [&] {
        return std::ranges::any_of(probe_->logLines(), [&](const auto& line) {
            return line.value("event", "") == "http.unexpected" && line.value("request_id", "") == id &&
                   line.value("message", "").contains("nobody's business");
        });
    }));
}

TEST_F(Problems, SpeakGreekOrEnglishAsTheClientWishes) {
    const auto greek = http.get("/probe/nowhere", {{"Accept-Language", "de, el-GR;q=0.9, en;q=0.8"}});
    expectProblem(greek, 404, "not-found");
    EXPECT_EQ(greek.json()["title"], "Δεν βρέθηκε");
    EXPECT_EQ(greek.header("content-language"), "el");
    EXPECT_THAT(greek.header("vary"), HasSubstr("accept-language"));
    const auto english = http.get("/probe/nowhere", {{"Accept-Language", "el;q=0.1, en;q=0.8"}});
    EXPECT_EQ(english.json()["title"], "Not found");
    EXPECT_EQ(english.header("content-language"), "en");
    EXPECT_EQ(http.get("/probe/nowhere", {{"Accept-Language", "fr"}}).header("content-language"), "en");
}

TEST_F(Problems, ARequestThatIsRefusedBeforeItIsWholeIsAnsweredInItsLanguageToo) {
    const auto reply =
        http.send("POST", "/probe/notes", std::string(1024 * 1024 + 1, ' '), {{"Accept-Language", "el"}});
    expectProblem(reply, 413, "body-too-large");
    EXPECT_EQ(reply.header("content-language"), "el");
}

}  // namespace
}  // namespace agon::test
