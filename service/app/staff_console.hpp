#pragma once

#include <optional>
#include <string>
#include <vector>

#include "auth/account_store.hpp"
#include "auth/one_time_link.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/migrate/connection.hpp"

namespace agon::app {

// What whoever controls the machine may do about accounts, without being signed in: let the first director in, and
// somebody back in who has lost everything. Each is one transaction and on the record as the service's own act.
class StaffConsole {
  public:
    StaffConsole(BlockingConnection& connection, const crypto::SecretKey& serverKey);

    struct Link {
        std::string accountCode;
        auth::LinkPurpose purpose;
        std::string token;
    };

    // A director without name and address, and the link that lets them give both. Nothing when there is an account
    // already. Several instances that start together make one.
    std::optional<Link> makeFirstDirector();

    // Throws OperatorError when the address is taken.
    Link invite(const auth::NewAccount& account, auth::Role role);

    // A link to set a password: of an invitation, or of a reset for who has been in. Earlier ones stop working. Throws
    // OperatorError when there is no such account or it is disabled.
    Link makeLink(const std::string& accountCode);

    // Ends every session. Throws OperatorError when there is no such account.
    void disable(const std::string& accountCode);

    struct Row {
        std::string code;
        std::string state;
        std::string roles;
        std::string lastSignIn;
    };
    // Without names: what is printed may be kept.
    std::vector<Row> list();

  private:
    std::string insert(const auth::NewAccount& account, auth::Role role);
    Link insertLink(const std::string& accountId, const std::string& code, auth::LinkPurpose purpose);
    void record(const std::string& act, const std::string& accountCode);

    BlockingConnection& connection_;
    crypto::SecretKey linkKey_;
};

}  // namespace agon::app
