#include "auth/wire.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace agon::auth {
namespace {

using nlohmann::json;

constexpr std::size_t kPasswordMax = 1024;  // the policy's limit answers better than this one
constexpr std::size_t kNameMax = 80;
constexpr std::size_t kEmailMax = 254;
constexpr std::size_t kTokenMax = 128;

constexpr std::array kLanguages{std::pair<std::string_view, Language>{"el", Language::Greek},
                                std::pair<std::string_view, Language>{"en", Language::English}};
constexpr std::array kOrganisers{std::pair<std::string_view, Organiser>{"organising", Organiser::Organising},
                                 std::pair<std::string_view, Organiser>{"hosting", Organiser::Hosting}};
constexpr std::array kStates{std::pair<std::string_view, AccountState>{"active", AccountState::Active},
                             std::pair<std::string_view, AccountState>{"disabled", AccountState::Disabled}};
constexpr auto kRoles = [] {
    std::array<std::pair<std::string_view, Role>, kAllRoles.size()> table{};
    std::ranges::transform(kAllRoles, table.begin(), [](Role role) { return std::pair{nameOf(role), role}; });
    return table;
};

const auto& roleTable() {
    static const auto table = kRoles();
    return table;
}

template <class T>
json orNull(const std::optional<T>& value) {
    return value ? json(*value) : json(nullptr);
}

json grantsToJson(const std::vector<HeldGrant>& grants) {
    auto list = json::array();
    for (const auto& grant : grants) list.push_back(toJson(grant));
    return list;
}

}  // namespace

json toJson(const StaffAccount& account) {
    return {{"code", account.code},
            {"display_name", account.displayName},
            {"email", account.email.value_or("")},
            {"organiser", nameOf(account.organiser)},
            {"language", nameOf(account.language)},
            {"totp_enabled", account.totpEnabled}};
}

json toJson(const HeldGrant& grant) {
    return {{"id", grant.code},
            {"role", nameOf(grant.grant.role)},
            {"championship", orNull(grant.championship)},
            {"heat", orNull(grant.heat)}};
}

json toJson(const StaffMember& member) {
    auto value = toJson(member.account);
    value["state"] = nameOf(member.account.state);
    value["grants"] = grantsToJson(member.grants);
    value["last_sign_in_at"] =
        member.account.lastSignInAt ? json(formatInstant(*member.account.lastSignInAt)) : json(nullptr);
    return value;
}

json toJson(const Me& me, const Caller& caller) {
    auto rights = json::array();
    for (const auto right : rightsOf(caller.awake)) rights.push_back(nameOf(right));
    std::set<std::string_view> asleep;
    for (const auto& grant : caller.granted) {
        if (std::ranges::find(caller.awake, grant) == caller.awake.end()) asleep.insert(nameOf(grant.role));
    }
    return {{"account", toJson(me.account)},
            {"grants", grantsToJson(me.grants)},
            {"rights", std::move(rights)},
            {"asleep_roles", asleep}};
}

json toJson(const ListedSession& session, const Caller& caller) {
    return {{"id", session.code},
            {"current", session.code == caller.sessionCode},
            {"created_at", formatInstant(session.createdAt)},
            {"last_used_at", formatInstant(session.lastUsedAt)},
            {"user_agent", session.userAgent},
            {"address", session.network}};
}

json toJson(const SignedIn& signedIn, std::chrono::seconds lifetime) {
    return {{"access_token", signedIn.accessToken},
            {"expires_in", lifetime.count()},
            {"account", toJson(signedIn.account)}};
}

std::optional<std::string> EmailText::readText(std::string_view text, const agon::Place& at) const {
    auto read = Text{kEmailMax, 3}.readText(text, at);
    if (!read) return std::nullopt;
    if (!looksLikeEmail(*read)) return at.refuse(FieldFault::BadFormat, "name@example.org");
    return read;
}

bool looksLikeEmail(std::string_view text) {
    const auto sign = text.rfind('@');
    if (sign == std::string_view::npos || sign == 0 || sign > 64 || text.size() > kEmailMax) return false;
    const auto domain = text.substr(sign + 1);
    const bool isOdd =
        std::ranges::any_of(text, [](char c) { return (c >= 0 && c <= ' ') || c == '\x7f' || c == '<' || c == '>'; });
    return domain.find('.') != std::string_view::npos && !domain.starts_with('.') && !domain.ends_with('.') && !isOdd;
}

std::string readOnly(ObjectReader& in, std::string_view name, std::size_t max) {
    return in.get(name, Text{max});
}

Credentials readCredentials(ObjectReader& in) {
    return {.email = in.get("email", Text{kEmailMax}),
            .password = in.get("password", Text{kPasswordMax}),
            .code = in.find("totp", Text{64})};
}

ProfileChange readProfileChange(ObjectReader& in) {
    return {.displayName = in.find("display_name", Text{kNameMax}),
            .language = in.find("language", Choice<Language>{kLanguages})};
}

PasswordChange readPasswordChange(ObjectReader& in) {
    return {.current = in.get("current", Text{kPasswordMax}), .wanted = in.get("new", Text{kPasswordMax})};
}

Acceptance readAcceptance(ObjectReader& in) {
    return {.token = in.get("token", Text{kTokenMax}),
            .displayName = in.get("display_name", Text{kNameMax}),
            .language = in.get("language", Choice<Language>{kLanguages}),
            .password = in.get("password", Text{kPasswordMax}),
            .email = in.find("email", EmailText{})};
}

ResetCompletion readResetCompletion(ObjectReader& in) {
    return {.token = in.get("token", Text{kTokenMax}), .password = in.get("password", Text{kPasswordMax})};
}

Invitation readInvitation(ObjectReader& in) {
    return {.email = in.get("email", EmailText{}),
            .displayName = in.get("display_name", Text{kNameMax}),
            .organiser = in.get("organiser", Choice<Organiser>{kOrganisers}),
            .language = in.get("language", Choice<Language>{kLanguages})};
}

AccountState readStateChange(ObjectReader& in) {
    return in.get("state", Choice<AccountState>{kStates});
}

WantedGrant readWantedGrant(ObjectReader& in) {
    return {.role = in.get("role", Choice<Role>{roleTable()}),
            .championship = in.find("championship", Text{60}),
            .heat = in.find("heat", Text{20})};
}

}  // namespace agon::auth
