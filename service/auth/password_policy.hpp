#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/problem/problem.hpp"

namespace agon::auth {

struct PasswordPolicy {
    std::size_t minimumLength = 12;  // in characters; 8 is the least that start-up accepts
    std::size_t maximumLength = 256;
    double minimumBits = 35;  // by zxcvbn's estimate: some thirty thousand million guesses
};

enum class PasswordFault : std::uint8_t { TooShort, TooLong, EasyToGuess };

// Why `password` is refused, or nothing. Length and guessability are all that counts; there are no rules on kinds of
// letters. Guessable is what zxcvbn finds in its lists of leaked passwords, names and words, in keyboard runs, dates
// and repetitions, in any of the usual disguises, and what is built on `ownWords`.
std::optional<PasswordFault> faultOf(std::string_view password, const std::vector<std::string>& ownWords,
                                     const PasswordPolicy& policy);

// The words that somebody who knows the person and the service would try first.
std::vector<std::string> ownWordsOf(std::string_view displayName, std::string_view email);

// The same as an error of one member of a request.
FieldError fieldErrorOf(PasswordFault fault, std::string pointer, const PasswordPolicy& policy);

}  // namespace agon::auth
