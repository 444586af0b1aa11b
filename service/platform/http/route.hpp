#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/async/task.hpp"
#include "platform/http/answer.hpp"
#include "platform/http/method.hpp"
#include "platform/http/request.hpp"

namespace agon::http {

// What a caller must be allowed to do. The platform knows only whether that is anything at all; the guard knows the
// rest.
struct Right {
    std::string_view name;
    bool isPlaced = false;  // where it must be held is in the path, and the handler looks

    bool operator==(const Right&) const = default;
};

inline constexpr Right kPublic{"public"};

// Who may read the answer from another site's page.
enum class Sharing : std::uint8_t { SameOrigin, AnyOrigin };

// How long a route is answered while the service goes down: until it says so, until it takes no more work, or as long
// as anything is there to answer.
enum class Service : std::uint8_t { WhileReady, UntilDrained, ToTheEnd };

struct RouteLimits {
    std::size_t bodyBytes = 16 * 1024;
    std::chrono::milliseconds deadline{10'000};
};

using Handler = std::function<Task<Result<Answer>>(Request)>;

struct Route {
    Method method = Method::Get;
    std::string path;  // "/api/v1/heats/{id}/calls"
    Right right;
    Handler handler;
    RouteLimits limits{};
    Sharing sharing = Sharing::SameOrigin;
    std::string consumes{kJsonType};  // the media type a body must have
    std::string produces{kJsonType};  // what Accept is compared with; problems are sent in any case
    Service service = Service::UntilDrained;
};

using RouteTable = std::vector<Route>;

// Decides, before the handler, whether the caller has the route's right, and attaches who it is to the request. Not
// asked about kPublic.
using Guard = std::function<Task<Result<void>>(Request&, Right)>;

}  // namespace agon::http
