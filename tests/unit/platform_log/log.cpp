#include "platform/log/log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <trantor/utils/Logger.h>

#include <limits>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "platform/time/instant.hpp"

namespace agon {
namespace {

using nlohmann::json;

class Log : public testing::Test {
  protected:
    Log() {
        setLogSink([this](std::string_view line) { lines_.emplace_back(line); });
    }
    ~Log() override {
        setLogSink({});
        setLogLevel(LogLevel::Info);
    }

    json only() {
        EXPECT_EQ(lines_.size(), 1U);
        return json::parse(lines_.at(0));
    }

    std::vector<std::string> lines_;
};

TEST_F(Log, ALineIsOneObjectWithTimeLevelAndEvent) {
    logInfo("service.started", {{"port", 8080}, {"pages", true}, {"load", 0.5}, {"version", "0.1.0"}});
    const auto line = only();
    EXPECT_TRUE(parseInstant(line.at("time").get<std::string>()).has_value());
    EXPECT_EQ(line.at("level"), "info");
    EXPECT_EQ(line.at("event"), "service.started");
    EXPECT_EQ(line.at("port"), 8080);
    EXPECT_EQ(line.at("pages"), true);
    EXPECT_EQ(line.at("load"), 0.5);
    EXPECT_EQ(line.at("version"), "0.1.0");
    EXPECT_THAT(lines_.at(0), testing::StartsWith(R"({"time":")"));
}

TEST_F(Log, NumbersKeepTheirLimits) {
    logInfo("x", {{"small", std::numeric_limits<std::int64_t>::min()},
                  {"large", std::numeric_limits<std::uint64_t>::max()}});
    EXPECT_EQ(only().at("small"), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(only().at("large"), std::numeric_limits<std::uint64_t>::max());
}

TEST_F(Log, ANumberThatJsonDoesNotHaveIsNull) {
    logInfo("x", {{"n", std::numeric_limits<double>::quiet_NaN()}});
    EXPECT_TRUE(only().at("n").is_null());
}

TEST_F(Log, WhateverTheTextTheLineIsOneLineOfJson) {
    const std::string nasty =
        "quote \" slash \\ line\nreturn\r tab\t nul" + std::string(1, '\0') + " \x7f Κ 🎲 \",\"level\":\"error";
    logWarning("x", {{"text", nasty}});
    EXPECT_THAT(lines_.at(0), testing::Not(testing::HasSubstr("\n")));
    EXPECT_EQ(only().at("text"), nasty);
    EXPECT_EQ(only().at("level"), "warning");
}

TEST_F(Log, BytesThatAreNotUtf8AreReplaced) {
    logInfo("x", {{"text",
                   "a\xff"
                   "b\xc3"}});
    EXPECT_EQ(only().at("text"),
              "a\xef\xbf\xbd"
              "b\xef\xbf\xbd");
}

TEST_F(Log, LinesBelowTheLevelAreDropped) {
    setLogLevel(LogLevel::Warning);
    logDebug("a");
    logInfo("b");
    logWarning("c");
    logError("d");
    ASSERT_EQ(lines_.size(), 2U);
    EXPECT_EQ(json::parse(lines_[0]).at("event"), "c");
    EXPECT_EQ(json::parse(lines_[1]).at("level"), "error");
    setLogLevel(LogLevel::Off);
    logError("e");
    EXPECT_EQ(lines_.size(), 2U);
}

TEST_F(Log, GoesToStandardErrorLineByLine) {
    setLogSink({});
    testing::internal::CaptureStderr();
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([i] {
            for (int j = 0; j < 50; ++j) logInfo("x", {{"thread", i}, {"text", std::string(5000, 'x')}});
        });
    for (auto& thread : threads) thread.join();
    std::istringstream written{testing::internal::GetCapturedStderr()};
    int lines = 0;
    for (std::string line; std::getline(written, line); ++lines) EXPECT_TRUE(json::accept(line));
    EXPECT_EQ(lines, 200);
}

TEST_F(Log, WhatDrogonSaysBecomesLinesToo) {
    captureDrogonLog(LogLevel::Warning);
    LOG_WARN << "a \"warning\" ERROR in the middle";
    LOG_ERROR << "an error";
    LOG_INFO << "not asked for";
    LOG_RAW << "raw\n";
    ASSERT_EQ(lines_.size(), 2U);
    const auto warning = json::parse(lines_[0]);
    EXPECT_EQ(warning.at("event"), "drogon.message");
    EXPECT_EQ(warning.at("level"), "warning");
    EXPECT_THAT(warning.at("message").get<std::string>(),
                testing::StartsWith("a \"warning\" ERROR in the middle - log.cpp:"));
    EXPECT_EQ(json::parse(lines_[1]).at("level"), "error");
    captureDrogonLog(LogLevel::Error);
    LOG_WARN << "no longer asked for";
    EXPECT_EQ(lines_.size(), 2U);
    trantor::Logger::setOutputFunction([](const char*, std::uint64_t) {}, [] {});
}

}  // namespace
}  // namespace agon
