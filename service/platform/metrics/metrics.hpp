#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon {

// What the service counts about itself, read as Prometheus text at /metrics. A metric is registered once with its
// whole label set and then held by reference; using it is one or two relaxed atomic additions from any thread. Labels
// are few and of fixed choices (a statement's name, a status); an id or anything a client sent is never one.

class alignas(64) Counter {
  public:
    void add(std::uint64_t amount = 1) { value_.fetch_add(amount, std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

  private:
    std::atomic<std::uint64_t> value_{0};
};

class alignas(64) Gauge {
  public:
    void set(std::int64_t value) { value_.store(value, std::memory_order_relaxed); }
    void add(std::int64_t amount) { value_.fetch_add(amount, std::memory_order_relaxed); }
    [[nodiscard]] std::int64_t value() const { return value_.load(std::memory_order_relaxed); }

  private:
    std::atomic<std::int64_t> value_{0};
};

// Durations, counted in buckets of up to 0.5 ms, 1 ms, 2.5 ms ... 10 s and above.
class Histogram {
  public:
    static constexpr std::size_t kBuckets = 15;  // the last one has no upper bound

    void observe(std::chrono::nanoseconds duration);
    [[nodiscard]] std::uint64_t count() const;
    [[nodiscard]] std::chrono::nanoseconds sum() const;
    [[nodiscard]] std::uint64_t inBucket(std::size_t index) const;
    // The upper bounds of all buckets but the last.
    static std::span<const std::chrono::nanoseconds> bounds();

  private:
    alignas(64) std::atomic<std::uint64_t> buckets_[kBuckets]{};
    std::atomic<std::int64_t> sum_{0};
};

using Labels = std::vector<std::pair<std::string, std::string>>;

class MetricsRegistry {
  public:
    MetricsRegistry();
    ~MetricsRegistry();

    // The registry of the service.
    static MetricsRegistry& global();

    // The metric of that name and labels, made when it is first asked for; it lives as long as the registry. Takes a
    // lock, so not for every request. Throws std::logic_error for a name Prometheus would not take, or one that is
    // already of another kind.
    Counter& counter(std::string_view name, std::string_view help, const Labels& labels = {});
    Gauge& gauge(std::string_view name, std::string_view help, const Labels& labels = {});
    Histogram& histogram(std::string_view name, std::string_view help, const Labels& labels = {});

    // The text exposition format, version 0.0.4: families and their members in alphabetical order.
    [[nodiscard]] std::string render() const;

  private:
    struct Contents;
    std::unique_ptr<Contents> contents_;
};

// The global registry as text, for /metrics; its media type is kMetricsMediaType.
std::string renderMetrics();
inline constexpr std::string_view kMetricsMediaType = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace agon
