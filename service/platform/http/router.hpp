#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "platform/http/route.hpp"

namespace agon::http {

struct RouteMatch {
    const Route* route;
    std::vector<PathParameter> parameters;
};

// The path exists, for these methods.
struct OtherMethods {
    const Route* anyRoute;
    std::vector<Method> methods;
};

struct NoRoute {};

using RouteAnswer = std::variant<RouteMatch, OtherMethods, NoRoute>;

// All routes of all modules, matched segment by segment. A fixed segment wins over a parameter at the same place. Built
// at start, read by all threads.
class Router {
  public:
    // Throws std::logic_error for a path that is not well formed, a route without a handler or a right, and for two
    // routes of the same method and shape.
    explicit Router(std::vector<RouteTable> tables);

    // `path` as the client wrote it. Matches whole segments of it, percent-decoded; an empty segment, "." and ".."
    // match nothing, and neither does a segment that is not well-formed UTF-8 or has control characters.
    RouteAnswer find(std::string_view path, Method method) const;
    RouteAnswer find(std::string_view path) const;  // for OPTIONS: OtherMethods or NoRoute

    std::vector<const Route*> routes() const;

  private:
    struct Node {
        std::map<std::string, std::unique_ptr<Node>, std::less<>> fixed;
        std::unique_ptr<Node> parameter;
        std::map<Method, const Route*> routes;
    };

    void add(const Route& route);
    static const Node* seek(const Node& node, std::span<const std::string> segments, std::vector<std::string>& values);

    std::vector<std::unique_ptr<const Route>> routes_;
    Node root_;
};

// "K7QM%2D2F9X" -> "K7QM-2F9X"; nothing when an escape is not whole.
std::optional<std::string> percentDecoded(std::string_view text);

}  // namespace agon::http
