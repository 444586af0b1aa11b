#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/problem/problem.hpp"

namespace agon::outbox {

struct Text {
    std::string subject;
    std::string body;
};

// The mail called `name`, in the reader's language. `facts` fills its gaps; `link` stands where the mail asks for one.
// Nothing when there is no such mail or a fact is missing.
std::optional<Text> write(std::string_view name, const nlohmann::json& facts, std::string_view link, Language language);

// Whether the mail called `name` has a place for a one-time link.
bool needsLink(std::string_view name);

// Every mail there is, for tests of completeness.
std::vector<std::string_view> allMails();

}  // namespace agon::outbox
