#include "platform/http/router.hpp"

#include <algorithm>
#include <charconv>
#include <ranges>
#include <stdexcept>

#include "platform/text/utf8.hpp"

namespace agon::http {
namespace {

constexpr std::size_t kMaxSegments = 16;

bool isParameter(std::string_view segment) {
    return segment.size() > 2 && segment.front() == '{' && segment.back() == '}';
}

std::vector<std::string_view> split(std::string_view path) {
    std::vector<std::string_view> segments;
    for (const auto part : path.substr(1) | std::views::split('/')) segments.emplace_back(part);
    return segments;
}

// Nothing when the path can match no route.
std::optional<std::vector<std::string>> decodedSegments(std::string_view path) {
    if (!path.starts_with('/')) return std::nullopt;
    std::vector<std::string> segments;
    if (path == "/") return segments;
    const auto parts = split(path);
    if (parts.size() > kMaxSegments) return std::nullopt;
    for (const auto part : parts) {
        auto segment = percentDecoded(part);
        if (!segment || segment->empty() || *segment == "." || *segment == "..") return std::nullopt;
        if (!countCodePoints(*segment) || hasHiddenCharacters(*segment)) return std::nullopt;
        segments.push_back(std::move(*segment));
    }
    return segments;
}

[[noreturn]] void refuse(const Route& route, std::string_view why) {
    throw std::logic_error("route " + std::string{nameOf(route.method)} + " " + route.path + ": " + std::string{why});
}

}  // namespace

std::optional<std::string> percentDecoded(std::string_view text) {
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += text[i];
            continue;
        }
        if (i + 2 >= text.size()) return std::nullopt;
        unsigned byte = 0;
        const char* const digits = text.data() + i + 1;
        if (std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) return std::nullopt;
        decoded += static_cast<char>(byte);
        i += 2;
    }
    return decoded;
}

Router::Router(std::vector<RouteTable> tables) {
    for (auto& table : tables) {
        for (auto& route : table) {
            routes_.push_back(std::make_unique<const Route>(std::move(route)));
            add(*routes_.back());
        }
    }
}

void Router::add(const Route& route) {
    if (!route.handler) refuse(route, "has no handler");
    if (route.right.name.empty()) refuse(route, "names no right");
    if (!route.path.starts_with('/')) refuse(route, "does not begin with a slash");
    auto* node = &root_;
    for (const auto segment : route.path == "/" ? std::vector<std::string_view>{} : split(route.path)) {
        if (segment.empty()) refuse(route, "has an empty segment");
        if (!isParameter(segment) && segment.find_first_of("{}%") != std::string_view::npos) {
            refuse(route, "has a segment that is neither fixed nor a parameter");
        }
        auto& next = isParameter(segment) ? node->parameter : node->fixed[std::string{segment}];
        if (!next) next = std::make_unique<Node>();
        node = next.get();
    }
    if (!node->routes.emplace(route.method, &route).second) refuse(route, "is there already");
}

const Router::Node* Router::seek(const Node& node, std::span<const std::string> segments,
                                 std::vector<std::string>& values) {
    if (segments.empty()) return node.routes.empty() ? nullptr : &node;
    if (const auto fixed = node.fixed.find(segments.front()); fixed != node.fixed.end()) {
        if (const auto* const found = seek(*fixed->second, segments.subspan(1), values)) return found;
    }
    if (!node.parameter) return nullptr;
    values.push_back(segments.front());
    if (const auto* const found = seek(*node.parameter, segments.subspan(1), values)) return found;
    values.pop_back();
    return nullptr;
}

RouteAnswer Router::find(std::string_view path, Method method) const {
    const auto segments = decodedSegments(path);
    if (!segments) return NoRoute{};
    std::vector<std::string> values;
    const auto* const node = seek(root_, *segments, values);
    if (node == nullptr) return NoRoute{};
    const auto route = node->routes.find(method);
    if (route == node->routes.end()) return find(path);
    RouteMatch match{.route = route->second, .parameters = {}};
    auto value = values.begin();
    for (const auto segment : split(route->second->path)) {
        if (isParameter(segment)) {
            match.parameters.push_back({std::string{segment.substr(1, segment.size() - 2)}, std::move(*value++)});
        }
    }
    return match;
}

RouteAnswer Router::find(std::string_view path) const {
    const auto segments = decodedSegments(path);
    if (!segments) return NoRoute{};
    std::vector<std::string> values;
    const auto* const node = seek(root_, *segments, values);
    if (node == nullptr) return NoRoute{};
    OtherMethods others{.anyRoute = node->routes.begin()->second, .methods = {}};
    for (const auto& [method, route] : node->routes) others.methods.push_back(method);
    return others;
}

std::vector<const Route*> Router::routes() const {
    std::vector<const Route*> all;
    for (const auto& route : routes_) all.push_back(route.get());
    return all;
}

}  // namespace agon::http
