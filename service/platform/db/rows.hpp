#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

#include "platform/db/db_array.hpp"
#include "platform/db/db_type.hpp"

struct pg_result;

namespace agon {

// One row of a Rows, valid as long as that is.
class Row {
  public:
    // The value of a column by its exact name. Throws DbUsageError when there is no such column, when it has another
    // type than T stands for, or when it is NULL and T is not a std::optional.
    template <class T>
    [[nodiscard]] T get(std::string_view column) const {
        using Scalar = typename wire::Element<T>::Type;
        const auto cell = find(column, &DbType<Scalar>::reads);
        if constexpr (wire::Element<T>::kNullable) {
            if (!cell.bytes) return std::nullopt;
        }
        if (!cell.bytes) refuse(column, "is NULL");
        return DbType<Scalar>::decode(*cell.bytes);
    }

  private:
    friend class Rows;
    struct Cell {
        std::optional<std::string_view> bytes;
    };

    Row(const pg_result* result, int row) : result_{result}, row_{row} {}
    [[nodiscard]] Cell find(std::string_view column, bool (*reads)(DbOid)) const;
    [[noreturn]] static void refuse(std::string_view column, std::string_view why);

    const pg_result* result_;
    int row_;
};

// What a statement gave back. Owns it; can be moved, not copied.
class Rows {
  public:
    class Iterator {
      public:
        using value_type = Row;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        Row operator*() const { return (*rows_)[at_]; }
        Iterator& operator++() {
            ++at_;
            return *this;
        }
        Iterator operator++(int) { return {rows_, at_++}; }
        bool operator==(const Iterator&) const = default;

      private:
        friend class Rows;
        Iterator(const Rows* rows, std::size_t at) : rows_{rows}, at_{at} {}
        const Rows* rows_ = nullptr;
        std::size_t at_ = 0;
    };

    Rows() = default;                          // none
    explicit Rows(pg_result* owned) noexcept;  // by the connection only

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool empty() const { return size() == 0; }
    // Both throw DbUsageError when there is no such row.
    [[nodiscard]] Row operator[](std::size_t index) const;
    [[nodiscard]] Row front() const { return (*this)[0]; }
    [[nodiscard]] Iterator begin() const { return {this, 0}; }
    [[nodiscard]] Iterator end() const { return {this, size()}; }

    // How many rows an insert, update, delete or merge touched, or a select gave.
    [[nodiscard]] std::int64_t affected() const;

  private:
    struct Clear {
        void operator()(pg_result* result) const;
    };
    std::unique_ptr<pg_result, Clear> result_;
};

}  // namespace agon
