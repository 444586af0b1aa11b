#include "platform/db/rows.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <charconv>

namespace agon {

Row::Cell Row::find(std::string_view column, bool (*reads)(DbOid)) const {
    // Not PQfnumber, which copies the name and folds its case.
    const int columns = PQnfields(result_);
    for (int i = 0; i < columns; ++i) {
        if (column != PQfname(result_, i)) continue;
        if (!reads(PQftype(result_, i)))
            refuse(column, fmt::format("has the type with number {}", PQftype(result_, i)));
        if (PQgetisnull(result_, row_, i) != 0) return {};
        return {
            std::string_view{PQgetvalue(result_, row_, i), static_cast<std::size_t>(PQgetlength(result_, row_, i))}};
    }
    refuse(column, "is not in the result");
}

void Row::refuse(std::string_view column, std::string_view why) {
    throw DbUsageError(fmt::format("column {} {}", column, why));
}

Rows::Rows(pg_result* owned) noexcept : result_{owned} {}

void Rows::Clear::operator()(pg_result* result) const {
    PQclear(result);
}

std::size_t Rows::size() const {
    return static_cast<std::size_t>(PQntuples(result_.get()));
}

Row Rows::operator[](std::size_t index) const {
    if (index >= size()) throw DbUsageError(fmt::format("row {} of {}", index, size()));
    return {result_.get(), static_cast<int>(index)};
}

std::int64_t Rows::affected() const {
    const std::string_view text = PQcmdTuples(result_.get());
    std::int64_t count = 0;
    std::from_chars(text.data(), text.data() + text.size(), count);
    return count;
}

}  // namespace agon
