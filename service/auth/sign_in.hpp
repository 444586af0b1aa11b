#pragma once

#include <optional>
#include <string>

#include "auth/account_store.hpp"
#include "auth/context.hpp"
#include "platform/async/task.hpp"

namespace agon::auth {

// Where a request comes from, as far as sessions and limits care.
struct Origin {
    std::string peer;
    std::string userAgent;
    std::string deviceCookie;  // of a device that has signed in before; may be anything
    std::string requestId;
};

struct Credentials {
    std::string email;
    std::string password;
    std::optional<std::string> code;  // six digits of the second factor, or a recovery code
};

struct SignedIn {
    std::string accessToken;
    std::string refreshToken;
    std::optional<std::string> deviceCookie;  // for a device that is new to the account
    StaffAccount account;
};

// Unauthenticated for an unknown address, a wrong password, a wrong code and an account that is out: the same answer
// after the same work. SecondFactorRequired when only the code is missing. TooManyRequests when the network or, apart
// from the devices that its owner uses, the account has been tried too often.
Task<Result<SignedIn>> signIn(AuthContextPtr context, Credentials credentials, Origin origin);

// Exchanges a refresh token for its successor and an access token. One that was exchanged before ends the session.
Task<Result<SignedIn>> refresh(AuthContextPtr context, std::string token, std::string requestId);

// Ends the session of a genuine refresh token; anything else changes nothing.
Task<void> signOut(AuthContextPtr context, std::string token, std::string requestId);

// A session for somebody who has just proved who they are, within the act that let them in.
struct BegunSession {
    std::string code;
    std::string refreshToken;
};
Task<BegunSession> beginSession(Tx& tx, AuthContextPtr context, AccountId account, bool secondFactor, Origin origin);

// What the client gets for it.
SignedIn signedInOf(const AuthContext& context, StaffAccount account, BegunSession session);

// One attempt against these buckets, on record whatever becomes of it. TooManyRequests when one is empty.
Task<Result<void>> countOrRefuse(AuthContextPtr context, std::vector<struct Bucket> buckets);

}  // namespace agon::auth
