#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "platform/db/error.hpp"

namespace agon {

using DbOid = unsigned int;  // PostgreSQL's number of a type

// The binary forms that several types share; db_type.hpp names the types.
namespace wire {

// Everything on the wire is big-endian.
template <std::integral T>
void put(std::string& to, T value) {
    if constexpr (std::endian::native == std::endian::little) value = std::byteswap(value);
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    to.append(bytes, sizeof value);
}

// Takes a number off the front.
template <std::integral T>
T take(std::string_view& from) {
    T value;
    if (from.size() < sizeof value) throw DbUsageError("a value is shorter than its type");
    std::memcpy(&value, from.data(), sizeof value);
    from.remove_prefix(sizeof value);
    if constexpr (std::endian::native == std::endian::little) value = std::byteswap(value);
    return value;
}

template <std::integral T>
T whole(std::string_view bytes) {
    const auto value = take<T>(bytes);
    if (!bytes.empty()) throw DbUsageError("a value is longer than its type");
    return value;
}

template <std::integral T, DbOid Oid, DbOid ArrayOid>
struct Integer {
    static constexpr DbOid kOid = Oid;
    static constexpr DbOid kArrayOid = ArrayOid;
    static bool reads(DbOid oid) { return oid == kOid; }
    static void encode(T value, std::string& to) { put(to, value); }
    static T decode(std::string_view bytes) { return whole<T>(bytes); }
};

struct Text {
    static constexpr DbOid kOid = 25;
    static constexpr DbOid kArrayOid = 1009;
    // text, varchar, char(n) and name have one form.
    static bool reads(DbOid oid) { return oid == 25 || oid == 1043 || oid == 1042 || oid == 19; }
    static void encode(std::string_view value, std::string& to) { to += value; }
};

struct ByteString {
    static constexpr DbOid kOid = 17;
    static constexpr DbOid kArrayOid = 1001;
    static bool reads(DbOid oid) { return oid == kOid; }
    static void encode(std::span<const std::byte> value, std::string& to) {
        to.append(reinterpret_cast<const char*>(value.data()), value.size());
    }
};

}  // namespace wire

}  // namespace agon
