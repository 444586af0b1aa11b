#pragma once

#include <drogon/HttpRequest.h>

#include <any>
#include <string>
#include <string_view>
#include <vector>

#include "platform/problem/problem.hpp"

namespace agon::http {

struct PathParameter {
    std::string name;
    std::string value;  // percent-decoded, well-formed UTF-8 without control characters
};

// What a client asked, as a handler sees it. A value: it keeps alive what its views point into, and a handler takes it
// by value, so the views last as long as the handler runs.
class Request {
  public:
    Request(drogon::HttpRequestPtr source, Language language, std::string requestId, std::string peer = {})
        : source_(std::move(source)), language_(language), requestId_(std::move(requestId)), peer_(std::move(peer)) {}

    // As the client wrote it: percent-encoded, without the query.
    std::string_view path() const { return source_->getOriginalPath(); }
    // Throws std::logic_error for a name that the route's path does not have.
    const std::string& pathParameter(std::string_view name) const;
    // Without the question mark; read it with readQuery().
    std::string_view query() const { return source_->query(); }
    // Empty when there is none. Names in lower case.
    std::string_view header(const std::string& name) const { return source_->getHeader(name); }
    std::string_view cookie(const std::string& name) const { return source_->getCookie(name); }
    std::string_view body() const { return source_->body(); }

    Language language() const { return language_; }
    const std::string& requestId() const { return requestId_; }
    // The client's address, as the proxy in front tells it where that proxy is trusted. For limits, never for logs.
    const std::string& peer() const { return peer_; }

    // Who is asking, attached by the guard. Throws std::bad_any_cast when it attached nothing of that type.
    template <class Identity>
    const Identity& identity() const {
        return std::any_cast<const Identity&>(identity_);
    }
    bool hasIdentity() const { return identity_.has_value(); }
    void attachIdentity(std::any identity) { identity_ = std::move(identity); }
    void setPathParameters(std::vector<PathParameter> parameters) { parameters_ = std::move(parameters); }

  private:
    drogon::HttpRequestPtr source_;
    std::vector<PathParameter> parameters_;
    Language language_;
    std::string requestId_;
    std::string peer_;
    std::any identity_;
};

}  // namespace agon::http
