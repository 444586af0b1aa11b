#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "platform/db/db_array.hpp"
#include "platform/db/db_type.hpp"
#include "platform/db/sql.hpp"

namespace agon {

// The values of $1, $2 ... of one statement, encoded when it is made, so it holds no reference to them.
//
//   co_await tx.query(kInsertEntry, params(heat, code, std::optional<std::string>{}));
//
// Takes every type that has a DbType, and std::optional of it for what may be NULL. Each value is sent under its exact
// type: an int where the statement wants bigint is widened by PostgreSQL, never misread.
class Params {
  public:
    struct Value {
        DbOid type;
        std::size_t offset;
        std::int32_t size;  // -1 for NULL
    };

    template <class T>
    void add(const T& value) {
        const auto offset = bytes_.size();
        DbType<T>::encode(value, bytes_);
        values_.push_back({DbType<T>::kOid, offset, wire::lengthOf(bytes_.size() - offset)});
    }

    template <class T>
    void add(const std::optional<T>& value) {
        if (value) {
            add(*value);
        } else {
            values_.push_back({DbType<T>::kOid, bytes_.size(), -1});
        }
    }

    [[nodiscard]] const std::vector<Value>& values() const { return values_; }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

  private:
    std::vector<Value> values_;
    std::string bytes_;
};

template <class... Values>
Params params(const Values&... values) {
    Params made;
    (made.add(values), ...);
    return made;
}

// A text and its values, for Tx::pipeline.
struct Statement {
    Sql sql;
    Params params;
};

}  // namespace agon
