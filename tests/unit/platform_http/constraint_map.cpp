#include "platform/http/constraint_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/db/error.hpp"
#include "platform/http/problem_answer.hpp"

namespace agon::http {
namespace {

using testing::HasSubstr;
using testing::Not;

template <class Error>
Problem meaningOf(const Error& error, const ConstraintMap& constraints = {}) {
    try {
        throw Error{error};
    } catch (...) {
        return problemOfCurrentException(constraints, "request-id");
    }
}

std::string headerOf(const Answer& answer, std::string_view name) {
    for (const auto& [key, value] : answer.headers) {
        if (key == name) return value;
    }
    return {};
}

TEST(ConstraintMap, SaysWhatAViolationMeans) {
    ConstraintMap map;
    map.add("entry_once", ProblemCode::Conflict);
    map.add("entry_name_short", FieldError{"/name", FieldFault::TooLong, "80"});
    EXPECT_EQ(map.problemOf("entry_once").code, ProblemCode::Conflict);
    EXPECT_EQ(map.problemOf("entry_name_short").errors.front().pointer, "/name");
    EXPECT_EQ(map.problemOf("unheard_of").code, ProblemCode::Internal);
    EXPECT_THAT(map.names(), testing::ElementsAre("entry_name_short", "entry_once"));
    EXPECT_THROW(map.add("entry_once", ProblemCode::Conflict), std::logic_error);
}

TEST(ProblemOfException, IsByKindOfError) {
    ConstraintMap map;
    map.add("entry_once", ProblemCode::EmailTaken);
    EXPECT_EQ(meaningOf(DbError{{.sqlState = "23505", .constraint = "entry_once"}}, map).code, ProblemCode::EmailTaken);
    EXPECT_EQ(meaningOf(DbError{{.sqlState = "23505", .constraint = "another"}}, map).code, ProblemCode::Internal);
    EXPECT_EQ(meaningOf(DbError{{.sqlState = "42601", .constraint = "entry_once"}}, map).code, ProblemCode::Internal);
    EXPECT_EQ(meaningOf(DbError{{.sqlState = "40001"}}).code, ProblemCode::Unavailable);
    EXPECT_EQ(meaningOf(DbError{{.sqlState = "40P01"}}).code, ProblemCode::Unavailable);
    EXPECT_EQ(meaningOf(DbUnavailable{{.sqlState = "08006"}}).code, ProblemCode::Unavailable);
    EXPECT_EQ(meaningOf(DbTimeout{{.sqlState = "57014"}}).code, ProblemCode::Unavailable);
    // Nobody may be told "not done" when nobody knows.
    EXPECT_EQ(meaningOf(DbOutcomeUnknown{{.sqlState = "08006"}}).code, ProblemCode::Timeout);
    EXPECT_EQ(meaningOf(std::runtime_error{"cause"}).code, ProblemCode::Internal);
    EXPECT_EQ(meaningOf(5).code, ProblemCode::Internal);
}

TEST(ProblemAnswer, HoldsEverythingThatRfc9457Names) {
    for (const auto code : allProblemCodes()) {
        for (const auto language : {Language::Greek, Language::English}) {
            const auto answer = render(problem(code).error(), language, "/a/b", "request-id");
            const auto body = nlohmann::json::parse(answer.body);
            EXPECT_EQ(answer.status, statusOf(code));
            EXPECT_EQ(answer.contentType, "application/problem+json");
            EXPECT_EQ(body["status"], statusOf(code));
            EXPECT_EQ(body["type"], typeOf(code));
            EXPECT_EQ(body["title"], titleOf(code, language));
            EXPECT_EQ(body["instance"], "/a/b");
            EXPECT_EQ(body["code"], codeOf(code));
            EXPECT_EQ(body["request_id"], "request-id");
            EXPECT_FALSE(body.contains("errors"));
            EXPECT_EQ(headerOf(answer, "retry-after").empty(), answer.status != 503);
            EXPECT_EQ(headerOf(answer, "www-authenticate").empty(), answer.status != 401);
        }
    }
}

TEST(ProblemAnswer, StaysWellFormedWhateverTheClientCalledItsMembers) {
    const auto refused = problem({FieldError{"/\xff\"<\x01", FieldFault::Unknown, ""}}).error();
    const auto answer = render(refused, Language::English, "/\xff", "id");
    const auto body = nlohmann::json::parse(answer.body, nullptr, false);
    ASSERT_FALSE(body.is_discarded());
    EXPECT_EQ(body["errors"][0]["code"], "unknown");
}

TEST(ProblemAnswer, SaysWhenToComeBackIfThatIsKnown) {
    auto later = problem(ProblemCode::TooManyRequests).error();
    EXPECT_EQ(headerOf(render(later, Language::English, "/", "id"), "retry-after"), "");
    later.retryAfter = std::chrono::seconds{30};
    EXPECT_EQ(headerOf(render(later, Language::English, "/", "id"), "retry-after"), "30");
}

}  // namespace
}  // namespace agon::http
