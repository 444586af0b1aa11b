#include "platform/http/answer.hpp"

namespace agon::http {

Answer&& Answer::with(std::string name, std::string value) && {
    headers.emplace_back(std::move(name), std::move(value));
    return std::move(*this);
}

Answer&& Answer::tagged(EntityTag entityTag) && {
    tag = std::move(entityTag);
    return std::move(*this);
}

Answer json(int status, const nlohmann::json& value) {
    return text(status, kJsonType, value.dump());
}

Answer noContent() {
    Answer answer;
    answer.status = 204;
    return answer;
}

Answer created(std::string location, const nlohmann::json& value) {
    return json(201, value).with("location", std::move(location));
}

Answer text(int status, std::string_view contentType, std::string body) {
    Answer answer;
    answer.status = status;
    answer.contentType = contentType;
    answer.body = std::move(body);
    return answer;
}

Answer prepared(std::shared_ptr<const PreparedBody> body, std::string cacheControl) {
    Answer answer;
    answer.prepared = std::move(body);
    answer.headers.emplace_back("cache-control", std::move(cacheControl));
    return answer;
}

}  // namespace agon::http
