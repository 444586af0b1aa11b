#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace agon::http {

// An API answer is data: whoever opens it as a page gets a page that can do nothing.
inline constexpr std::string_view kApiPolicy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// Our own pages: scripts, styles and connections of this origin only, no inline code, nothing that frames us.
inline constexpr std::string_view kPagePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src "
    "'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'";

// The API browser makes its styles at run time and works in a worker; it is for developers and not shown to the world.
inline constexpr std::string_view kDocsPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' "
    "data:; "
    "connect-src 'self'; worker-src 'self' blob:; form-action 'none'; base-uri 'none'; object-src 'none'; "
    "frame-ancestors 'none'";

// On every response, unless it brings its own of that name. HSTS is the business of whoever ends TLS.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kDefaultHeaders{{
    {"cache-control", "no-store"},
    {"content-security-policy", kApiPolicy},
    {"x-content-type-options", "nosniff"},
    {"x-frame-options", "DENY"},
    {"referrer-policy", "same-origin"},
    {"cross-origin-opener-policy", "same-origin"},
    {"cross-origin-resource-policy", "same-origin"},
    {"permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
}};

}  // namespace agon::http
