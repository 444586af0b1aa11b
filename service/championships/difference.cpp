#include "championships/difference.hpp"

#include <algorithm>

#include "platform/json/document.hpp"

namespace agon::championships {
namespace {

using nlohmann::json;

// What makes two elements of a list the same one; empty where only the place does.
std::string_view identityIn(std::string_view list) {
    if (list == "heats" || list == "questions") return "code";
    return list == "organisers" ? "kind" : "";
}

const json* findSame(const json& list, const std::string& member, const json& element) {
    const auto found = std::ranges::find_if(list, [&](const json& other) {
        return other.contains(member) && element.contains(member) && other.at(member) == element.at(member);
    });
    return found == list.end() ? nullptr : &*found;
}

class Comparison {
  public:
    std::vector<Change> found;

    void compare(const std::string& pointer, std::string_view name, const json& before, const json& after) {
        if (before == after) return;
        if (before.is_object() && after.is_object()) return compareMembers(pointer, before, after);
        if (isListOfObjects(before, after)) {
            const std::string member{identityIn(name)};
            return member.empty() ? compareByPlace(pointer, before, after)
                                  : compareByIdentity(pointer, member, before, after);
        }
        found.push_back({pointer, before, after});
    }

  private:
    static bool isListOfObjects(const json& before, const json& after) {
        const auto isObject = [](const json& element) {
            return element.is_object();
        };
        return before.is_array() && after.is_array() && std::ranges::all_of(before, isObject) &&
               std::ranges::all_of(after, isObject);
    }

    void compareMembers(const std::string& pointer, const json& before, const json& after) {
        for (const auto& [name, value] : after.items()) {
            compare(pointer + pointerStep(name), name, before.value(name, json()), value);
        }
        for (const auto& [name, value] : before.items()) {
            if (!after.contains(name)) found.push_back({pointer + pointerStep(name), value, json()});
        }
    }

    void compareByPlace(const std::string& pointer, const json& before, const json& after) {
        for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
            const auto was = i < before.size() ? before[i] : json();
            const auto is = i < after.size() ? after[i] : json();
            compare(pointer + pointerStep(std::to_string(i)), {}, was, is);
        }
    }

    void compareByIdentity(const std::string& pointer, const std::string& member, const json& before,
                           const json& after) {
        for (std::size_t i = 0; i < after.size(); ++i) {
            const auto* const was = findSame(before, member, after[i]);
            compare(pointer + pointerStep(std::to_string(i)), {}, was == nullptr ? json() : *was, after[i]);
        }
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (findSame(after, member, before[i]) != nullptr) continue;
            found.push_back({pointer + pointerStep(std::to_string(i)), before[i], json()});
        }
    }
};

}  // namespace

std::vector<Change> changes(const json& before, const json& after) {
    Comparison comparison;
    comparison.compare("", {}, before, after);
    return std::move(comparison.found);
}

}  // namespace agon::championships
