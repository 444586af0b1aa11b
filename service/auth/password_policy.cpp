#include "auth/password_policy.hpp"

#include <zxcvbn.h>

#include <algorithm>
#include <utility>

#include "auth/folding.hpp"
#include "platform/text/ascii.hpp"
#include "platform/text/utf8.hpp"

namespace agon::auth {
namespace {

constexpr std::size_t kShortestOwnWord = 3;

bool isPartOfAWord(char c) {
    return ascii::isAlphanumeric(c) || static_cast<unsigned char>(c) >= 0x80;
}

double bitsOf(const std::string& password, const std::vector<std::string>& ownWords) {
    std::vector<const char*> words;
    words.reserve(ownWords.size() + 1);
    for (const auto& word : ownWords) words.push_back(word.c_str());
    words.push_back(nullptr);
    return ZxcvbnMatch(password.c_str(), words.data(), nullptr);
}

}  // namespace

std::optional<PasswordFault> faultOf(std::string_view password, const std::vector<std::string>& ownWords,
                                     const PasswordPolicy& policy) {
    const auto text = normalized(password);
    const auto characters = countCodePoints(text);
    if (!characters || *characters < policy.minimumLength) return PasswordFault::TooShort;
    if (*characters > policy.maximumLength) return PasswordFault::TooLong;
    // Folded as well: zxcvbn compares own words byte by byte, so a Greek name in capitals would escape it.
    const auto bits = std::min(bitsOf(text, ownWords), bitsOf(folded(text), ownWords));
    if (bits < policy.minimumBits) return PasswordFault::EasyToGuess;
    return std::nullopt;
}

std::vector<std::string> ownWordsOf(std::string_view displayName, std::string_view email) {
    std::vector<std::string> words{"agon", "championship", "monopoly"};
    for (const auto text : {displayName, email}) {
        std::string word;
        for (const char c : folded(text) + ' ') {
            if (isPartOfAWord(c)) {
                word += c;
                continue;
            }
            if (word.size() >= kShortestOwnWord && std::ranges::find(words, word) == words.end()) words.push_back(word);
            word.clear();
        }
    }
    return words;
}

FieldError fieldErrorOf(PasswordFault fault, std::string pointer, const PasswordPolicy& policy) {
    switch (fault) {
        case PasswordFault::TooShort:
            return {std::move(pointer), FieldFault::TooShort, std::to_string(policy.minimumLength)};
        case PasswordFault::TooLong:
            return {std::move(pointer), FieldFault::TooLong, std::to_string(policy.maximumLength)};
        case PasswordFault::EasyToGuess:
            return {std::move(pointer), FieldFault::EasyToGuess, {}};
    }
    std::unreachable();
}

}  // namespace agon::auth
