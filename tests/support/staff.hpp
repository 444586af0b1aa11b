#pragma once

#include <string>
#include <string_view>

#include "auth/context.hpp"
#include "auth/key_ring.hpp"
#include "auth/one_time_link.hpp"
#include "auth/totp.hpp"
#include "support/http_client.hpp"
#include "support/service_process.hpp"
#include "support/sql_session.hpp"
#include "support/test_database.hpp"

namespace agon::test {

// What ServiceProcess sets as AGON_SERVER_KEY.
crypto::SecretKey testServerKey();

// Every member of the staff made here has this password.
inline constexpr std::string_view kStaffPassword = "orbit-walnut-Saffron-41";

struct Member {
    long long id = 0;
    std::string code{};
    std::string email{};
    auth::Bytes totpSecret{};  // empty without a second factor
};

// Where a grant holds; nowhere named: everywhere.
struct GrantedAt {
    SqlText championship{};  // slug
    SqlText heat{};          // code
};

struct MemberWish {
    std::string email;
    std::string name = "Member";
    std::string role{};  // none when empty
    GrantedAt at{};
    bool secondFactor = false;
};

// Staff of a test's database, made beside the service. Whatever is said about an account here counts at the service's
// next look.
class Staff {
  public:
    explicit Staff(const TestDatabase& database);

    SqlSession& sql() { return sql_; }

    // Active, with kStaffPassword.
    Member add(const MemberWish& wish);
    // A director everywhere who has set up a second factor.
    Member addDirector(const std::string& email = "director@example.org");
    void giveSecondFactor(Member& member);
    // Answers the grant's code.
    std::string grant(const Member& member, const std::string& role, const GrantedAt& at = {});
    void addChampionship(const std::string& slug, const std::string& kind = "real");
    void addHeat(const std::string& championship, const std::string& code);

    // A session as a sign-in leaves it, without the work of one; the answer is an access token for it.
    std::string openSession(const Member& member);
    // The ring of keys the service has now.
    auth::KeyRing keys();
    // The token of the newest link that can still be used.
    std::string linkToken(const Member& member, auth::LinkPurpose purpose);

    // A code of the second factor that has not been used: earlier ones are forgotten.
    std::string freshCode(const Member& member);
    void forgetAttempts() { sql_.run("delete from ops.throttle"); }

    // How often an act stands on the record, about anybody or about one account.
    long long acts(const std::string& act, const std::string& subject = {});

  private:
    SqlSession sql_;
};

Headers bearer(const std::string& token);

// "name=value" of a cookie that was set, empty when it was not.
std::string refreshCookieIn(const HttpReply& reply);
std::string deviceCookieIn(const HttpReply& reply);

// Somebody who has signed in: a client of their own that says so with every request.
class SignedInClient {
  public:
    // Through the API, second factor included. Throws when it is refused.
    SignedInClient(const std::string& baseUrl, Staff& staff, const Member& member);
    SignedInClient(std::string baseUrl, std::string token);

    HttpReply get(const std::string& path, Headers headers = {});
    HttpReply post(const std::string& path, const nlohmann::json& body, Headers headers = {});
    HttpReply send(const std::string& method, const std::string& path, const std::string& body = {},
                   Headers headers = {});

    [[nodiscard]] const std::string& token() const { return token_; }
    [[nodiscard]] const std::string& refreshCookie() const { return refresh_; }
    // The `sid` of the token.
    [[nodiscard]] std::string sessionCode() const;

  private:
    HttpClient http_;
    std::string token_;
    std::string refresh_;
};

// POST /api/v1/auth/sign-in; no code unless one is given.
HttpReply signIn(HttpClient& http, const std::string& email, std::string_view password, const SqlText& code = {},
                 const Headers& headers = {});

// What stands behind token= in the link that a fresh service prints; empty when it prints none.
std::string firstLinkToken(const ServiceProcess& service);

// The bytes of a secret that a person would type.
auth::Bytes fromBase32(std::string_view text);

nlohmann::json claimsOf(const std::string& token);
nlohmann::json headerOf(const std::string& token);

}  // namespace agon::test
