#include "platform/db/address.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <algorithm>
#include <memory>

#include "platform/db/error.hpp"

namespace agon::pq {
namespace {

// In `options` a blank ends a word unless a backslash precedes it.
std::string escapeBlanks(const std::string& value) {
    std::string escaped;
    for (const char c : value) {
        if (c == ' ' || c == '\\') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

// What every session starts with. Sessions are read only unless a transaction says otherwise, and all of ours do: so a
// query outside any transaction cannot write.
std::string sessionSettings(const DbOptions& options) {
    auto settings = fmt::format(
        " -c statement_timeout={} -c lock_timeout={} -c idle_in_transaction_session_timeout={}"
        " -c default_transaction_read_only=on -c TimeZone=UTC -c client_min_messages=warning",
        options.statementTimeout.count(), options.lockTimeout.count(), options.idleInTransactionTimeout.count());
    if (!options.role.empty()) settings += " -c role=" + escapeBlanks(options.role);
    return settings;
}

}  // namespace

Address::Address(const DbOptions& options) {
    const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> parsed{
        PQconninfoParse(options.conninfo.c_str(), nullptr), &PQconninfoFree};
    // libpq's own message would quote the text, and the text may hold a password.
    if (!parsed) throw DbUsageError("the database address is neither a postgresql:// URI nor a list of keyword=value");
    std::string given;
    for (const auto* option = parsed.get(); option->keyword != nullptr; ++option) {
        if (option->val == nullptr) continue;
        if (std::string_view{option->keyword} == "options") given = option->val;
        set(option->keyword, option->val);
    }
    set("options", given + sessionSettings(options));
    set("client_encoding", "UTF8");
    set("application_name", options.applicationName);
    // A peer that vanished without a word is noticed within seconds, also while a cancel request is under way.
    setIfAbsent("keepalives_idle", "30");
    setIfAbsent("tcp_user_timeout", "15000");
}

void Address::set(const std::string& keyword, std::string value) {
    const auto known = std::ranges::find(parameters_, keyword, [](const auto& parameter) { return parameter.first; });
    if (known != parameters_.end()) {
        known->second = std::move(value);
    } else {
        parameters_.emplace_back(keyword, std::move(value));
    }
}

void Address::setIfAbsent(const std::string& keyword, std::string value) {
    const auto same = [&](const auto& parameter) {
        return parameter.first == keyword;
    };
    if (std::ranges::none_of(parameters_, same)) parameters_.emplace_back(keyword, std::move(value));
}

pg_conn* Address::connectStart() const {
    std::vector<const char*> keywords;
    std::vector<const char*> values;
    for (const auto& [keyword, value] : parameters_) {
        keywords.push_back(keyword.c_str());
        values.push_back(value.c_str());
    }
    keywords.push_back(nullptr);
    values.push_back(nullptr);
    return PQconnectStartParams(keywords.data(), values.data(), 0);
}

}  // namespace agon::pq
