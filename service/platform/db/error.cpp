#include "platform/db/error.hpp"

#include <fmt/format.h>

namespace agon {
namespace {

std::string sentence(const DbErrorFacts& facts) {
    std::string text = facts.statement.empty() ? "database" : "statement " + facts.statement;
    text += facts.message.empty() ? ": failed" : ": " + facts.message;
    if (!facts.sqlState.empty()) text += fmt::format(" [{}]", facts.sqlState);
    if (!facts.constraint.empty()) text += " constraint " + facts.constraint;
    if (!facts.table.empty()) text += fmt::format(" table {}.{}", facts.schema, facts.table);
    if (!facts.column.empty()) text += " column " + facts.column;
    return text;
}

}  // namespace

DbError::DbError(DbErrorFacts facts)
    : std::runtime_error{sentence(facts)}, facts_{std::make_shared<const DbErrorFacts>(std::move(facts))} {}

}  // namespace agon
