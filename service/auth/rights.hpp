#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "auth/model.hpp"

namespace agon::auth {

// What one may be allowed to do. Each route needs exactly one of these, or none.
enum class Right : std::uint8_t {
    AccountRead,
    AccountManage,
    ChampionshipRead,
    ChampionshipManage,
    TermsPublish,
    EntryRead,
    EntryCancel,
    CallTake,
    NicknameApprove,
    CheckinRecord,
    RoundStart,
    ReserveActivate,
    SheetRecord,
    SheetCertify,
    ResultsPublish,
    PrivacyLog,
    PrivacyErase,
    AuditRead,
    OutboxRead,
    OutboxRetry,
    SystemRead,
};

inline constexpr std::array kAllRoles{Role::Director,   Role::Organiser,      Role::Desk,      Role::HeadJudge,
                                      Role::TableJudge, Role::PrivacyOfficer, Role::VenueHost, Role::Auditor};
std::span<const Right> allRights();

// "entry.cancel": in routes, in the API description and in the answer 403.
std::string_view nameOf(Right right);
std::optional<Right> rightNamed(std::string_view name);

// "head-judge": in the API and in the database.
std::string_view nameOf(Role role);
std::optional<Role> roleNamed(std::string_view name);

// Where an act takes place. Both empty: the service as a whole.
struct Scope {
    std::optional<Id<Championship>> championship;
    std::optional<Id<Heat>> heat;  // only with a championship
};

// The table itself.
bool gives(Role role, Right right);

// Whether what one was granted covers the act. A grant for one heat covers neither another heat nor the championship;
// a grant for one championship does not cover the service.
bool decide(std::span<const Grant> grants, Right right, const Scope& scope);

// Whether there is any scope at all where `right` is held. Enough to be let into a list that is then filtered, never
// enough for an act.
bool holdsSomewhere(std::span<const Grant> grants, Right right);

// Every right that is held somewhere, in the table's order.
std::vector<Right> rightsOf(std::span<const Grant> grants);

// Roles that open personal data or everybody's accounts, and so sleep until their holder has shown a second factor.
bool needsSecondFactor(Role role);

enum class SecondFactor : std::uint8_t { Shown, NotShown };

// `grants` without those that sleep.
std::vector<Grant> awakeGrants(std::span<const Grant> grants, SecondFactor secondFactor);

}  // namespace agon::auth
