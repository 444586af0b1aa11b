#include "platform/ids/code.hpp"

#include <array>
#include <cstddef>

#include "platform/crypto/random.hpp"

namespace agon {
namespace {

constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t kDataCharacters = 7;

using Values = std::array<unsigned, kDataCharacters + 1>;

// Product in the field of 32 elements, modulo x^5 + x^2 + 1.
constexpr unsigned multiply(unsigned a, unsigned b) {
    unsigned product = 0;
    for (; b != 0; b >>= 1) {
        if ((b & 1) != 0) product ^= a;
        a <<= 1;
        if ((a & 32) != 0) a ^= 0b100101;
    }
    return product;
}

// A sum weighted with different powers of one generator: each weight differs from the others and from the check
// character's own, which is 1, so no single change and no swap of two characters leaves the sum as it was.
constexpr unsigned checkOf(const Values& values) {
    unsigned sum = 0;
    unsigned weight = 1;
    for (std::size_t i = 0; i < kDataCharacters; ++i) {
        weight = multiply(weight, 4);
        sum ^= multiply(weight, values[i]);
    }
    return sum;
}

std::optional<unsigned> valueOf(char c) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (c == 'I' || c == 'L') c = '1';
    if (c == 'O') c = '0';
    const auto at = kAlphabet.find(c);
    if (at == std::string_view::npos) return std::nullopt;
    return static_cast<unsigned>(at);
}

std::string write(const Values& values) {
    std::string text;
    text.reserve(values.size() + 1);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i == values.size() / 2) text += '-';
        text += kAlphabet[values[i]];
    }
    return text;
}

}  // namespace

Code Code::random() {
    Values values{};
    for (std::size_t i = 0; i < kDataCharacters; ++i) values[i] = crypto::randomBelow(32);
    values.back() = checkOf(values);
    return Code{write(values)};
}

std::optional<Code> Code::parse(std::string_view text) {
    Values values{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '-' && i == values.size() / 2) continue;
        const auto value = valueOf(text[i]);
        if (!value || count == values.size()) return std::nullopt;
        values[count++] = *value;
    }
    if (count != values.size() || checkOf(values) != values.back()) return std::nullopt;
    return Code{write(values)};
}

}  // namespace agon
