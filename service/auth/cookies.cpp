#include "auth/cookies.hpp"

#include "auth/session_store.hpp"
#include "platform/http/request.hpp"

namespace agon::auth {
namespace {

constexpr std::chrono::hours kDeviceIsKnownFor{365 * 24};

drogon::Cookie cookie(const char* name, const std::string& value, std::chrono::seconds lifetime) {
    drogon::Cookie made{name, value};
    made.setHttpOnly(true);
    made.setSecure(true);
    made.setPath("/");
    made.setSameSite(drogon::Cookie::SameSite::kStrict);
    made.setMaxAge(static_cast<int>(lifetime.count()));
    return made;
}

}  // namespace

http::Answer withCookies(http::Answer answer, const SignedIn& signedIn) {
    answer.cookies.push_back(cookie(kRefreshCookie, signedIn.refreshToken, kSessionLifetime));
    if (signedIn.deviceCookie) return withDeviceCookie(std::move(answer), *signedIn.deviceCookie);
    return answer;
}

http::Answer withDeviceCookie(http::Answer answer, const std::string& mark) {
    answer.cookies.push_back(cookie(kDeviceCookie, mark, kDeviceIsKnownFor));
    return answer;
}

http::Answer withoutRefreshCookie(http::Answer answer) {
    answer.cookies.push_back(cookie(kRefreshCookie, "", std::chrono::seconds{0}));
    return answer;
}

Origin originOf(const http::Request& request) {
    return {.peer = request.peer(),
            .userAgent = std::string{request.header("user-agent")},
            .deviceCookie = std::string{request.cookie(kDeviceCookie)},
            .requestId = request.requestId()};
}

}  // namespace agon::auth
