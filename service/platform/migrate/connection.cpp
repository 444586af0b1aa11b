#include "platform/migrate/connection.hpp"

#include <fmt/format.h>

#include <array>

namespace agon {
namespace {

struct ClearResult {
    void operator()(PGresult* result) const { PQclear(result); }
};
using ResultPtr = std::unique_ptr<PGresult, ClearResult>;

// What the conninfo does not say for itself: an answer within a known time, also when the network swallows packets.
constexpr std::array kKeywords{"connect_timeout",  "keepalives_idle", "keepalives_interval", "keepalives_count",
                               "tcp_user_timeout", "client_encoding", "application_name",    "dbname"};

std::string firstLine(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    return std::string{text.substr(0, text.find('\n'))};
}

std::string field(const PGresult* result, int code) {
    const char* text = PQresultErrorField(result, code);
    return text == nullptr ? std::string{} : std::string{text};
}

BlockingConnectionError errorOf(const PGconn* connection, const PGresult* result) {
    if (result == nullptr || field(result, PG_DIAG_SQLSTATE).empty()) {
        return BlockingConnectionError{firstLine(PQerrorMessage(connection)), {}};
    }
    const auto position = field(result, PG_DIAG_STATEMENT_POSITION);
    return BlockingConnectionError{field(result, PG_DIAG_MESSAGE_PRIMARY), field(result, PG_DIAG_SQLSTATE),
                                   position.empty() ? 0 : std::stoi(position)};
}

void ignoreNotice(void*, const PGresult*) {}

}  // namespace

BlockingConnection::BlockingConnection(const std::string& conninfo) {
    const std::array values{"10", "30", "10", "3", "30000", "UTF8", "agon", conninfo.c_str()};
    std::array<const char*, kKeywords.size() + 1> keywordList{};
    std::array<const char*, kKeywords.size() + 1> valueList{};
    static_assert(std::tuple_size_v<decltype(values)> == kKeywords.size());
    std::copy(kKeywords.begin(), kKeywords.end(), keywordList.begin());
    std::copy(values.begin(), values.end(), valueList.begin());
    connection_.reset(PQconnectdbParams(keywordList.data(), valueList.data(), 1));
    if (!connection_) throw std::bad_alloc{};
    if (PQstatus(connection_.get()) != CONNECTION_OK)
        throw BlockingConnectionError{firstLine(PQerrorMessage(connection_.get())), {}};
    PQsetNoticeReceiver(connection_.get(), ignoreNotice, nullptr);
}

void BlockingConnection::run(const std::string& sql) {
    const ResultPtr result{PQexec(connection_.get(), sql.c_str())};
    const auto status = PQresultStatus(result.get());
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY) return;
    if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH) {
        throw BlockingConnectionError{"COPY from or to the client is not supported here", "0A000"};
    }
    throw errorOf(connection_.get(), result.get());
}

std::vector<BlockingConnection::TextRow> BlockingConnection::query(const std::string& sql,
                                                                   std::initializer_list<std::string> parameters) {
    std::vector<const char*> values;
    for (const auto& parameter : parameters) values.push_back(parameter.c_str());
    const ResultPtr result{PQexecParams(connection_.get(), sql.c_str(), static_cast<int>(values.size()), nullptr,
                                        values.data(), nullptr, nullptr, 0)};
    const auto status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) throw errorOf(connection_.get(), result.get());
    std::vector<TextRow> rows(static_cast<std::size_t>(PQntuples(result.get())));
    for (int row = 0; row < PQntuples(result.get()); ++row) {
        for (int column = 0; column < PQnfields(result.get()); ++column) {
            const bool isNull = PQgetisnull(result.get(), row, column) == 1;
            const char* text = PQgetvalue(result.get(), row, column);
            rows[static_cast<std::size_t>(row)].push_back(isNull ? std::nullopt : std::optional<std::string>{text});
        }
    }
    return rows;
}

std::string BlockingConnection::value(const std::string& sql, std::initializer_list<std::string> parameters) {
    const auto rows = query(sql, parameters);
    const auto only = rows.size() == 1 && !rows.front().empty() ? rows.front().front() : std::nullopt;
    if (!only) throw BlockingConnectionError{"expected exactly one value", {}};
    return *only;
}

bool BlockingConnection::inTransaction() const {
    const auto status = PQtransactionStatus(connection_.get());
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
}

std::string quoteConninfo(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + "'";
}

std::optional<std::string> describeConninfo(const std::string& conninfo) {
    struct FreeOptions {
        void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
    };
    const std::unique_ptr<PQconninfoOption, FreeOptions> options{PQconninfoParse(conninfo.c_str(), nullptr)};
    if (!options) return std::nullopt;
    std::string shown;
    for (const auto* option = options.get(); option->keyword != nullptr; ++option) {
        const std::string_view keyword{option->keyword};
        const bool harmless = keyword == "host" || keyword == "hostaddr" || keyword == "port" || keyword == "user" ||
                              keyword == "dbname" || keyword == "sslmode" || keyword == "service";
        if (option->val == nullptr || !harmless) continue;
        shown += fmt::format("{}{}={}", shown.empty() ? "" : " ", keyword, option->val);
    }
    return shown;
}

}  // namespace agon
