#include "platform/db/pg_error.hpp"

#include <algorithm>
#include <array>

namespace agon::pq {
namespace {

std::string field(const PGresult* result, int code) {
    const char* const text = PQresultErrorField(result, code);
    return text == nullptr ? std::string{} : std::string{text};
}

// Classes of SQLSTATE whose sentences name objects and conditions. Others (invalid input, raised by functions) may
// quote the data that offended, so their sentences stay here.
bool speaksOfObjectsOnly(std::string_view sqlState) {
    static constexpr std::array<std::string_view, 15> kClasses{"08", "0A", "23", "25", "26", "28", "3D", "3F",
                                                               "40", "42", "53", "54", "55", "57", "58"};
    return std::ranges::find(kClasses, sqlState.substr(0, 2)) != kClasses.end();
}

bool isTimeout(std::string_view sqlState) {
    return sqlState == "57014" || sqlState == "55P03" || sqlState == "25P03";
}

bool isUnavailable(std::string_view sqlState) {
    return sqlState.starts_with("08") || sqlState.starts_with("57P") || sqlState.starts_with("53");
}

}  // namespace

std::string_view sqlStateOf(const PGresult* result) {
    const char* const text = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return text == nullptr ? std::string_view{} : std::string_view{text};
}

bool endsSession(const PGresult* result) {
    const auto severity = field(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    // libpq's own errors have neither: it has lost the connection.
    return severity == "FATAL" || severity == "PANIC" || sqlStateOf(result).empty();
}

std::exception_ptr errorOf(const PGresult* result, std::string_view statement, Purpose purpose) {
    DbErrorFacts facts{.sqlState = std::string{sqlStateOf(result)},
                       .message = field(result, PG_DIAG_MESSAGE_PRIMARY),
                       .statement = std::string{statement},
                       .constraint = field(result, PG_DIAG_CONSTRAINT_NAME),
                       .schema = field(result, PG_DIAG_SCHEMA_NAME),
                       .table = field(result, PG_DIAG_TABLE_NAME),
                       .column = field(result, PG_DIAG_COLUMN_NAME)};
    if (facts.sqlState.empty()) {
        facts.sqlState = "08006";
        facts.message = "the connection was lost";
    } else if (!speaksOfObjectsOnly(facts.sqlState)) {
        facts.message.clear();
    }
    if (purpose == Purpose::Commit && endsSession(result))
        return std::make_exception_ptr(DbOutcomeUnknown{std::move(facts)});
    if (isTimeout(facts.sqlState)) return std::make_exception_ptr(DbTimeout{std::move(facts)});
    if (isUnavailable(facts.sqlState)) return std::make_exception_ptr(DbUnavailable{std::move(facts)});
    return std::make_exception_ptr(DbError{std::move(facts)});
}

std::exception_ptr unavailable(std::string message, std::string_view statement) {
    DbErrorFacts facts{.sqlState = "08006", .message = std::move(message), .statement = std::string{statement}};
    return std::make_exception_ptr(DbUnavailable{std::move(facts)});
}

std::exception_ptr outcomeUnknown(std::string message) {
    DbErrorFacts facts{.sqlState = "08007", .message = std::move(message), .statement = "tx.commit"};
    return std::make_exception_ptr(DbOutcomeUnknown{std::move(facts)});
}

std::exception_ptr rolledBack() {
    DbErrorFacts facts{.sqlState = "40000", .message = "answered by a rollback", .statement = "tx.commit"};
    return std::make_exception_ptr(DbError{std::move(facts)});
}

std::exception_ptr timedOut(std::string message, std::string_view statement) {
    DbErrorFacts facts{.sqlState = "57014", .message = std::move(message), .statement = std::string{statement}};
    return std::make_exception_ptr(DbTimeout{std::move(facts)});
}

}  // namespace agon::pq
