#include "support/sql_session.hpp"

#include <libpq-fe.h>

#include <stdexcept>

namespace agon::test {
namespace {

using PgResult = std::unique_ptr<PGresult, decltype([](PGresult* result) { PQclear(result); })>;

PgResult checked(PGconn* connection, PGresult* raw) {
    PgResult result{raw};
    const auto status = PQresultStatus(raw);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY) return result;
    throw std::runtime_error(std::string{"SQL: "} + PQerrorMessage(connection));
}

}  // namespace

void SqlSession::Closer::operator()(pg_conn* connection) const {
    PQfinish(connection);
}

SqlSession::SqlSession(const std::string& url) : connection_{PQconnectdb(url.c_str())} {
    if (PQstatus(connection_.get()) != CONNECTION_OK)
        throw std::runtime_error(std::string{"SQL: "} + PQerrorMessage(connection_.get()));
    PQsetNoticeProcessor(connection_.get(), [](void*, const char*) {}, nullptr);
}

std::vector<std::vector<SqlText>> SqlSession::rows(const std::string& sql, const std::vector<SqlText>& parameters) {
    std::vector<const char*> values;
    for (const auto& parameter : parameters) values.push_back(parameter ? parameter->c_str() : nullptr);
    const auto result =
        checked(connection_.get(), PQexecParams(connection_.get(), sql.c_str(), static_cast<int>(values.size()),
                                                nullptr, values.data(), nullptr, nullptr, 0));
    std::vector<std::vector<SqlText>> rows;
    for (int row = 0; row < PQntuples(result.get()); ++row) {
        auto& columns = rows.emplace_back();
        for (int column = 0; column < PQnfields(result.get()); ++column) {
            const bool null = PQgetisnull(result.get(), row, column) != 0;
            columns.push_back(null ? SqlText{} : SqlText{PQgetvalue(result.get(), row, column)});
        }
    }
    return rows;
}

std::string SqlSession::value(const std::string& sql, const std::vector<SqlText>& parameters) {
    const auto found = rows(sql, parameters);
    if (found.size() != 1 || found.front().size() != 1 || !found.front().front())
        throw std::runtime_error("SQL: not exactly one value from: " + sql);
    return *found.front().front();
}

long long SqlSession::number(const std::string& sql, const std::vector<SqlText>& parameters) {
    return std::stoll(value(sql, parameters));
}

void SqlSession::run(const std::string& sql) {
    checked(connection_.get(), PQexec(connection_.get(), sql.c_str()));
}

}  // namespace agon::test
