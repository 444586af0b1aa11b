#include "auth/rights.hpp"

#include <algorithm>
#include <utility>

namespace agon::auth {
namespace {

struct Row {
    Right right;
    std::string_view name;
    std::uint8_t roles;
};

constexpr std::uint8_t bit(Role role) {
    return static_cast<std::uint8_t>(1U << std::to_underlying(role));
}

template <class... Roles>
constexpr std::uint8_t heldBy(Roles... roles) {
    return static_cast<std::uint8_t>((0U | ... | bit(roles)));
}

constexpr std::uint8_t kEverybody = 0xFF;
static_assert(kAllRoles.size() == 8);

using enum Role;

// Who may do what; the only place that says so. The director is not a head judge and a head judge not a director (R77,
// R40, R83): whoever is both holds two grants. The organisers' acts (R16, A-34, A-57) do not depend on which of the two
// companies an account belongs to. A host reads (R15).
constexpr std::array kTable{
    Row{Right::AccountRead, "account.read", heldBy(Director, Auditor)},
    Row{Right::AccountManage, "account.manage", heldBy(Director)},
    Row{Right::ChampionshipRead, "championship.read", kEverybody},
    Row{Right::ChampionshipManage, "championship.manage", heldBy(Director, Organiser)},
    Row{Right::TermsPublish, "terms.publish", heldBy(Organiser)},
    Row{Right::EntryRead, "entry.read", heldBy(Director, Organiser, Desk, HeadJudge, PrivacyOfficer)},
    Row{Right::EntryCancel, "entry.cancel", heldBy(Organiser)},
    Row{Right::CallTake, "call.take", heldBy(Organiser, Desk)},
    Row{Right::NicknameApprove, "nickname.approve", heldBy(Director)},
    Row{Right::CheckinRecord, "checkin.record", heldBy(Desk, HeadJudge)},
    Row{Right::RoundStart, "round.start", heldBy(HeadJudge)},
    Row{Right::ReserveActivate, "reserve.activate", heldBy(HeadJudge)},
    Row{Right::SheetRecord, "sheet.record", heldBy(HeadJudge, TableJudge)},
    Row{Right::SheetCertify, "sheet.certify", heldBy(HeadJudge)},
    Row{Right::ResultsPublish, "results.publish", heldBy(Director)},
    Row{Right::PrivacyLog, "privacy.log", heldBy(Organiser, Desk, PrivacyOfficer)},
    Row{Right::PrivacyErase, "privacy.erase", heldBy(PrivacyOfficer)},
    Row{Right::AuditRead, "audit.read", heldBy(Director, Auditor)},
    Row{Right::OutboxRead, "outbox.read", heldBy(Director, Organiser, Auditor)},
    Row{Right::OutboxRetry, "outbox.retry", heldBy(Director, Organiser)},
    Row{Right::SystemRead, "system.read", heldBy(Director, Auditor)},
};

constexpr bool rowsStandInTheOrderOfTheEnum() {
    for (std::size_t i = 0; i < kTable.size(); ++i) {
        if (std::to_underlying(kTable[i].right) != i) return false;
    }
    return true;
}
static_assert(rowsStandInTheOrderOfTheEnum());
static_assert(kTable.back().right == Right::SystemRead, "the last right has its row");

constexpr auto kRights = [] {
    std::array<Right, kTable.size()> rights{};
    std::ranges::transform(kTable, rights.begin(), &Row::right);
    return rights;
}();

constexpr std::array<std::string_view, kAllRoles.size()> kRoleNames{
    "director", "organiser", "desk", "head-judge", "table-judge", "privacy-officer", "venue-host", "auditor"};

bool covers(const Grant& grant, const Scope& scope) {
    if (!grant.championship) return !grant.heat;  // a heat outside any championship covers nothing
    if (grant.championship != scope.championship) return false;
    return !grant.heat || grant.heat == scope.heat;
}

}  // namespace

std::span<const Right> allRights() {
    return kRights;
}

std::string_view nameOf(Right right) {
    return kTable.at(std::to_underlying(right)).name;
}

std::optional<Right> rightNamed(std::string_view name) {
    const auto* row = std::ranges::find(kTable, name, &Row::name);
    if (row == kTable.end()) return std::nullopt;
    return row->right;
}

std::string_view nameOf(Role role) {
    return kRoleNames.at(std::to_underlying(role));
}

std::optional<Role> roleNamed(std::string_view name) {
    const auto* found = std::ranges::find(kRoleNames, name);
    if (found == kRoleNames.end()) return std::nullopt;
    return kAllRoles.at(static_cast<std::size_t>(found - kRoleNames.begin()));
}

bool gives(Role role, Right right) {
    return (kTable.at(std::to_underlying(right)).roles & bit(role)) != 0;
}

bool decide(std::span<const Grant> grants, Right right, const Scope& scope) {
    return std::ranges::any_of(grants,
                               [&](const Grant& grant) { return gives(grant.role, right) && covers(grant, scope); });
}

bool holdsSomewhere(std::span<const Grant> grants, Right right) {
    return std::ranges::any_of(grants, [&](const Grant& grant) { return gives(grant.role, right); });
}

std::vector<Right> rightsOf(std::span<const Grant> grants) {
    std::vector<Right> rights;
    std::ranges::copy_if(kRights, std::back_inserter(rights),
                         [&](Right right) { return holdsSomewhere(grants, right); });
    return rights;
}

bool needsSecondFactor(Role role) {
    return role == Role::Director || role == Role::PrivacyOfficer;
}

std::vector<Grant> awakeGrants(std::span<const Grant> grants, SecondFactor secondFactor) {
    std::vector<Grant> awake;
    std::ranges::copy_if(grants, std::back_inserter(awake), [&](const Grant& grant) {
        return secondFactor == SecondFactor::Shown || grant.isRehearsal || !needsSecondFactor(grant.role);
    });
    return awake;
}

}  // namespace agon::auth
