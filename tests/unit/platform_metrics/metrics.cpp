#include "platform/metrics/metrics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace agon {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

TEST(Metrics, AreRenderedAsPrometheusReadsThem) {
    MetricsRegistry registry;
    registry.counter("requests_total", "Requests.", {{"method", "GET"}, {"status", "200"}}).add(3);
    registry.counter("requests_total", "Requests.", {{"method", "GET"}, {"status", "404"}}).add();
    registry.gauge("connections", "Open now.").set(-2);
    EXPECT_EQ(registry.render(),
              "# HELP connections Open now.\n"
              "# TYPE connections gauge\n"
              "connections -2\n"
              "# HELP requests_total Requests.\n"
              "# TYPE requests_total counter\n"
              "requests_total{method=\"GET\",status=\"200\"} 3\n"
              "requests_total{method=\"GET\",status=\"404\"} 1\n");
}

TEST(Metrics, AHistogramCountsUpToEachBound) {
    MetricsRegistry registry;
    auto& histogram = registry.histogram("seconds", "How long.", {{"what", "x"}});
    histogram.observe(500us);  // the bound belongs to its bucket
    histogram.observe(501us);
    histogram.observe(30ms);
    histogram.observe(1min);
    const auto text = registry.render();
    EXPECT_THAT(text, HasSubstr("# TYPE seconds histogram\n"));
    EXPECT_THAT(text, HasSubstr("seconds_bucket{what=\"x\",le=\"0.0005\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("seconds_bucket{what=\"x\",le=\"0.001\"} 2\n"));
    EXPECT_THAT(text, HasSubstr("seconds_bucket{what=\"x\",le=\"0.05\"} 3\n"));
    EXPECT_THAT(text, HasSubstr("seconds_bucket{what=\"x\",le=\"10\"} 3\n"));
    EXPECT_THAT(text, HasSubstr("seconds_bucket{what=\"x\",le=\"+Inf\"} 4\n"));
    EXPECT_THAT(text, HasSubstr("seconds_count{what=\"x\"} 4\n"));
    EXPECT_EQ(histogram.count(), 4U);
    EXPECT_EQ(histogram.sum(), 60'031'001us);
    EXPECT_EQ(Histogram::bounds().size(), Histogram::kBuckets - 1);
}

TEST(Metrics, LabelValuesAndHelpAreEscaped) {
    MetricsRegistry registry;
    registry.counter("x_total", "one\\two\nthree \"four\"", {{"v", "a\"b\\c\nd"}}).add();
    EXPECT_EQ(registry.render(),
              "# HELP x_total one\\\\two\\nthree \"four\"\n"
              "# TYPE x_total counter\n"
              "x_total{v=\"a\\\"b\\\\c\\nd\"} 1\n");
}

TEST(Metrics, TheSameNameAndLabelsAreTheSameMetric) {
    MetricsRegistry registry;
    auto& first = registry.counter("x_total", "X.", {{"a", "1"}});
    EXPECT_EQ(&first, &registry.counter("x_total", "X.", {{"a", "1"}}));
    EXPECT_NE(&first, &registry.counter("x_total", "X.", {{"a", "2"}}));
}

TEST(Metrics, MistakesAreRefused) {
    MetricsRegistry registry;
    registry.counter("x_total", "X.");
    EXPECT_THROW(registry.gauge("x_total", "X."), std::logic_error);
    EXPECT_THROW(registry.counter("", "X."), std::logic_error);
    EXPECT_THROW(registry.counter("1x", "X."), std::logic_error);
    EXPECT_THROW(registry.counter("a-b", "X."), std::logic_error);
    EXPECT_THROW(registry.counter("y_total", "Y.", {{"a b", "1"}}), std::logic_error);
}

TEST(Metrics, NoCountIsLostBetweenThreads) {
    MetricsRegistry registry;
    auto& counter = registry.counter("x_total", "X.");
    auto& gauge = registry.gauge("g", "G.");
    auto& histogram = registry.histogram("h_seconds", "H.");
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int j = 0; j < 10'000; ++j) {
                counter.add();
                gauge.add(j % 2 == 0 ? 2 : -2);
                histogram.observe(1ms);
                if (j % 1000 == 0) (void)registry.render();
            }
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(counter.value(), 40'000U);
    EXPECT_EQ(gauge.value(), 0);
    EXPECT_EQ(histogram.count(), 40'000U);
    EXPECT_EQ(histogram.sum(), 40s);
}

TEST(Metrics, TheServicesRegistryIsTheOneThatIsRendered) {
    MetricsRegistry::global().counter("agon_test_total", "For this test.").add(7);
    EXPECT_THAT(renderMetrics(), HasSubstr("agon_test_total 7\n"));
}

}  // namespace
}  // namespace agon
