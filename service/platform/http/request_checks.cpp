#include "platform/http/request_checks.hpp"

#include "platform/http/accept.hpp"
#include "platform/text/ascii.hpp"

namespace agon::http {
namespace {

// A body of this type, in UTF-8 whether it says so or not.
bool isOf(std::string_view wanted, std::string_view contentType) {
    const auto type = ascii::trimmed(ascii::takeUntil(contentType, ';'));
    if (!ascii::equalIgnoringCase(type, wanted)) return false;
    while (!contentType.empty()) {
        auto parameter = ascii::trimmed(ascii::takeUntil(contentType, ';'));
        const auto name = ascii::takeUntil(parameter, '=');
        const bool isUtf8 =
            ascii::equalIgnoringCase(parameter, "utf-8") || ascii::equalIgnoringCase(parameter, "\"utf-8\"");
        if (ascii::equalIgnoringCase(name, "charset") && !isUtf8) return false;
    }
    return true;
}

std::string_view hostOf(std::string_view origin) {
    const auto scheme = origin.find("://");
    return scheme == std::string_view::npos ? std::string_view{} : origin.substr(scheme + 3);
}

}  // namespace

Result<void> checkOrigin(const Request& request, Method method) {
    if (isSafe(method)) return {};
    const auto site = request.header("sec-fetch-site");
    if (site == "same-origin" || site == "none") return {};
    if (!site.empty()) return problem(ProblemCode::CrossOriginRefused);
    const auto origin = request.header("origin");
    if (origin.empty() || ascii::equalIgnoringCase(hostOf(origin), request.header("host"))) return {};
    return problem(ProblemCode::CrossOriginRefused);
}

Result<void> checkBody(const Request& request, const Route& route) {
    const auto size = request.body().size();
    if (size == 0) return {};
    if (!mayHaveBody(route.method))
        return problem(ProblemCode::MalformedRequest, std::string{nameOf(route.method)} + " has no body");
    if (size > route.limits.bodyBytes)
        return problem(ProblemCode::BodyTooLarge, std::to_string(route.limits.bodyBytes));
    const auto coding = request.header("content-encoding");
    if (!coding.empty() && !ascii::equalIgnoringCase(coding, "identity"))
        return problem(ProblemCode::UnsupportedMediaType);
    if (!isOf(route.consumes, request.header("content-type"))) return problem(ProblemCode::UnsupportedMediaType);
    return {};
}

Result<void> checkAccept(const Request& request, const Route& route) {
    const std::string_view type = std::string_view{route.produces}.substr(0, route.produces.find(';'));
    if (acceptsMediaType(request.header("accept"), type)) return {};
    return problem(ProblemCode::NotAcceptable, std::string{type});
}

}  // namespace agon::http
