#pragma once

#include <drogon/HttpResponse.h>

#include <string>
#include <string_view>

#include "platform/http/answer.hpp"
#include "platform/http/route.hpp"

namespace agon::http {

// What, besides the answer, decides how it is sent.
struct Delivery {
    std::string_view requestId{};
    std::string_view acceptEncoding{};
    std::string_view ifNoneMatch{};
    bool isRead = false;  // GET or HEAD: may be answered with 304
    bool closes = false;  // the connection ends with this response
    Sharing sharing = Sharing::SameOrigin;
};

// The headers every response has, whatever it is, unless the answer brings its own of that name: what browsers may do
// with it, who may cache it (nobody), and the request's id. Also packs the body where that is worth it, tags it, and
// makes 304 of what the client has already.
void complete(Answer& answer, const Delivery& delivery);

// After complete().
drogon::HttpResponsePtr toResponse(Answer answer, const Delivery& delivery);
// The same for a connection on which Drogon has not seen a request: the whole response, which ends the connection.
std::string toBytes(const Answer& answer, std::string_view reason);

}  // namespace agon::http
