#include "platform/json/document.hpp"

#include <fmt/format.h>

#include <string>

namespace agon {
namespace {

constexpr int kNumberOverflow = 406;  // nlohmann's id of the error

// Receives the parser's events and builds the document, knowing at each moment where in it we are.
class Builder {
  public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    bool null() { return place(nullptr); }
    bool boolean(bool value) { return place(value); }
    bool number_integer(number_integer_t value) { return place(value); }
    bool number_unsigned(number_unsigned_t value) { return place(value); }

    bool number_float(number_float_t value, const string_t& literal) {
        const bool kept = place(value);
        // The parser turns an integer that 64 bits cannot hold into the nearest float. Nobody meant that one.
        if (literal.find_first_of(".eE") == string_t::npos) refuse(FieldFault::OutOfRange, "-2^63..2^64-1");
        return kept;
    }

    bool string(string_t& value) { return place(std::move(value)); }
    bool binary(binary_t&) { return false; }

    bool start_object(std::size_t) { return open(nlohmann::json::object()); }
    bool start_array(std::size_t) { return open(nlohmann::json::array()); }

    bool key(string_t& name) {
        auto& level = levels_.back();
        level.key = std::move(name);
        if (level.value->contains(level.key)) refuse(FieldFault::Duplicate, {});
        return true;
    }

    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
        if (error.id == kNumberOverflow) {
            enter();
            refuse(FieldFault::OutOfRange, "-1.8e308..1.8e308");
        } else {
            badAt_ = position;
        }
        return false;
    }

    Result<JsonDocument> finish(bool whole) {
        if (whole) return std::move(document_);
        if (badAt_ == 0 && !document_.faults.empty()) return problem(std::move(document_.faults));
        return badAt_ == 0 ? problem(ProblemCode::MalformedJson)
                           : problem(ProblemCode::MalformedJson, std::to_string(badAt_));
    }

  private:
    struct Level {
        nlohmann::json* value;
        std::string key;        // of the member being read, in an object
        std::size_t count = 0;  // of the elements begun, in an array
    };

    // Makes room for the next value of the innermost object or array, and counts it.
    nlohmann::json* enter() {
        if (levels_.empty()) return &document_.value;
        auto& level = levels_.back();
        if (level.value->is_object()) return &(*level.value)[level.key];
        ++level.count;
        return &level.value->emplace_back();
    }

    template <class Value>
    bool place(Value&& value) {
        *enter() = std::forward<Value>(value);
        return true;
    }

    bool open(nlohmann::json empty) {
        if (levels_.size() == kMaxJsonDepth) return false;
        auto* const value = enter();
        *value = std::move(empty);
        levels_.push_back(Level{.value = value, .key = {}});
        return true;
    }

    bool close() {
        levels_.pop_back();
        return true;
    }

    void refuse(FieldFault fault, std::string detail) {
        std::string pointer;
        for (const auto& level : levels_) {
            pointer += pointerStep(level.value->is_object() ? level.key : std::to_string(level.count - 1));
        }
        document_.faults.push_back({std::move(pointer), fault, std::move(detail)});
    }

    JsonDocument document_;
    std::vector<Level> levels_;
    std::size_t badAt_ = 0;
};

}  // namespace

Result<JsonDocument> parseJson(std::string_view text) {
    // The parser takes a zero byte for the end of the text and looks no further.
    if (const auto zero = text.find('\0'); zero != std::string_view::npos) {
        return problem(ProblemCode::MalformedJson, std::to_string(zero + 1));
    }
    Builder builder;
    const bool whole = nlohmann::json::sax_parse(text, &builder);
    return builder.finish(whole);
}

std::string pointerStep(std::string_view token) {
    std::string step = "/";
    for (const char c : token) {
        if (c == '~') {
            step += "~0";
        } else if (c == '/') {
            step += "~1";
        } else {
            step += c;
        }
    }
    return step;
}

}  // namespace agon
