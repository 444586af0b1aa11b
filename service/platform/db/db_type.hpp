#pragma once

#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/db/wire.hpp"
#include "platform/ids/id.hpp"
#include "platform/time/instant.hpp"

namespace agon {

// How a C++ type travels to and from PostgreSQL, in its binary form and under its exact type. A specialisation has
//
//   static constexpr DbOid kOid, kArrayOid;                  what a parameter of this type is declared as
//   static bool reads(DbOid);                                which columns decode() understands
//   static void encode(const T& value, std::string& to);     appends the value
//   static T decode(std::string_view bytes);                 throws DbUsageError for what T cannot hold
//
// An enum of the service is specialised in its module as text. Columns of an SQL enum are cast in the statement
// (`state::text`, `$1::text::core.state`), because the numbers of such types differ from database to database.
template <class T>
struct DbType;

template <>
struct DbType<std::int16_t> : wire::Integer<std::int16_t, 21, 1005> {};
template <>
struct DbType<std::int32_t> : wire::Integer<std::int32_t, 23, 1007> {};
template <>
struct DbType<std::int64_t> : wire::Integer<std::int64_t, 20, 1016> {};

template <>
struct DbType<bool> : wire::Integer<std::uint8_t, 16, 1000> {
    static bool decode(std::string_view bytes) { return wire::whole<std::uint8_t>(bytes) != 0; }
};

template <>
struct DbType<double> {
    static constexpr DbOid kOid = 701;
    static constexpr DbOid kArrayOid = 1022;
    static bool reads(DbOid oid) { return oid == kOid; }
    static void encode(double value, std::string& to) { wire::put(to, std::bit_cast<std::int64_t>(value)); }
    static double decode(std::string_view bytes) { return std::bit_cast<double>(wire::whole<std::int64_t>(bytes)); }
};

template <>
struct DbType<std::string_view> : wire::Text {};  // only as a parameter: a result owns its text
template <std::size_t Size>
struct DbType<char[Size]> : wire::Text {};
template <>
struct DbType<std::string> : wire::Text {
    static std::string decode(std::string_view bytes) { return std::string{bytes}; }
};

template <>
struct DbType<std::span<const std::byte>> : wire::ByteString {};
template <>
struct DbType<std::vector<std::byte>> : wire::ByteString {
    static std::vector<std::byte> decode(std::string_view bytes) {
        const auto held = std::as_bytes(std::span{bytes.data(), bytes.size()});
        return {held.begin(), held.end()};
    }
};

template <class Of>
struct DbType<Id<Of>> : DbType<std::int64_t> {
    static void encode(Id<Of> id, std::string& to) { wire::put(to, id.value); }
    static Id<Of> decode(std::string_view bytes) { return Id<Of>{wire::whole<std::int64_t>(bytes)}; }
};

// timestamptz. Refuses moments PostgreSQL cannot store, and the infinities, which are not moments.
template <>
struct DbType<Instant> {
    static constexpr DbOid kOid = 1184;
    static constexpr DbOid kArrayOid = 1185;
    static bool reads(DbOid oid) { return oid == kOid; }
    static void encode(Instant value, std::string& to);
    static Instant decode(std::string_view bytes);
};

template <>
struct DbType<CivilDate> {
    static constexpr DbOid kOid = 1082;
    static constexpr DbOid kArrayOid = 1182;
    static bool reads(DbOid oid) { return oid == kOid; }
    static void encode(CivilDate value, std::string& to);
    static CivilDate decode(std::string_view bytes);
};

// Sent as jsonb; read from jsonb and json.
template <>
struct DbType<nlohmann::json> {
    static constexpr DbOid kOid = 3802;
    static constexpr DbOid kArrayOid = 3807;
    static bool reads(DbOid oid) { return oid == kOid || oid == 114; }
    static void encode(const nlohmann::json& value, std::string& to);
    static nlohmann::json decode(std::string_view bytes);
};

}  // namespace agon
