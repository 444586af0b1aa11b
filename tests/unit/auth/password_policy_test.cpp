#include "auth/password_policy.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "auth/folding.hpp"

namespace agon::auth {
namespace {

const std::vector<std::string>& ownWords() {
    static const auto words = ownWordsOf("Μαρία Παπαδοπούλου", "maria.papadopoulou@example.org");
    return words;
}

std::optional<PasswordFault> fault(std::string_view password) {
    return faultOf(password, ownWords(), PasswordPolicy{});
}

TEST(PasswordPolicy, CountsCharactersNotBytes) {
    EXPECT_EQ(fault("κουτάβι9"), PasswordFault::TooShort);  // 15 bytes
    EXPECT_EQ(fault("xk7!wPq2zR9"), PasswordFault::TooShort);
    EXPECT_EQ(fault("xk7!wPq2zR9v"), std::nullopt);
    EXPECT_EQ(fault("γάτα τσαγερό φεγγάρι"), std::nullopt);
}

TEST(PasswordPolicy, TakesLongPassphrasesUpToTheLimit) {
    std::string phrase;
    while (phrase.size() < 250) phrase += "seven kettles and a " + std::to_string(phrase.size());
    EXPECT_EQ(fault(phrase.substr(0, 64)), std::nullopt);
    EXPECT_EQ(fault(phrase.substr(0, 200)), std::nullopt);
    EXPECT_EQ(fault(std::string(257, 'x')), PasswordFault::TooLong);
}

TEST(PasswordPolicy, AsksForNoKindsOfLetters) {
    EXPECT_EQ(fault("correct horse battery staple"), std::nullopt);
    EXPECT_EQ(fault("blue kettle sings twice"), std::nullopt);
    EXPECT_EQ(fault("xkqwpvlzmrtn"), std::nullopt);
}

TEST(PasswordPolicy, RefusesWhatEverybodyTries) {
    for (const auto* const password :
         {"password1234", "P@ssw0rd2026!", "passwordpassword", "qwertyuiopas", "123456789012", "aaaaaaaaaaaa",
          "welcome123456", "letmeinplease", "iloveyouforever", "monkeydragon", "summer2026!!", "Monopoly2026!",
          "agonagonagon"}) {
        EXPECT_EQ(fault(password), PasswordFault::EasyToGuess) << password;
    }
}

TEST(PasswordPolicy, RefusesWhatIsBuiltOnItsOwner) {
    EXPECT_EQ(fault("maria.papadopoulou"), PasswordFault::EasyToGuess);
    EXPECT_EQ(fault("Papadopoulou1985"), PasswordFault::EasyToGuess);
    EXPECT_EQ(fault("ΠΑΠΑΔΟΠΟΎΛΟΥ77"), PasswordFault::EasyToGuess);
}

TEST(PasswordPolicy, RefusesTextThatIsNotUtf8) {
    EXPECT_NE(fault("\xC3\x28\xC3\x28\xC3\x28\xC3\x28\xC3\x28\xC3\x28\xC3\x28"), std::nullopt);
}

TEST(PasswordPolicy, FindsTheWordsOfNameAndAddress) {
    const auto words = ownWordsOf("Jo O'Neil-Smith", "Jo.Smith+work@Example.org");
    for (const auto* const word : {"neil", "smith", "work", "example", "org"}) {
        EXPECT_NE(std::ranges::find(words, word), words.end()) << word;
    }
    EXPECT_EQ(std::ranges::find(words, "jo"), words.end());
}

TEST(PasswordPolicy, TellsTheFieldWhatIsMissing) {
    const auto error = fieldErrorOf(PasswordFault::TooShort, "/password", PasswordPolicy{.minimumLength = 14});
    EXPECT_EQ(error.pointer, "/password");
    EXPECT_EQ(error.fault, FieldFault::TooShort);
    EXPECT_EQ(error.detail, "14");
}

TEST(Folding, OneSpellingForWhatLooksTheSame) {
    EXPECT_EQ(normalized("ε\u0301"), "έ");
    EXPECT_EQ(normalized("Έ"), "Έ");
    EXPECT_EQ(folded("Maria.P@EXAMPLE.org"), "maria.p@example.org");
    EXPECT_EQ(folded("ΜΑΡΊΑΣ"), folded("μαρίας"));
}

}  // namespace
}  // namespace agon::auth
