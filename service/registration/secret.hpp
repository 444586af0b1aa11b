#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "platform/crypto/digest.hpp"
#include "platform/crypto/secret.hpp"
#include "platform/time/instant.hpp"

namespace agon::registration {

// What opens one's own entry: secrets, tokens and links, each under a key of its own.
class EntrySecrets {
  public:
    explicit EntrySecrets(const crypto::SecretKey& serverKey);

    // From the code and a salt, which is the client's Idempotency-Key where there is one: the same request repeated
    // shows the same secret, and it is kept nowhere.
    std::string secretOf(std::string_view code, crypto::ByteView salt) const;
    // What is kept of it.
    static crypto::Digest hashOf(std::string_view secret);

    // Opens one entry until then.
    std::string tokenFor(std::string_view code, Instant until) const;
    // The entry's code, unless the token is not ours or has run out.
    std::optional<std::string> codeIn(std::string_view token, Instant now) const;

    // Behind "this was not me" in the first mail. For good: the entry may end, the mail stays.
    std::string disavowalToken(std::string_view code) const;
    std::optional<std::string> disavowedIn(std::string_view token) const;

    // The secret of a link in a mail, derived from its row whenever it is written down.
    std::string linkToken(crypto::ByteView nonce) const;

  private:
    crypto::SecretKey secret_;
    crypto::SecretKey token_;
    crypto::SecretKey disavowal_;
    crypto::SecretKey link_;
};

}  // namespace agon::registration
