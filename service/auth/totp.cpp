#include "auth/totp.hpp"

#include <fmt/format.h>
#include <liboath/oath.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "platform/crypto/digest.hpp"
#include "platform/crypto/random.hpp"
#include "platform/text/ascii.hpp"

namespace agon::auth {
namespace {

constexpr std::chrono::seconds kStep{30};
constexpr std::size_t kSecretBytes = 20;
constexpr unsigned kDigits = 6;
constexpr int kRecoveryCodes = 10;
constexpr int kRecoveryGroups = 6;
constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

void mustSucceed(int code) {
    if (code != OATH_OK) throw std::runtime_error{std::string{"liboath: "} + oath_strerror(code)};
}

// liboath takes bytes as char.
const char* raw(ByteView bytes) {
    return reinterpret_cast<const char*>(bytes.data());  // NOLINT
}

char plainCharacter(char c) {
    switch (ascii::toLower(c)) {
        case 'o':
            return '0';
        case 'i':
        case 'l':
            return '1';
        default:
            return ascii::toLower(c);
    }
}

std::string percentEncoded(std::string_view text) {
    std::string encoded;
    for (const char c : text) {
        if (ascii::isAlphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~') {
            encoded += c;
        } else {
            encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        }
    }
    return encoded;
}

}  // namespace

Bytes makeTotpSecret() {
    return crypto::randomBytes(kSecretBytes);
}

TotpStep totpStepAt(Instant now) {
    return std::chrono::floor<std::chrono::seconds>(now.at).time_since_epoch() / kStep;
}

std::string totpCode(ByteView secret, TotpStep step) {
    std::array<char, kDigits + 1> code{};
    mustSucceed(oath_hotp_generate(raw(secret), secret.size(), static_cast<std::uint64_t>(step), kDigits, false,
                                   OATH_HOTP_DYNAMIC_TRUNCATION, code.data()));
    return code.data();
}

std::optional<TotpStep> matchTotp(ByteView secret, std::string_view code, TotpStep lastUsed, Instant now) {
    const auto present = totpStepAt(now);
    std::optional<TotpStep> matched;
    for (auto step = present - 1; step <= present + 1; ++step) {
        const bool equal = crypto::equalInConstantTime(bytesOf(totpCode(secret, step)), bytesOf(code));
        if (equal && step > lastUsed && !matched) matched = step;
    }
    return matched;
}

std::string encodeBase32(ByteView bytes) {
    char* text = nullptr;
    std::size_t size = 0;
    mustSucceed(oath_base32_encode(raw(bytes), bytes.size(), &text, &size));
    const std::unique_ptr<char, decltype(&std::free)> owner{text, &std::free};
    std::string encoded{text, size};
    return encoded.substr(0, encoded.find('='));
}

std::string otpauthUri(std::string_view issuer, std::string_view accountName, ByteView secret) {
    return fmt::format("otpauth://totp/{0}:{1}?secret={2}&issuer={0}&algorithm=SHA1&digits={3}&period={4}",
                       percentEncoded(issuer), percentEncoded(accountName), encodeBase32(secret), kDigits,
                       kStep.count());
}

std::vector<std::string> makeRecoveryCodes() {
    std::vector<std::string> codes;
    for (int i = 0; i < kRecoveryCodes; ++i) {
        std::string code;
        for (int c = 0; c < kRecoveryGroups * 4; ++c) {
            if (c > 0 && c % 4 == 0) code += '-';
            code += kCrockford[crypto::randomBelow(static_cast<std::uint32_t>(kCrockford.size()))];
        }
        codes.push_back(std::move(code));
    }
    return codes;
}

Bytes hashRecoveryCode(const crypto::SecretKey& key, std::string_view code) {
    std::string plain;
    for (const char c : code) {
        if (c != '-' && c != ' ') plain += plainCharacter(c);
    }
    const auto digest = crypto::keyedHash(key, {bytesOf("recovery-code"), bytesOf(plain)});
    return {digest.begin(), digest.end()};
}

}  // namespace agon::auth
