#include "platform/config/values.hpp"

#include <gtest/gtest.h>

namespace agon {
namespace {

using namespace std::chrono_literals;

TEST(ListenAddress, TakesIpv4Ipv6AndUnixSockets) {
    EXPECT_EQ(parseListenAddress("127.0.0.1:8080").value(), (ListenAddress{"127.0.0.1", 8080, ""}));
    EXPECT_EQ(parseListenAddress("[::1]:443").value(), (ListenAddress{"::1", 443, ""}));
    EXPECT_EQ(parseListenAddress("unix:/run/agon/http.sock").value(), (ListenAddress{"", 0, "/run/agon/http.sock"}));
}

TEST(ListenAddress, RefusesWhatNobodyCanListenOn) {
    for (const auto* text : {"", "8080", "localhost:8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
                             "127.0.0.1:80x", "::1:8080", "[::1]", "unix:", "unix:relative.sock", "300.0.0.1:80"}) {
        EXPECT_FALSE(parseListenAddress(text)) << text;
    }
}

TEST(ListenAddress, RefusesASocketPathThatTheSystemWouldCut) {
    EXPECT_TRUE(parseListenAddress("unix:/" + std::string(106, 'a')));
    const auto refused = parseListenAddress("unix:/" + std::string(107, 'a'));
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().contains("107")) << refused.error();
}

TEST(ListenAddress, KnowsWhatOthersCannotReach) {
    EXPECT_TRUE(parseListenAddress("127.0.0.9:1").value().isPrivate());
    EXPECT_TRUE(parseListenAddress("[::1]:1").value().isPrivate());
    EXPECT_TRUE(parseListenAddress("unix:/s").value().isPrivate());
    EXPECT_FALSE(parseListenAddress("0.0.0.0:1").value().isPrivate());
    EXPECT_FALSE(parseListenAddress("[::]:1").value().isPrivate());
    EXPECT_FALSE(parseListenAddress("192.168.1.2:1").value().isPrivate());
}

TEST(ListenAddress, IsWrittenAsItIsRead) {
    for (const auto* text : {"127.0.0.1:8080", "[::1]:443", "unix:/run/agon/http.sock"}) {
        EXPECT_EQ(parseListenAddress(text).value().text(), text);
    }
}

TEST(Duration, NeedsAUnitAndStaysWithinItsLimits) {
    EXPECT_EQ(parseDuration("250ms", 1ms, 1h).value(), 250ms);
    EXPECT_EQ(parseDuration("5s", 1ms, 1h).value(), 5s);
    EXPECT_EQ(parseDuration("2m", 1ms, 1h).value(), 2min);
    EXPECT_EQ(parseDuration("1h", 1ms, 1h).value(), 1h);
    for (const auto* text : {"", "5", "s", "-5s", "5 s", "5.5s", "2h", "0ms", "9223372036854775807h", "5S"}) {
        EXPECT_FALSE(parseDuration(text, 1ms, 1h)) << text;
    }
    EXPECT_TRUE(parseDuration("2h", 1ms, 1h).error().contains("from 1ms to 1h"));
}

TEST(Size, TakesBytesAndBinaryUnits) {
    EXPECT_EQ(parseSize("65536", 1, 1 << 20).value(), 65536);
    EXPECT_EQ(parseSize("64KiB", 1, 1 << 20).value(), 65536);
    EXPECT_EQ(parseSize("1MiB", 1, 1 << 20).value(), 1 << 20);
    for (const auto* text : {"", "1MB", "2MiB", "0", "-1", "1.5KiB"}) EXPECT_FALSE(parseSize(text, 1, 1 << 20)) << text;
}

TEST(Origin, IsSchemeAndHostWithoutAPath) {
    EXPECT_EQ(parseOrigin("https://agon.example.org/").value(), "https://agon.example.org");
    EXPECT_EQ(parseOrigin("http://127.0.0.1:8080").value(), "http://127.0.0.1:8080");
    for (const auto* text :
         {"", "agon.example.org", "ftp://x", "https://", "https://x/y", "https://u@x", "https://x?y"}) {
        EXPECT_FALSE(parseOrigin(text)) << text;
    }
}

}  // namespace
}  // namespace agon
