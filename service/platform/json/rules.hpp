#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "platform/ids/code.hpp"
#include "platform/json/place.hpp"
#include "platform/text/utf8.hpp"
#include "platform/time/instant.hpp"

namespace agon {

// A rule says what a value of a request must be like and what it becomes. It reads the value from JSON and, for query
// parameters, from text; when the value does not fit, it says why at its place and returns nothing. A module writes
// rules of its own in the same form (a telephone number, a code of a heat).
template <class T>
concept Rule = requires(const T& rule, const nlohmann::json& json, std::string_view text, const Place& at) {
    typename T::Value;
    { rule.read(json, at) } -> std::same_as<std::optional<typename T::Value>>;
};

// For rules whose values are written as text in JSON too: Derived has readText().
template <class Derived, class V>
struct WrittenAsText {  // NOLINT(bugprone-crtp-constructor-accessibility): rules are aggregates, made with braces
    using Value = V;

    std::optional<Value> read(const nlohmann::json& json, const Place& at) const {
        const auto* const text = json.get_ptr<const std::string*>();
        if (text == nullptr) return at.refuse(FieldFault::NotAString);
        return static_cast<const Derived&>(*this).readText(*text, at);
    }
};

struct Text : WrittenAsText<Text, std::string> {
    explicit Text(std::size_t max_, std::size_t min_ = 1, LineBreaks lineBreaks_ = LineBreaks::Refused)
        : max(max_), min(min_), lineBreaks(lineBreaks_) {}

    std::optional<std::string> readText(std::string_view text, const Place& at) const;

    std::size_t max;  // in code points, as everything that people count
    std::size_t min;
    LineBreaks lineBreaks;
};

struct Integer {
    using Value = std::int64_t;
    std::optional<Value> read(const nlohmann::json& json, const Place& at) const;
    std::optional<Value> readText(std::string_view text, const Place& at) const;

    std::int64_t min = std::numeric_limits<std::int64_t>::min();
    std::int64_t max = std::numeric_limits<std::int64_t>::max();
};

struct Number {
    using Value = double;
    std::optional<Value> read(const nlohmann::json& json, const Place& at) const;

    double min = std::numeric_limits<double>::lowest();
    double max = std::numeric_limits<double>::max();
};

struct Boolean {
    using Value = bool;
    std::optional<Value> read(const nlohmann::json& json, const Place& at) const;
    std::optional<Value> readText(std::string_view text, const Place& at) const;
};

struct InstantText : WrittenAsText<InstantText, Instant> {
    std::optional<Instant> readText(std::string_view text, const Place& at) const;
};

struct DateText : WrittenAsText<DateText, CivilDate> {
    std::optional<CivilDate> readText(std::string_view text, const Place& at) const;
};

struct CodeText : WrittenAsText<CodeText, Code> {
    static Code standIn() { return *Code::parse("00000000"); }  // NOLINT(bugprone-unchecked-optional-access): a code
    std::optional<Code> readText(std::string_view text, const Place& at) const;
};

// One of a few words, each standing for a value. The table outlives the rule.
template <class Enum>
struct Choice : WrittenAsText<Choice<Enum>, Enum> {
    using Table = std::span<const std::pair<std::string_view, Enum>>;
    explicit Choice(Table table_) : table(table_) {}

    std::optional<Enum> readText(std::string_view text, const Place& at) const {
        std::string words;
        for (const auto& [word, value] : table) {
            if (word == text) return value;
            words.append(words.empty() ? "" : ", ").append(word);
        }
        return at.refuse(FieldFault::NotAChoice, std::move(words));
    }

    Table table;
};

}  // namespace agon
