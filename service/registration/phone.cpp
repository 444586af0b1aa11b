#include "registration/phone.hpp"

#include <phonenumbers/phonenumberutil.h>

namespace agon::registration {

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

std::optional<std::string> readPhone(std::string_view typed, const std::string& country) {
    const auto& util = *PhoneNumberUtil::GetInstance();
    PhoneNumber number;
    if (util.Parse(std::string{typed}, country, &number) != PhoneNumberUtil::NO_PARSING_ERROR) return std::nullopt;
    if (!util.IsValidNumber(number)) return std::nullopt;
    std::string formatted;
    util.Format(number, PhoneNumberUtil::E164, &formatted);
    return formatted;
}

std::string maskPhone(std::string_view phone) {
    constexpr std::size_t kHead = 3;
    constexpr std::size_t kTail = 4;
    if (phone.size() <= kHead + kTail) return "***";
    return std::string{phone.substr(0, kHead)} + " ******" + std::string{phone.substr(phone.size() - kTail)};
}

}  // namespace agon::registration
