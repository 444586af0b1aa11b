#include "app/staff_console.hpp"

#include <fmt/format.h>

#include "auth/context.hpp"
#include "auth/folding.hpp"
#include "auth/links.hpp"
#include "auth/rights.hpp"
#include "platform/config/operator_error.hpp"
#include "platform/crypto/random.hpp"
#include "platform/ids/code.hpp"
#include "platform/log/log.hpp"

namespace agon::app {
namespace {

using auth::LinkPurpose;

constexpr std::size_t kNonceBytes = 16;

std::string byteaOf(crypto::ByteView bytes) {
    std::string text = "\\x";
    for (const auto byte : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

// Rolls back unless it was told that all went well.
class Transaction {
  public:
    explicit Transaction(BlockingConnection& connection) : connection_(connection) { connection_.run("begin"); }
    ~Transaction() {
        if (!connection_.inTransaction()) return;
        try {
            connection_.run("rollback");
        } catch (const std::exception& error) {
            // The connection is gone, and the transaction with it.
            logDebug("app.rollback_failed", {{"error", error.what()}});
        }
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void commit() { connection_.run("commit"); }

  private:
    BlockingConnection& connection_;
};

[[noreturn]] void refuseUnknown(const std::string& code) {
    throw OperatorError{fmt::format("there is no account {}", code), "agon user list shows those there are."};
}

}  // namespace

StaffConsole::StaffConsole(BlockingConnection& connection, const crypto::SecretKey& serverKey)
    : connection_(connection), linkKey_(auth::AuthKeys{serverKey}.link) {}

std::optional<StaffConsole::Link> StaffConsole::makeFirstDirector() {
    Transaction transaction{connection_};
    connection_.query("select pg_advisory_xact_lock(hashtextextended('auth.first-director', 0))");
    if (connection_.value("select exists (select from ops.account)") == "t") return std::nullopt;
    const auth::NewAccount nobodyYet{.code = Code::random().text(),
                                     .organiser = auth::Organiser::Organising,
                                     .language = Language::Greek,
                                     .email = std::nullopt,
                                     .displayName = {}};
    const auto id = insert(nobodyYet, auth::Role::Director);
    auto link = insertLink(id, nobodyYet.code, LinkPurpose::Invitation);
    record("first-director-made", nobodyYet.code);
    transaction.commit();
    return link;
}

StaffConsole::Link StaffConsole::invite(const auth::NewAccount& account, auth::Role role) try {
    Transaction transaction{connection_};
    const auto id = insert(account, role);
    auto link = insertLink(id, account.code, LinkPurpose::Invitation);
    record("account-invited", account.code);
    transaction.commit();
    return link;
} catch (const BlockingConnectionError& error) {
    if (error.sqlState() != "23505") throw;
    throw OperatorError{"there is an account with this address already",
                        "agon user list shows all accounts, agon user link makes a new link for one."};
}

StaffConsole::Link StaffConsole::makeLink(const std::string& accountCode) {
    Transaction transaction{connection_};
    const auto rows = connection_.query("select id, state from ops.account where code = $1 for update", {accountCode});
    if (rows.empty()) refuseUnknown(accountCode);
    const auto state = rows.front().at(1).value_or("");
    if (state == "disabled") {
        throw OperatorError{fmt::format("the account {} is disabled", accountCode),
                            "A director enables it again on the staff page."};
    }
    const auto purpose = state == "invited" ? LinkPurpose::Invitation : LinkPurpose::Reset;
    auto link = insertLink(rows.front().at(0).value_or(""), accountCode, purpose);
    record("link-made", accountCode);
    transaction.commit();
    return link;
}

void StaffConsole::disable(const std::string& accountCode) {
    Transaction transaction{connection_};
    const auto rows = connection_.query(
        "update ops.account set state = 'disabled', security_version = security_version + 1, version = version + 1 "
        "where code = $1 returning id",
        {accountCode});
    if (rows.empty()) refuseUnknown(accountCode);
    connection_.query(
        "update ops.session set ended_at = clock_timestamp(), end_reason = 'disabled' "
        "where account_id = $1::bigint and ended_at is null",
        {rows.front().at(0).value_or("")});
    record("account-disabled", accountCode);
    transaction.commit();
}

std::vector<StaffConsole::Row> StaffConsole::list() {
    const auto rows = connection_.query(
        "select a.code, a.state, "
        "       coalesce(string_agg(concat_ws('@', g.role, g.championship, g.heat), ', ' order by g.id), ''), "
        "       coalesce(to_char(a.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), 'never') "
        "from ops.account a left join ops.held_grant g on g.account_id = a.id group by a.id order by a.id");
    std::vector<Row> listed;
    listed.reserve(rows.size());
    for (const auto& row : rows) {
        listed.push_back(
            {row.at(0).value_or(""), row.at(1).value_or(""), row.at(2).value_or(""), row.at(3).value_or("")});
    }
    return listed;
}

std::string StaffConsole::insert(const auth::NewAccount& account, auth::Role role) {
    const auto id = connection_.value(
        "insert into ops.account (code, organiser, language) values ($1, $2, $3) returning id",
        {account.code, std::string{auth::nameOf(account.organiser)}, std::string{auth::nameOf(account.language)}});
    connection_.query(
        "insert into vault.staff (account_id, email, email_folded, display_name) "
        "values ($1::bigint, nullif($2, ''), nullif($3, ''), $4)",
        {id, account.email.value_or(""), auth::folded(account.email.value_or("")), account.displayName});
    connection_.query("insert into ops.role_grant (code, account_id, role) values ($1, $2::bigint, $3)",
                      {Code::random().text(), id, std::string{nameOf(role)}});
    return id;
}

StaffConsole::Link StaffConsole::insertLink(const std::string& accountId, const std::string& code,
                                            LinkPurpose purpose) {
    const auto nonce = crypto::randomBytes(kNonceBytes);
    auto token = auth::linkToken(linkKey_, purpose, nonce);
    const std::string purposeName{auth::nameOf(purpose)};
    connection_.query(
        "update ops.one_time_link set used_at = clock_timestamp() "
        "where account_id = $1::bigint and purpose = $2 and used_at is null",
        {accountId, purposeName});
    connection_.query(
        "insert into ops.one_time_link (account_id, purpose, nonce, token_hash, expires_at) "
        "values ($1::bigint, $2, $3::bytea, $4::bytea, clock_timestamp() + make_interval(hours => $5::integer))",
        {accountId, purposeName, byteaOf(nonce), byteaOf(auth::hashLinkToken(token)),
         std::to_string(auth::kInvitationLifetime.count())});
    return {code, purpose, std::move(token)};
}

void StaffConsole::record(const std::string& act, const std::string& accountCode) {
    connection_.query(
        "insert into audit.act (actor_kind, act, subject_kind, subject, detail) "
        "values ('system', $1, 'account', $2, '{\"by\":\"console\"}')",
        {act, accountCode});
}

}  // namespace agon::app
