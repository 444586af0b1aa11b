#include "platform/crypto/base64url.hpp"

#include <gtest/gtest.h>

#include <random>

namespace agon::crypto {
namespace {

TEST(Base64Url, GivesBackWhatItWasGiven) {
    std::mt19937 random{20150523};
    for (std::size_t size = 0; size < 200; ++size) {
        Bytes bytes(size);
        for (auto& byte : bytes) byte = static_cast<std::byte>(random() & 0xFFU);
        const auto text = encodeBase64Url(bytes);
        EXPECT_EQ(text.find_first_of("+/="), std::string::npos);
        EXPECT_EQ(decodeBase64Url(text), bytes) << text;
    }
}

TEST(Base64Url, HasOneSpellingForEachValue) {
    const std::string good = "AAECAw";
    ASSERT_TRUE(decodeBase64Url(good));
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (int letter = 0; letter < 256; ++letter) {
            auto other = good;
            other[at] = static_cast<char>(letter);
            if (other != good) EXPECT_NE(decodeBase64Url(other), decodeBase64Url(good)) << at << " " << letter;
        }
    }
    for (const auto* const text : {"A", "AAECAw=", "AAECAw==", " AAECAw", "AAECAw\n", "AA+C", "AA/C", "AAE."}) {
        EXPECT_EQ(decodeBase64Url(text), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace agon::crypto
