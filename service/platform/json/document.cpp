#include "platform/json/document.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "platform/text/ascii.hpp"

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
        badAt_ = position;
        hasOverflowed_ = error.id == kNumberOverflow;
        return false;
    }

    // Whether it ended at a number that no double holds.
    bool hasOverflowed() const { return hasOverflowed_; }

    Result<JsonDocument> finish(bool whole) {
        if (whole) return std::move(document_);
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
    bool hasOverflowed_ = false;
};

// Takes the digits off the front of `text`; how many there were.
std::size_t takeDigits(std::string_view& text) {
    const auto count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count;
}

// Whether `text` is a number as RFC 8259 writes it, of whatever size.
bool isNumber(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    const bool startsWithZero = text.starts_with('0');
    const auto whole = takeDigits(text);
    if (whole == 0 || (startsWithZero && whole > 1)) return false;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        if (takeDigits(text) == 0) return false;
    }
    if (text.empty()) return true;
    if (text.front() != 'e' && text.front() != 'E') return false;
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    return takeDigits(text) > 0 && text.empty();
}

bool isOverflow(const std::string& literal) {
    return isNumber(literal) && std::isinf(std::strtod(literal.c_str(), nullptr));
}

// The parser gives up at a number that no double holds. So that the client hears of its other faults too, each such
// number is replaced by an integer that is out of range all the same.
std::string withoutOverflows(std::string_view text) {
    std::string tamed;
    bool isInString = false;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t size = isInString && text[at] == '\\' ? 2 : 1;
        if (text[at] == '"') isInString = !isInString;
        const bool startsNumber = !isInString && (text[at] == '-' || ascii::isDigit(text[at]));
        if (startsNumber) size = std::min(text.find_first_not_of("0123456789+-.eE", at), text.size()) - at;
        const std::string piece{text.substr(at, size)};
        tamed += startsNumber && isOverflow(piece) ? "99999999999999999999" : piece;
        at += size;
    }
    return tamed;
}

}  // namespace

Result<JsonDocument> parseJson(std::string_view text) {
    // The parser takes a zero byte for the end of the text and looks no further.
    if (const auto zero = text.find('\0'); zero != std::string_view::npos) {
        return problem(ProblemCode::MalformedJson, std::to_string(zero + 1));
    }
    Builder builder;
    const bool whole = nlohmann::json::sax_parse(text, &builder);
    if (!builder.hasOverflowed()) return builder.finish(whole);
    Builder again;
    const bool isWholeNow = nlohmann::json::sax_parse(withoutOverflows(text), &again);
    return again.finish(isWholeNow);
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
