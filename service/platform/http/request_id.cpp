#include "platform/http/request_id.hpp"

#include <algorithm>

#include "platform/crypto/base64url.hpp"
#include "platform/crypto/random.hpp"
#include "platform/text/ascii.hpp"

namespace agon::http {
namespace {

bool isSane(std::string_view id) {
    const auto allowed = [](char c) {
        return ascii::isAlphanumeric(c) || c == '-' || c == '_';
    };
    return id.size() >= 8 && id.size() <= 64 && std::ranges::all_of(id, allowed);
}

}  // namespace

std::string makeRequestId() {
    return crypto::encodeBase64Url(crypto::randomBytes(16));
}

std::string requestIdFrom(std::string_view header, Front front) {
    return front == Front::Trusted && isSane(header) ? std::string{header} : makeRequestId();
}

}  // namespace agon::http
