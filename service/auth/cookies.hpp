#pragma once

#include "auth/sign_in.hpp"
#include "platform/http/answer.hpp"

namespace agon::auth {

inline constexpr auto kRefreshCookie = "__Host-agon-refresh";
inline constexpr auto kDeviceCookie = "__Host-agon-device";

// Puts the refresh token and, where there is a new one, the mark of the device into cookies that no script can read
// and no other site's page can send.
http::Answer withCookies(http::Answer answer, const SignedIn& signedIn);

http::Answer withDeviceCookie(http::Answer answer, const std::string& mark);
http::Answer withoutRefreshCookie(http::Answer answer);

// As far as sign-ins and limits care.
Origin originOf(const http::Request& request);

}  // namespace agon::auth
