#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace agon {

// The name by which the outside knows a thing: seven random characters of Crockford's base 32 and a check character,
// written K7QM-2F9X. It can be read over a telephone and typed from paper: any one wrong character and any two swapped
// characters are noticed before the database is asked. 35 random bits: unique in a table, too few to be a secret.
class Code {
  public:
    static Code random();

    // Accepts either case, I and L for 1, O for 0, and the hyphen left out. Nothing when the check does not hold.
    static std::optional<Code> parse(std::string_view text);

    // The one written form; what is stored, shown and compared.
    const std::string& text() const { return text_; }

    auto operator<=>(const Code&) const = default;

  private:
    explicit Code(std::string text) : text_(std::move(text)) {}

    std::string text_;
};

}  // namespace agon
