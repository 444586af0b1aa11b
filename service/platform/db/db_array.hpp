#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "platform/db/db_type.hpp"

namespace agon {

namespace wire {

template <class T>
struct Element {
    using Type = T;
    static constexpr bool kNullable = false;
};
template <class T>
struct Element<std::optional<T>> {
    using Type = T;
    static constexpr bool kNullable = true;
};

inline std::int32_t lengthOf(std::size_t size) {
    if (size > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        throw DbUsageError("a value is larger than PostgreSQL takes");
    return static_cast<std::int32_t>(size);
}

// An array of one dimension: 1, "has NULLs", element type, size, lower bound, then length and bytes of each element.
// The empty array has no dimension.
template <class T>
struct ArrayOf {
    using Scalar = typename Element<T>::Type;
    static constexpr DbOid kOid = DbType<Scalar>::kArrayOid;
    static bool reads(DbOid oid) { return oid == kOid; }

    static void encode(const auto& values, std::string& to) {
        put<std::int32_t>(to, values.empty() ? 0 : 1);
        put<std::int32_t>(to, Element<T>::kNullable ? 1 : 0);
        put<DbOid>(to, DbType<Scalar>::kOid);
        if (values.empty()) return;
        put<std::int32_t>(to, lengthOf(values.size()));
        put<std::int32_t>(to, 1);
        for (const auto& value : values) {
            if constexpr (Element<T>::kNullable) {
                if (value) {
                    encodeOne(*value, to);
                } else {
                    put<std::int32_t>(to, -1);
                }
            } else {
                encodeOne(value, to);
            }
        }
    }

    static std::vector<T> decode(std::string_view bytes) {
        const auto dimensions = take<std::int32_t>(bytes);
        take<std::int32_t>(bytes);
        if (!DbType<Scalar>::reads(take<DbOid>(bytes))) throw DbUsageError("an array holds another type");
        if (dimensions == 0) return {};
        if (dimensions != 1) throw DbUsageError("an array has more than one dimension");
        const auto size = take<std::int32_t>(bytes);
        take<std::int32_t>(bytes);
        std::vector<T> values;
        values.reserve(static_cast<std::size_t>(size));
        for (std::int32_t i = 0; i < size; ++i) values.push_back(decodeOne(bytes));
        return values;
    }

  private:
    static void encodeOne(const Scalar& value, std::string& to) {
        const auto start = to.size();
        put<std::int32_t>(to, 0);
        DbType<Scalar>::encode(value, to);
        std::string length;
        put(length, lengthOf(to.size() - start - sizeof(std::int32_t)));
        to.replace(start, length.size(), length);
    }

    static T decodeOne(std::string_view& bytes) {
        const auto length = take<std::int32_t>(bytes);
        if (length < 0) {
            if constexpr (Element<T>::kNullable) return std::nullopt;
            throw DbUsageError("an array holds NULL");
        }
        if (bytes.size() < static_cast<std::size_t>(length)) throw DbUsageError("an array is cut short");
        const auto value = bytes.substr(0, static_cast<std::size_t>(length));
        bytes.remove_prefix(value.size());
        return DbType<Scalar>::decode(value);
    }
};

}  // namespace wire

template <class T>
struct DbType<std::vector<T>> : wire::ArrayOf<T> {};

template <class T>
struct DbType<std::span<const T>> : wire::ArrayOf<T> {};  // only as a parameter
template <class T>
struct DbType<std::span<T>> : wire::ArrayOf<T> {};

}  // namespace agon
