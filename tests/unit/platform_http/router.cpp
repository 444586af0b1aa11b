#include "platform/http/router.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace agon::http {
namespace {

using testing::ElementsAre;

Task<Result<Answer>> nothing(Request) {
    co_return noContent();
}

Route route(Method method, std::string path) {
    Route made;
    made.method = method;
    made.path = std::move(path);
    made.right = kPublic;
    made.handler = nothing;
    return made;
}

Router routerOf(std::vector<std::string> paths) {
    RouteTable table;
    for (auto& path : paths) table.push_back(route(Method::Get, std::move(path)));
    return Router{{std::move(table)}};
}

// The path of the route that serves a GET, with what stood in its gaps; empty when there is none.
std::string served(const Router& router, std::string_view path) {
    const auto found = router.find(path, Method::Get);
    const auto* const match = std::get_if<RouteMatch>(&found);
    if (match == nullptr) return {};
    auto text = match->route->path;
    for (const auto& parameter : match->parameters) text += " " + parameter.name + "=" + parameter.value;
    return text;
}

TEST(Router, MatchesWholeSegments) {
    const auto router = routerOf({"/", "/a", "/a/b", "/a/{x}/c", "/a/{x}/{y}"});
    EXPECT_EQ(served(router, "/"), "/");
    EXPECT_EQ(served(router, "/a"), "/a");
    EXPECT_EQ(served(router, "/a/b"), "/a/b");
    EXPECT_EQ(served(router, "/a/5/c"), "/a/{x}/c x=5");
    EXPECT_EQ(served(router, "/a/5/d"), "/a/{x}/{y} x=5 y=d");
    for (const auto* const path : {"", "a", "/A", "/a/", "//a", "/a//c", "/a/5", "/a/5/c/d", "/a/5/c/", "/ab", "/a/.",
                                   "/a/..", "/a/../a", "/./a", "/a/%2e%2e/c", "/a/%2E/c"}) {
        EXPECT_EQ(served(router, path), "") << path;
    }
}

TEST(Router, PrefersAFixedSegmentButFindsItsWayBack) {
    const auto router = routerOf({"/x/mine/a", "/x/{id}/b", "/{any}/mine/c"});
    EXPECT_EQ(served(router, "/x/mine/a"), "/x/mine/a");
    EXPECT_EQ(served(router, "/x/mine/b"), "/x/{id}/b id=mine");
    EXPECT_EQ(served(router, "/x/mine/c"), "/{any}/mine/c any=x");
    EXPECT_EQ(served(router, "/x/mine/d"), "");
}

TEST(Router, GivesParametersByTheRoutesOwnNames) {
    const Router router{{{route(Method::Get, "/heats/{heat}"), route(Method::Put, "/heats/{id}"),
                          route(Method::Get, "/heats/{h}/calls")}}};
    EXPECT_EQ(served(router, "/heats/7"), "/heats/{heat} heat=7");
    EXPECT_EQ(served(router, "/heats/7/calls"), "/heats/{h}/calls h=7");
    const auto put = router.find("/heats/7", Method::Put);
    EXPECT_EQ(std::get<RouteMatch>(put).parameters.front().name, "id");
}

TEST(Router, DecodesWhatIsBetweenTheSlashes) {
    const auto router = routerOf({"/a/{x}", "/caf\xc3\xa9"});
    EXPECT_EQ(served(router, "/a/K7QM%2D2F9X"), "/a/{x} x=K7QM-2F9X");
    EXPECT_EQ(served(router, "/a/b%2Fc"), "/a/{x} x=b/c");
    EXPECT_EQ(served(router, "/a/%CE%B1"), "/a/{x} x=α");
    EXPECT_EQ(served(router, "/a/a+b"), "/a/{x} x=a+b");
    EXPECT_EQ(served(router, "/caf%c3%a9"), "/caf\xc3\xa9");
    for (const auto* const path : {"/a/%", "/a/%4", "/a/%zz", "/a/%-1", "/a/%ff", "/a/%00", "/a/%0a", "/a/%7f",
                                   "/a/%e2%80%ae", "/a/%c0%af", "/a/%ed%a0%80", "/a/"}) {
        EXPECT_EQ(served(router, path), "") << path;
    }
}

TEST(Router, SaysWhichMethodsAPathHas) {
    const Router router{{{route(Method::Put, "/a/{x}"), route(Method::Get, "/a/{y}")}, {route(Method::Post, "/b")}}};
    const auto found = router.find("/a/1", Method::Delete);
    EXPECT_THAT(std::get<OtherMethods>(found).methods, ElementsAre(Method::Get, Method::Put));
    const auto options = router.find("/b");
    EXPECT_THAT(std::get<OtherMethods>(options).methods, ElementsAre(Method::Post));
    EXPECT_TRUE(std::holds_alternative<NoRoute>(router.find("/c")));
    EXPECT_TRUE(std::holds_alternative<NoRoute>(router.find("/a", Method::Get)));
}

TEST(Router, RefusesTablesThatMeanNothingOrTwoThings) {
    const auto refuses = [](RouteTable table) {
        EXPECT_THROW((Router{{std::move(table)}}), std::logic_error);
    };
    refuses({route(Method::Get, "a")});
    refuses({route(Method::Get, "")});
    refuses({route(Method::Get, "/a//b")});
    refuses({route(Method::Get, "/a/")});
    refuses({route(Method::Get, "/a{x}")});
    refuses({route(Method::Get, "/{}")});
    refuses({route(Method::Get, "/a%20b")});
    refuses({route(Method::Get, "/a"), route(Method::Get, "/a")});
    refuses({route(Method::Get, "/a/{x}"), route(Method::Get, "/a/{y}")});
    auto handlerless = route(Method::Get, "/a");
    handlerless.handler = {};
    refuses({handlerless});
    auto rightless = route(Method::Get, "/a");
    rightless.right = {};
    refuses({rightless});
}

TEST(Router, IsNotLostInDeepOrStrangePaths) {
    const auto router = routerOf({"/{a}/{b}/x", "/{a}/y/{c}"});
    std::mt19937 random{5};
    const std::string_view likely = "/xy%2e.F\xce";
    for (int i = 0; i < 20'000; ++i) {
        std::string path = "/";
        for (auto size = random() % 20; size > 0; --size) path += likely[random() % likely.size()];
        const auto found = served(router, path);
        if (found.starts_with("/{a}/{b}/x")) EXPECT_TRUE(path.ends_with("/x")) << path;
    }
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += "/y";
    EXPECT_EQ(served(router, deep), "");
}

TEST(PercentDecoded, IsTheInverseOfEncoding) {
    std::mt19937 random{6};
    for (int i = 0; i < 2000; ++i) {
        std::string plain;
        std::string encoded;
        for (auto size = random() % 20; size > 0; --size) {
            const auto byte = static_cast<unsigned char>(random() % 256);
            plain += static_cast<char>(byte);
            constexpr std::string_view digits = "0123456789abcdefABCDEF";
            const bool upper = random() % 2 == 0;
            const auto digit = [&](unsigned value) {
                return digits[value < 10 || !upper ? value : value + 6];
            };
            encoded += {'%', digit(byte / 16U), digit(byte % 16U)};
        }
        EXPECT_EQ(percentDecoded(encoded), plain);
    }
}

}  // namespace
}  // namespace agon::http
