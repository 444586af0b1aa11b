#pragma once

#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "platform/json/rules.hpp"

namespace agon {

// Reads the members of one JSON object. It does not stop at the first fault: what cannot be read is noted at its
// pointer and stands in as an empty value, so that the client hears of everything at once. Members that nobody asked
// for are faults too. Obtained through readJson(), or as a member through ObjectOf.
class ObjectReader {
  public:
    ObjectReader(const nlohmann::json& object, Place at) : object_(&object), at_(std::move(at)) {}

    // The member, which must be there. null is as good as absent.
    template <Rule R>
    typename R::Value get(std::string_view name, const R& rule) {
        const auto* const value = seek(name);
        if (value == nullptr) at_.member(name).refuse(FieldFault::Missing);
        auto read = value == nullptr ? std::nullopt : rule.read(*value, at_.member(name));
        return read ? std::move(*read) : standIn<R>();
    }

    // The member if it is there; nothing when it is absent, null or faulty.
    template <Rule R>
    std::optional<typename R::Value> find(std::string_view name, const R& rule) {
        const auto* const value = seek(name);
        return value == nullptr ? std::nullopt : rule.read(*value, at_.member(name));
    }

    // For what only the caller can see: that two members contradict each other, for instance.
    void refuse(std::string_view name, FieldFault fault, std::string detail = {}) {
        at_.member(name).refuse(fault, std::move(detail));
    }

    void refuseUnknownMembers() const;

  private:
    template <Rule R>
    static typename R::Value standIn() {
        if constexpr (std::default_initializable<typename R::Value>) {
            return {};
        } else {
            return R::standIn();
        }
    }

    const nlohmann::json* seek(std::string_view name);

    const nlohmann::json* object_;
    Place at_;
    std::set<std::string, std::less<>> known_;
};

// A nested object, read by a function from its ObjectReader.
template <std::invocable<ObjectReader&> Read>
struct ObjectOf {
    using Value = std::invoke_result_t<const Read&, ObjectReader&>;
    explicit ObjectOf(Read read_) : read_(std::move(read_)) {}

    std::optional<Value> read(const nlohmann::json& json, const Place& at) const {
        if (!json.is_object()) return at.refuse(FieldFault::NotAnObject);
        ObjectReader reader{json, at};
        auto value = read_(reader);
        reader.refuseUnknownMembers();
        return value;
    }

  private:
    Read read_;
};

// A list whose elements follow one rule. Elements that do not are left out of the value, and noted.
template <Rule Element>
struct ListOf {
    using Value = std::vector<typename Element::Value>;
    explicit ListOf(Element element_, std::size_t max_, std::size_t min_ = 0)
        : element(std::move(element_)), max(max_), min(min_) {}

    std::optional<Value> read(const nlohmann::json& json, const Place& at) const {
        if (!json.is_array()) return at.refuse(FieldFault::NotAnArray);
        if (json.size() < min) return at.refuse(FieldFault::TooFew, std::to_string(min));
        if (json.size() > max) return at.refuse(FieldFault::TooMany, std::to_string(max));
        Value values;
        for (std::size_t i = 0; i < json.size(); ++i) {
            if (auto value = element.read(json[i], at.element(i))) values.push_back(std::move(*value));
        }
        return values;
    }

    Element element;
    std::size_t max;
    std::size_t min;
};

// A number that no type holds is one fault: what the rule for its place makes of the stand-in is left out. The first
// `fromDocument` errors are those of the document itself.
void leaveOutEchoes(std::vector<FieldError>& errors, std::size_t fromDocument);

// The body of a request as a T, made by `read` from the members of its one object; or everything that is wrong with it.
template <std::invocable<ObjectReader&> Read>
auto readJson(std::string_view body, Read read) -> Result<std::invoke_result_t<const Read&, ObjectReader&>> {
    auto document = parseJson(body);
    if (!document) return std::unexpected{std::move(document.error())};
    auto errors = std::move(document->faults);
    const auto fromDocument = errors.size();
    auto value = ObjectOf{std::move(read)}.read(document->value, Place{errors, ""});
    leaveOutEchoes(errors, fromDocument);
    if (!value || !errors.empty()) return problem(std::move(errors));
    return std::move(*value);
}

}  // namespace agon
