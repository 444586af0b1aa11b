#include "platform/http/problem_answer.hpp"

#include "platform/db/error.hpp"
#include "platform/log/log.hpp"

namespace agon::http {
namespace {

constexpr std::chrono::seconds kRetrySoon{2};

Problem retryable(ProblemCode code) {
    auto later = problem(code).error();
    later.retryAfter = kRetrySoon;
    return later;
}

bool isConstraintViolation(const DbError& error) {
    return error.sqlState().starts_with("23") && !error.constraint().empty();
}

void logDbError(std::string_view event, const DbError& error, std::string_view requestId) {
    logError(event, {{"request_id", requestId},
                     {"sql_state", error.sqlState()},
                     {"statement", error.statement()},
                     {"constraint", error.constraint()},
                     {"message", error.what()}});
}

Problem problemOf(const DbError& error, const ConstraintMap& constraints, std::string_view requestId) {
    // Serialization failures and deadlocks come here only after the act was tried several times: it is busy.
    if (error.isConflict()) {
        logDbError("http.database_conflict", error, requestId);
        return retryable(ProblemCode::Unavailable);
    }
    auto meaning = isConstraintViolation(error) ? constraints.problemOf(error.constraint())
                                                : problem(ProblemCode::Internal).error();
    if (meaning.code == ProblemCode::Internal) logDbError("http.database_error", error, requestId);
    return meaning;
}

}  // namespace

Answer render(const Problem& problem, Language language, std::string_view path, std::string_view requestId) {
    nlohmann::ordered_json body;
    body["type"] = typeOf(problem.code);
    body["title"] = titleOf(problem.code, language);
    body["status"] = statusOf(problem.code);
    body["detail"] = detailOf(problem, language);
    body["instance"] = path;
    body["code"] = codeOf(problem.code);
    if (!problem.errors.empty()) {
        auto& errors = body["errors"] = nlohmann::ordered_json::array();
        for (const auto& error : problem.errors) {
            errors.push_back(
                {{"pointer", error.pointer}, {"code", codeOf(error.fault)}, {"message", messageOf(error, language)}});
        }
    }
    if (problem.extension) body[problem.extension->member] = nlohmann::ordered_json::parse(problem.extension->json);
    body["request_id"] = requestId;
    // A member's name in a pointer is the client's own text; whatever it is, the answer stays well-formed.
    auto answer =
        text(statusOf(problem.code), kProblemType, body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    answer.headers.emplace_back("content-language", language == Language::Greek ? "el" : "en");
    answer.headers.emplace_back("vary", "accept-language");
    // Whoever is sent away for now is told when to come back, and whoever must sign in is told how.
    const bool isForNow = answer.status == 503 || problem.retryAfter;
    if (isForNow)
        answer.headers.emplace_back("retry-after", std::to_string(problem.retryAfter.value_or(kRetrySoon).count()));
    if (answer.status == 401) answer.headers.emplace_back("www-authenticate", "Bearer");
    return answer;
}

Problem problemOfCurrentException(const ConstraintMap& constraints, std::string_view requestId) {
    try {
        throw;
    } catch (const DbOutcomeUnknown& error) {
        logDbError("http.outcome_unknown", error, requestId);
        return retryable(ProblemCode::Timeout);
    } catch (const DbUnavailable& error) {
        logDbError("http.database_unavailable", error, requestId);
        return retryable(ProblemCode::Unavailable);
    } catch (const DbTimeout& error) {
        // The transaction is rolled back: the client may simply try again.
        logDbError("http.database_timeout", error, requestId);
        return retryable(ProblemCode::Unavailable);
    } catch (const DbError& error) {
        return problemOf(error, constraints, requestId);
    } catch (const std::exception& error) {
        logError("http.unexpected", {{"request_id", requestId}, {"message", error.what()}});
    } catch (...) {
        logError("http.unexpected", {{"request_id", requestId}, {"message", "not a std::exception"}});
    }
    return problem(ProblemCode::Internal).error();
}

}  // namespace agon::http
