#include "platform/metrics/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <stdexcept>
#include <variant>

namespace agon {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::chrono::nanoseconds, Histogram::kBuckets - 1> kBounds{
    500us, 1ms, 2500us, 5ms, 10ms, 25ms, 50ms, 100ms, 250ms, 500ms, 1s, 2500ms, 5s, 10s};

double seconds(std::chrono::nanoseconds duration) {
    return std::chrono::duration<double>{duration}.count();
}

bool isName(std::string_view name, std::string_view alsoAllowed) {
    const auto letter = [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || alsoAllowed.contains(c);
    };
    return !name.empty() && letter(name.front()) &&
           std::ranges::all_of(name, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

// Backslash and line end everywhere, quotes in label values: all the format asks for.
std::string escape(std::string_view text, bool quotes) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\n') {
            escaped += "\\n";
            continue;
        }
        if (c == '\\' || (quotes && c == '"')) escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string labelText(const Labels& labels) {
    std::string text;
    for (const auto& [name, value] : labels) {
        if (!isName(name, "")) throw std::logic_error("not a label name: " + name);
        text += fmt::format(R"({}{}="{}")", text.empty() ? "" : ",", name, escape(value, true));
    }
    return text;
}

std::string inBraces(std::string_view labels) {
    return labels.empty() ? std::string{} : fmt::format("{{{}}}", labels);
}

void renderMember(std::string& out, std::string_view name, std::string_view labels, const Counter& counter) {
    out += fmt::format("{}{} {}\n", name, inBraces(labels), counter.value());
}

void renderMember(std::string& out, std::string_view name, std::string_view labels, const Gauge& gauge) {
    out += fmt::format("{}{} {}\n", name, inBraces(labels), gauge.value());
}

// The total is the sum of the buckets as read here, so that the parts agree even while others count.
void renderMember(std::string& out, std::string_view name, std::string_view labels, const Histogram& histogram) {
    const auto* const comma = labels.empty() ? "" : ",";
    std::uint64_t upToHere = 0;
    for (std::size_t i = 0; i < Histogram::kBuckets; ++i) {
        upToHere += histogram.inBucket(i);
        const auto bound = i < kBounds.size() ? fmt::format("{}", seconds(kBounds[i])) : "+Inf";
        out += fmt::format("{}_bucket{{{}{}le=\"{}\"}} {}\n", name, labels, comma, bound, upToHere);
    }
    out += fmt::format("{}_sum{} {}\n", name, inBraces(labels), seconds(histogram.sum()));
    out += fmt::format("{}_count{} {}\n", name, inBraces(labels), upToHere);
}

template <class Metric>
using Members = std::map<std::string, std::unique_ptr<Metric>>;

struct Family {
    std::string help;
    std::variant<Members<Counter>, Members<Gauge>, Members<Histogram>> members;
};

constexpr std::array kKinds{"counter", "gauge", "histogram"};

}  // namespace

void Histogram::observe(std::chrono::nanoseconds duration) {
    const auto bucket = std::ranges::lower_bound(kBounds, duration) - kBounds.begin();
    buckets_[static_cast<std::size_t>(bucket)].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(duration.count(), std::memory_order_relaxed);
}

std::uint64_t Histogram::count() const {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) total += inBucket(i);
    return total;
}

std::chrono::nanoseconds Histogram::sum() const {
    return std::chrono::nanoseconds{sum_.load(std::memory_order_relaxed)};
}

std::uint64_t Histogram::inBucket(std::size_t index) const {
    return buckets_[index].load(std::memory_order_relaxed);
}

std::span<const std::chrono::nanoseconds> Histogram::bounds() {
    return kBounds;
}

struct MetricsRegistry::Contents {
    std::mutex mutex;
    std::map<std::string, Family, std::less<>> families;

    template <class Metric>
    Metric& metric(std::string_view name, std::string_view help, const Labels& labels) {
        if (!isName(name, ":")) throw std::logic_error(fmt::format("not a metric name: {}", name));
        auto label = labelText(labels);
        const std::scoped_lock lock{mutex};
        auto family = families.find(name);
        if (family == families.end())
            family = families.emplace(name, Family{std::string{help}, Members<Metric>{}}).first;
        auto* const members = std::get_if<Members<Metric>>(&family->second.members);
        if (members == nullptr) throw std::logic_error(fmt::format("{} is already a metric of another kind", name));
        auto& member = (*members)[std::move(label)];
        if (!member) member = std::make_unique<Metric>();
        return *member;
    }
};

MetricsRegistry::MetricsRegistry() : contents_{std::make_unique<Contents>()} {}
MetricsRegistry::~MetricsRegistry() = default;

// Never destroyed: threads may still count while the process ends.
MetricsRegistry& MetricsRegistry::global() {
    static auto* const registry = new MetricsRegistry;
    return *registry;
}

Counter& MetricsRegistry::counter(std::string_view name, std::string_view help, const Labels& labels) {
    return contents_->metric<Counter>(name, help, labels);
}

Gauge& MetricsRegistry::gauge(std::string_view name, std::string_view help, const Labels& labels) {
    return contents_->metric<Gauge>(name, help, labels);
}

Histogram& MetricsRegistry::histogram(std::string_view name, std::string_view help, const Labels& labels) {
    return contents_->metric<Histogram>(name, help, labels);
}

std::string MetricsRegistry::render() const {
    std::string out;
    const std::scoped_lock lock{contents_->mutex};
    for (const auto& [name, family] : contents_->families) {
        out += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, escape(family.help, false), name,
                           kKinds[family.members.index()]);
        const auto each = [&](const auto& members) {
            for (const auto& [labels, member] : members) renderMember(out, name, labels, *member);
        };
        std::visit(each, family.members);
    }
    return out;
}

std::string renderMetrics() {
    return MetricsRegistry::global().render();
}

}  // namespace agon
