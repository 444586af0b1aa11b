#include "support/role_holder.hpp"

#include <stdexcept>

namespace agon::test {
namespace {

// Of kRoleHolderPassword, at the cost the service uses.
constexpr auto kPasswordHash =
    "$argon2id$v=19$m=65536,t=3,p=1$AtwUS3Lp6btp5TqCFN7l3A$FtpW24YECio6i1fLGckS6AT9YFxsDvh3qz4oSSko7u4";

}  // namespace

RoleHolder addRoleHolder(const TestDatabase& database, const std::string& role) {
    auto session = database.session();
    RoleHolder member;
    member.id = session.number("select coalesce(max(id), 0) + 1 from ops.account");
    member.code = "AAAA-" + std::to_string(1000 + member.id);
    member.email = role + std::to_string(member.id) + "@example.org";
    session.rows(
        "insert into ops.account (id, code, organiser, language, state, password_hash) overriding system value"
        " values ($1, $2, 'organising', 'en', 'active', $3)",
        {std::to_string(member.id), member.code, kPasswordHash});
    session.rows("select setval('ops.account_id_seq', $1)", {std::to_string(member.id)});
    session.rows("insert into vault.staff (account_id, email, email_folded, display_name) values ($1, $2, $2, $3)",
                 {std::to_string(member.id), member.email, role});
    session.rows("insert into ops.role_grant (code, account_id, role) values ($1, $2, $3)",
                 {"GGGG-" + std::to_string(1000 + member.id), std::to_string(member.id), role});
    return member;
}

Headers signInAs(HttpClient& http, const RoleHolder& member) {
    const auto reply = http.post("/api/v1/auth/sign-in", {{"email", member.email}, {"password", kRoleHolderPassword}});
    if (reply.status != 200) throw std::runtime_error("signing in: " + reply.body);
    return {{"Authorization", "Bearer " + reply.json()["access_token"].get<std::string>()}};
}

}  // namespace agon::test
