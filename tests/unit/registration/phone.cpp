#include "registration/phone.hpp"

#include <gtest/gtest.h>

namespace agon::registration {
namespace {

TEST(Phone, ANumberOfTheCountryNeedsNoCountryCode) {
    EXPECT_EQ(readPhone("2101234567", "GR"), "+302101234567");
    EXPECT_EQ(readPhone("6971234567", "GR"), "+306971234567");
}

TEST(Phone, SpacesAndSignsDoNotMatter) {
    for (const auto* const typed : {"+30 210 1234567", "0030 210-123-4567", "(210) 123 4567", " 210.1234567 "}) {
        EXPECT_EQ(readPhone(typed, "GR"), "+302101234567") << typed;
    }
}

TEST(Phone, AForeignNumberIsAsGood) {
    EXPECT_EQ(readPhone("+1 416 555 0123", "GR"), readPhone("(416) 555-0123", "CA"));
    EXPECT_EQ(readPhone("+49 30 901820", "GR"), "+4930901820");
    EXPECT_EQ(readPhone("+357 22 123456", "GR"), "+35722123456");
}

TEST(Phone, WhatNoTelephoneHasIsRefused) {
    for (const auto* const typed : {"", "hello", "123", "+30 000 0000000", "+999 1234567", "210123456789012345"}) {
        EXPECT_EQ(readPhone(typed, "GR"), std::nullopt) << typed;
    }
}

TEST(Phone, ShowsOnlyItsEnds) {
    EXPECT_EQ(maskPhone("+302101234567"), "+30 ******4567");
    EXPECT_EQ(maskPhone("+301234"), "***");
    EXPECT_EQ(maskPhone(""), "***");
}

}  // namespace
}  // namespace agon::registration
