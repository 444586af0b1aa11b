#include "platform/json/rules.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace agon {

std::optional<std::string> Text::readText(std::string_view text, const Place& at) const {
    const auto length = countCodePoints(text);
    if (!length || hasHiddenCharacters(text, lineBreaks)) return at.refuse(FieldFault::HiddenCharacters);
    if (*length < min) return at.refuse(FieldFault::TooShort, std::to_string(min));
    if (*length > max) return at.refuse(FieldFault::TooLong, std::to_string(max));
    return std::string{text};
}

std::optional<std::int64_t> Integer::read(const nlohmann::json& json, const Place& at) const {
    const auto range = [this] {
        return fmt::format("{}..{}", min, max);
    };
    if (!json.is_number_integer()) return at.refuse(FieldFault::NotAnInteger);
    // Unsigned is what the parser calls every integer without a minus sign.
    if (json.is_number_unsigned() &&
        json.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
        return at.refuse(FieldFault::OutOfRange, range());
    }
    const auto value = json.get<std::int64_t>();
    if (value < min || value > max) return at.refuse(FieldFault::OutOfRange, range());
    return value;
}

std::optional<std::int64_t> Integer::readText(std::string_view text, const Place& at) const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size()) {
        return at.refuse(FieldFault::NotAnInteger);
    }
    if (error != std::errc{} || value < min || value > max) {
        return at.refuse(FieldFault::OutOfRange, fmt::format("{}..{}", min, max));
    }
    return value;
}

std::optional<double> Number::read(const nlohmann::json& json, const Place& at) const {
    if (!json.is_number()) return at.refuse(FieldFault::NotANumber);
    const auto value = json.get<double>();
    if (!(value >= min && value <= max)) return at.refuse(FieldFault::OutOfRange, fmt::format("{}..{}", min, max));
    return value;
}

std::optional<bool> Boolean::read(const nlohmann::json& json, const Place& at) const {
    if (!json.is_boolean()) return at.refuse(FieldFault::NotABoolean);
    return json.get<bool>();
}

std::optional<bool> Boolean::readText(std::string_view text, const Place& at) const {
    if (text == "true") return true;
    if (text == "false") return false;
    return at.refuse(FieldFault::NotABoolean);
}

std::optional<Instant> InstantText::readText(std::string_view text, const Place& at) const {
    const auto instant = parseInstant(text);
    if (!instant) return at.refuse(FieldFault::BadInstant);
    return instant;
}

std::optional<CivilDate> DateText::readText(std::string_view text, const Place& at) const {
    const auto date = parseDate(text);
    if (!date) return at.refuse(FieldFault::BadDate);
    return date;
}

std::optional<Code> CodeText::readText(std::string_view text, const Place& at) const {
    auto code = Code::parse(text);
    if (!code) return at.refuse(FieldFault::BadFormat, "K7QM-2F9X");
    return code;
}

}  // namespace agon
