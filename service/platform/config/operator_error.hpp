#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace agon {

// Something only the operator can put right: what() says what is wrong, advice() what to do about it. It ends the
// command; main prints both. Neither holds secrets or personal data.
class OperatorError : public std::runtime_error {
  public:
    OperatorError(const std::string& what, std::string advice) : std::runtime_error{what}, advice_{std::move(advice)} {}

    [[nodiscard]] const std::string& advice() const { return advice_; }

  private:
    std::string advice_;
};

}  // namespace agon
