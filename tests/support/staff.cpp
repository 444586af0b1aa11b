#include "support/staff.hpp"

#include <algorithm>
#include <stdexcept>

#include "auth/folding.hpp"
#include "auth/password_hash.hpp"
#include "auth/token.hpp"
#include "platform/crypto/base64url.hpp"
#include "platform/crypto/random.hpp"
#include "platform/crypto/seal.hpp"
#include "platform/ids/code.hpp"

namespace agon::test {
namespace {

using auth::Bytes;

std::string hexOf(auth::ByteView bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text = "\\x";
    for (const auto byte : bytes) {
        text += kDigits[std::to_integer<std::size_t>(byte) >> 4U];
        text += kDigits[std::to_integer<std::size_t>(byte) & 15U];
    }
    return text;
}

Bytes bytesOfHex(std::string_view text) {
    Bytes bytes;
    for (std::size_t at = 2; at + 1 < text.size(); at += 2) {
        bytes.push_back(static_cast<std::byte>(std::stoi(std::string{text.substr(at, 2)}, nullptr, 16)));
    }
    return bytes;
}

// At the service's own cost, so that no sign-in makes it anew; once, because it takes long.
const std::string& hashOfPassword() {
    static const auto hash = auth::hashPassword(kStaffPassword, auth::HashCost{});
    return hash;
}

Instant instantOf(const std::string& microseconds) {
    return Instant{
        std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{std::stoll(microseconds)}}};
}

Instant nowOf(SqlSession& sql) {
    return instantOf(sql.value("select (extract(epoch from clock_timestamp()) * 1000000)::bigint"));
}

nlohmann::json partOf(const std::string& token, std::size_t index) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < index; ++i) begin = token.find('.', begin) + 1;
    const auto bytes = crypto::decodeBase64Url(token.substr(begin, token.find('.', begin) - begin)).value();
    return nlohmann::json::parse(std::string{reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string cookieIn(const HttpReply& reply, const std::string& name) {
    for (const auto& [header, value] : reply.headers) {
        if (header == "set-cookie" && value.starts_with(name + "=")) return value.substr(0, value.find(';'));
    }
    return {};
}

}  // namespace

crypto::SecretKey testServerKey() {
    return crypto::SecretKey{Bytes(crypto::SecretKey::kSize, std::byte{0x77})};
}

Staff::Staff(const TestDatabase& database) : sql_{database.adminUrl()} {}

Member Staff::add(const MemberWish& wish) {
    Member member{.code = Code::random().text(), .email = wish.email};
    member.id = sql_.number(
        "insert into ops.account (code, organiser, language, state, password_hash)"
        " values ($1, 'organising', 'en', 'active', $2) returning id",
        {member.code, hashOfPassword()});
    sql_.rows("insert into vault.staff (account_id, email, email_folded, display_name) values ($1, $2, $3, $4)",
              {std::to_string(member.id), wish.email, auth::folded(wish.email), wish.name});
    if (!wish.role.empty()) grant(member, wish.role, wish.at);
    if (wish.secondFactor) giveSecondFactor(member);
    return member;
}

Member Staff::addDirector(const std::string& email) {
    return add({.email = email, .name = "Director", .role = "director", .secondFactor = true});
}

void Staff::giveSecondFactor(Member& member) {
    member.totpSecret = auth::makeTotpSecret();
    const auto sealed =
        crypto::seal(auth::AuthKeys{testServerKey()}.totp, member.totpSecret, auth::bytesOf(member.code));
    sql_.rows(
        "update ops.account set totp_secret = $2::bytea, totp_confirmed_at = clock_timestamp(), totp_last_step = 0"
        " where id = $1",
        {std::to_string(member.id), hexOf(sealed)});
}

std::string Staff::grant(const Member& member, const std::string& role, const GrantedAt& at) {
    auto code = Code::random().text();
    sql_.rows(
        "insert into ops.role_grant (code, account_id, role, championship_id, heat_id) values ($1, $2, $3,"
        " (select id from core.championship where slug = $4), (select id from core.heat where code = $5))",
        {code, std::to_string(member.id), role, at.championship, at.heat});
    return code;
}

void Staff::addChampionship(const std::string& slug, const std::string& kind) {
    sql_.rows("insert into core.championship (slug, kind) values ($1, $2)", {slug, kind});
}

void Staff::addHeat(const std::string& championship, const std::string& code) {
    sql_.rows(
        "insert into core.heat (championship_id, code) values ((select id from core.championship where slug = $1), $2)",
        {championship, code});
}

std::string Staff::openSession(const Member& member) {
    const auto session = Code::random().text();
    sql_.rows(
        "insert into ops.session (code, account_id, nonce, expires_at, second_factor, reauthenticated_at)"
        " values ($1, $2, $3::bytea, clock_timestamp() + interval '1 day', $4, clock_timestamp())",
        {session, std::to_string(member.id), hexOf(crypto::randomBytes(16)), member.totpSecret.empty() ? "f" : "t"});
    const auto version =
        sql_.number("select security_version from ops.account where id = $1", {std::to_string(member.id)});
    const auth::AccessTokens tokens{auth::TokenOptions{}};
    return tokens.issue({member.code, session, static_cast<std::int32_t>(version)}, keys(), nowOf(sql_));
}

auth::KeyRing Staff::keys() {
    std::vector<auth::SigningKeyRow> rows;
    const auto found = sql_.rows(
        "select kid, salt::text, (extract(epoch from signs_from) * 1000000)::bigint,"
        " (extract(epoch from trusted_until) * 1000000)::bigint from ops.signing_key");
    for (const auto& row : found) {
        rows.push_back({row.at(0).value(), bytesOfHex(row.at(1).value()), instantOf(row.at(2).value()),
                        instantOf(row.at(3).value())});
    }
    return auth::KeyRing{auth::AuthKeys{testServerKey()}.access, rows};
}

std::string Staff::linkToken(const Member& member, auth::LinkPurpose purpose) {
    const auto nonce = sql_.value(
        "select nonce::text from ops.one_time_link where account_id = $1 and purpose = $2 and used_at is null"
        " order by id desc limit 1",
        {std::to_string(member.id), std::string{auth::nameOf(purpose)}});
    return auth::linkToken(auth::AuthKeys{testServerKey()}.link, purpose, bytesOfHex(nonce));
}

std::string Staff::freshCode(const Member& member) {
    sql_.rows("update ops.account set totp_last_step = 0 where id = $1", {std::to_string(member.id)});
    return auth::totpCode(member.totpSecret, auth::totpStepAt(nowOf(sql_)));
}

long long Staff::acts(const std::string& act, const std::string& subject) {
    return sql_.number("select count(*) from audit.act where act = $1 and ($2 = '' or subject = $2)", {act, subject});
}

Headers bearer(const std::string& token) {
    return {{"Authorization", "Bearer " + token}};
}

std::string refreshCookieIn(const HttpReply& reply) {
    return cookieIn(reply, "__Host-agon-refresh");
}

std::string deviceCookieIn(const HttpReply& reply) {
    return cookieIn(reply, "__Host-agon-device");
}

SignedInClient::SignedInClient(const std::string& baseUrl, Staff& staff, const Member& member) : http_{baseUrl} {
    staff.forgetAttempts();
    const auto code = member.totpSecret.empty() ? SqlText{} : SqlText{staff.freshCode(member)};
    const auto reply = signIn(http_, member.email, kStaffPassword, code);
    if (reply.status != 200) throw std::runtime_error("cannot sign in: " + reply.body);
    token_ = reply.json().at("access_token").get<std::string>();
    refresh_ = refreshCookieIn(reply);
}

SignedInClient::SignedInClient(std::string baseUrl, std::string token)
    : http_{std::move(baseUrl)}, token_{std::move(token)} {}

HttpReply SignedInClient::get(const std::string& path, Headers headers) {
    return send("GET", path, {}, std::move(headers));
}

HttpReply SignedInClient::post(const std::string& path, const nlohmann::json& body, Headers headers) {
    return send("POST", path, body.dump(), std::move(headers));
}

HttpReply SignedInClient::send(const std::string& method, const std::string& path, const std::string& body,
                               Headers headers) {
    std::ranges::copy(bearer(token_), std::back_inserter(headers));
    return http_.send(method, path, body, headers);
}

std::string SignedInClient::sessionCode() const {
    return claimsOf(token_).at("sid").get<std::string>();
}

HttpReply signIn(HttpClient& http, const std::string& email, std::string_view password, const SqlText& code,
                 const Headers& headers) {
    nlohmann::json body{{"email", email}, {"password", password}};
    if (code) body["totp"] = *code;
    return http.post("/api/v1/auth/sign-in", body, headers);
}

std::string firstLinkToken(const ServiceProcess& service) {
    const auto text = service.stdoutText();
    constexpr std::string_view kMark = "/admin#/invitation?token=";
    const auto at = text.find(kMark);
    if (at == std::string::npos) return {};
    const auto begin = at + kMark.size();
    return text.substr(begin, text.find_first_of(" \n", begin) - begin);
}

auth::Bytes fromBase32(std::string_view text) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    Bytes bytes;
    unsigned bits = 0;
    unsigned held = 0;
    for (const char c : text) {
        held = held << 5U | static_cast<unsigned>(kDigits.find(c));
        bits += 5;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(static_cast<std::byte>(held >> bits & 0xFFU));
    }
    return bytes;
}

nlohmann::json claimsOf(const std::string& token) {
    return partOf(token, 1);
}

nlohmann::json headerOf(const std::string& token) {
    return partOf(token, 0);
}

}  // namespace agon::test
