#pragma once

#include <drogon/Cookie.h>
#include <drogon/HttpResponse.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/http/entity_tag.hpp"
#include "platform/http/prepared.hpp"

namespace agon::http {

// What a handler gives back. Everything else that a response needs (security headers, request id, compression, 304,
// HEAD) is added at the boundary, for all alike.
struct Answer {
    // Gets the connection once the head has been sent; see drogon::HttpResponse::newAsyncStreamResponse.
    using Stream = std::function<void(drogon::ResponseStreamPtr)>;

    int status = 200;
    std::string contentType;
    std::string body;
    std::shared_ptr<const PreparedBody> prepared;  // instead of contentType, body and tag
    std::optional<EntityTag> tag;
    std::vector<std::pair<std::string, std::string>> headers;  // names in lower case, each once
    std::vector<drogon::Cookie> cookies;
    Stream stream;  // instead of a body

    Answer&& with(std::string name, std::string value) &&;
    Answer&& tagged(EntityTag entityTag) &&;
};

Answer json(int status, const nlohmann::json& value);
Answer noContent();
// 201 with the new resource's address.
Answer created(std::string location, const nlohmann::json& value);
Answer text(int status, std::string_view contentType, std::string body);
// Sent as it is; may be cached by anyone for as long as `cacheControl` says.
Answer prepared(std::shared_ptr<const PreparedBody> body, std::string cacheControl);

inline constexpr std::string_view kJsonType = "application/json";
inline constexpr std::string_view kProblemType = "application/problem+json";

}  // namespace agon::http
