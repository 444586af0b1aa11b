#pragma once

#include <nlohmann/json.hpp>

#include "auth/account_store.hpp"
#include "auth/arrivals.hpp"
#include "auth/caller.hpp"
#include "auth/own_account.hpp"
#include "auth/sign_in.hpp"
#include "auth/staff.hpp"
#include "platform/json/object_reader.hpp"

namespace agon::auth {

// What goes out.
nlohmann::json toJson(const StaffAccount& account);  // to its owner
nlohmann::json toJson(const HeldGrant& grant);
nlohmann::json toJson(const StaffMember& member);
nlohmann::json toJson(const Me& me, const Caller& caller);
nlohmann::json toJson(const ListedSession& session, const Caller& caller);
nlohmann::json toJson(const SignedIn& signedIn, std::chrono::seconds lifetime);

// What comes in.
Credentials readCredentials(ObjectReader& in);
ProfileChange readProfileChange(ObjectReader& in);
struct PasswordChange {
    std::string current;
    std::string wanted;
};
PasswordChange readPasswordChange(ObjectReader& in);
Acceptance readAcceptance(ObjectReader& in);
struct ResetCompletion {
    std::string token;
    std::string password;
};
ResetCompletion readResetCompletion(ObjectReader& in);
Invitation readInvitation(ObjectReader& in);
AccountState readStateChange(ObjectReader& in);
WantedGrant readWantedGrant(ObjectReader& in);

// Something, an @, and a domain. Whether it works, only mail can tell.
bool looksLikeEmail(std::string_view text);

struct EmailText : WrittenAsText<EmailText, std::string> {
    std::optional<std::string> readText(std::string_view text, const agon::Place& at) const;
};

// One member that is text, as most small requests are.
std::string readOnly(ObjectReader& in, std::string_view name, std::size_t max);

}  // namespace agon::auth
