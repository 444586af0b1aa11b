#include "registration/names.hpp"

#include <gtest/gtest.h>

#include "platform/text/utf8.hpp"

namespace agon::registration {
namespace {

TEST(Names, GreekIsTheSameWithAndWithoutAccentsAndCapitals) {
    EXPECT_EQ(foldName("Ελένη Παπαδάκη"), foldName("ΕΛΕΝΗ ΠΑΠΑΔΑΚΗ"));
    EXPECT_EQ(foldName("Ελένη Παπαδάκη"), foldName("ελενη παπαδακη"));
    EXPECT_EQ(foldName("Μαΐου"), foldName("ΜΑΙΟΥ"));
    EXPECT_NE(foldName("Ελένη"), foldName("Ελίνα"));
}

TEST(Names, AFinalSigmaIsASigma) {
    EXPECT_EQ(foldName("Γιώργος"), foldName("ΓΙΩΡΓΟΣ"));
    EXPECT_EQ(foldName("Γιώργος"), foldName("γιωργοσ"));
}

TEST(Names, LettersAndTheirAccentsMayBeWrittenApart) {
    EXPECT_EQ(foldName("Jose\u0301"), foldName("Jos\u00e9"));
    EXPECT_EQ(tidyName("Jose\u0301"), "Jos\u00e9");
    EXPECT_EQ(foldName("Jos\u00e9"), "jose");
    EXPECT_EQ(foldName("Z\u0351\u036b\u0343\u036aalgo"), "zalgo");
}

TEST(Names, RightToLeftNamesAreKeptAndCompared) {
    EXPECT_EQ(tidyName("محمد علي"), "محمد علي");
    EXPECT_EQ(foldName("מֹשֶׁה"), foldName("משה"));
    EXPECT_NE(foldName("محمد"), foldName("علي"));
}

TEST(Names, OddSpacesAreOneSpace) {
    EXPECT_EQ(tidyName("  Anna \t  Maria\u00a0\u2003Doe "), "Anna Maria Doe");
    EXPECT_EQ(foldName(" ANNA   maria\u00a0doe"), "anna maria doe");
    EXPECT_EQ(tidyName(" \u2003 "), "");
}

TEST(Names, TheLongestNameIsKeptWhole) {
    std::string name;
    for (int i = 0; i < 200; ++i) name += "ή";
    EXPECT_EQ(tidyName(name), name);
    EXPECT_EQ(countCodePoints(foldName(name)), 200U);
}

TEST(Names, LettersOutsideTheFirstPlaneSurvive) {
    EXPECT_EQ(tidyName("𠮷野 家"), "𠮷野 家");
    EXPECT_EQ(foldName("𝐀nna"), "anna");
}

}  // namespace
}  // namespace agon::registration
