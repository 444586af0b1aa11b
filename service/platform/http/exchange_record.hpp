#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "platform/http/route.hpp"
#include "platform/metrics/metrics.hpp"

namespace agon::http {

// What is kept of one exchange: nothing that tells who asked or what for.
struct ExchangeRecord {
    std::string_view requestId{};
    std::string_view method{};
    std::string_view route{};    // the route's path with its gaps, not what stood in them
    std::string_view problem{};  // the code, if it ended in one
    int status = 0;
    std::chrono::nanoseconds duration{};
    std::size_t bytesIn = 0;  // of the bodies
    std::size_t bytesOut = 0;
};

// Writes one log line per exchange and counts it. The metrics of all routes are made beforehand, so that counting takes
// no lock.
class ExchangeLog {
  public:
    static constexpr std::string_view kNoRoute = "(no route)";
    static constexpr std::string_view kPages = "(pages)";
    static constexpr std::string_view kRefused = "(refused)";  // before a whole request was there

    explicit ExchangeLog(const std::vector<const Route*>& routes);

    void record(const ExchangeRecord& exchange) const;

  private:
    struct Meters {
        std::array<Counter*, 5> byStatusClass{};
        Histogram* duration = nullptr;
    };
    using ByMethod = std::map<std::string, Meters, std::less<>>;

    void prepare(std::string_view route, std::string_view method);

    std::map<std::string, ByMethod, std::less<>> meters_;  // by route
};

}  // namespace agon::http
