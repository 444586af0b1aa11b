#include "front.hpp"

namespace agon::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class Exposure : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        web_ = std::make_unique<ScratchFolder>("web");
        write("public/index.html", "<p>public</p>");
        write("admin/index.html", "<p>admin</p>");
        write("docs/index.html", "<p>docs</p>");
        database_ = std::make_unique<TestDatabase>();
        agon_ = std::make_unique<ServiceProcess>(
            *database_, Environment{{"AGON_WEB_ROOT", web_->path().string()}, {"AGON_TRUSTED_PROXY", "true"}});
        front_ = std::make_unique<Front>(std::stoi(agon_->baseUrl().substr(agon_->baseUrl().rfind(':') + 1)));
    }
    static void TearDownTestSuite() {
        front_.reset();
        agon_.reset();
        database_.reset();
        web_.reset();
    }

    static void write(const std::string& name, const std::string& bytes) {
        const auto file = web_->path() / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream{file} << bytes;
    }

    // How often the service has answered a request for this route.
    static long servedOn(const std::string& route) {
        return std::ranges::count_if(agon_->logLines(), [&](const auto& line) {
            return line.value("event", "") == "http.request" && line.value("route", "") == route;
        });
    }

    static HttpReply overPlain(std::string_view line) {
        Wire wire{front_->plainPort()};
        wire.send(plainRequest(line));
        return wire.reply();
    }

    static inline std::unique_ptr<ScratchFolder> web_;
    static inline std::unique_ptr<TestDatabase> database_;
    static inline std::unique_ptr<ServiceProcess> agon_;
    static inline std::unique_ptr<Front> front_;
};

TEST_F(Exposure, PagesPass) {
    for (const auto& [path, body] : {std::pair{"/", "<p>public</p>"}, {"/admin", "<p>admin</p>"}}) {
        const auto reply = front_->get(path);
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.body, body);
        EXPECT_EQ(reply.header("strict-transport-security"), "max-age=63072000; includeSubDomains");
        EXPECT_THAT(reply.header("content-security-policy"), HasSubstr("script-src 'self'"));
        EXPECT_EQ(reply.header("cache-control"), "no-cache");
        EXPECT_EQ(front_->get(path, "If-None-Match: " + reply.header("etag") + "\r\n").status, 304);
    }
}

TEST_F(Exposure, TheApiPasses) {
    const auto reply = front_->get("/api/v1/nowhere");
    expectFrontProblem(reply, 404, "not-found");
    EXPECT_EQ(reply.json()["instance"], "/api/v1/nowhere");  // only the service says so
    const auto method = front_->ask("DELETE /healthz");
    expectFrontProblem(method, 405, "method-not-allowed");
    EXPECT_EQ(method.header("allow"), "OPTIONS, GET, HEAD");
}

TEST_F(Exposure, WhatIsForTheOperatorDoesNot) {
    HttpClient inside{agon_->baseUrl()};
    for (const auto* const path : {"/docs", "/metrics", "/readyz"}) ASSERT_EQ(inside.get(path).status, 200) << path;
    const auto metrics = servedOn("/metrics");
    const auto readiness = servedOn("/readyz");
    const auto pages = servedOn("(pages)");
    for (const auto* const path :
         {"/docs",      "/docs/",         "/docs/index.html", "/docs?x=1", "/%64ocs",      "/./docs",     "//docs",
          "/x/../docs", "/x/%2e%2e/docs", "/admin/..//docs/", "/metrics",  "/metrics?x=1", "/%6Detrics",  "//metrics",
          "/./metrics", "/a/../metrics",  "/readyz",          "/readyz?",  "/read%79z",    "/x/../readyz"}) {
        SCOPED_TRACE(path);
        expectFrontProblem(front_->get(path), 404, "not-found");
    }
    // Written in ways that nginx takes for something else, they are nothing to the service either.
    for (const auto* const path : {"/metrics/", "/readyz/", "/METRICS", "/metrics;x", "/metrics%20", "/metrics%2F"}) {
        SCOPED_TRACE(path);
        expectFrontProblem(front_->get(path), 404, "not-found");
    }
    const auto wire = front_->connect();
    wire->send("GET http://localhost/metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expectFrontProblem(wire->reply(), 404, "not-found");
    EXPECT_EQ(servedOn("/metrics"), metrics);
    EXPECT_EQ(servedOn("/readyz"), readiness);
    EXPECT_EQ(servedOn("(pages)"), pages);
}

TEST_F(Exposure, ClearTextPagesAreSentToHttps) {
    const auto reply = overPlain("GET /results?x=1");
    EXPECT_EQ(reply.status, 308);
    EXPECT_EQ(reply.header("location"), "https://localhost/results?x=1");
    EXPECT_EQ(overPlain("POST /anything").status, 308);
}

TEST_F(Exposure, ClearTextApiCallsAreRefusedAndNotSentOn) {
    const auto before = servedOn("(no route)");
    const auto reply = overPlain("GET /api/v1/anything");
    EXPECT_EQ(reply.status, 400);
    EXPECT_EQ(reply.header("content-type"), "application/problem+json");
    EXPECT_EQ(reply.json()["code"], "https-required");
    EXPECT_EQ(reply.json()["type"], "urn:problem-type:agon:https-required");
    EXPECT_FALSE(reply.hasHeader("location"));
    EXPECT_EQ(servedOn("(no route)"), before);
}

TEST_F(Exposure, ABodyAboveTheLimitIsAProblem) {
    const auto before = servedOn("(no route)");
    const auto tooLarge = front_->ask("POST /api/v1/anything", "Content-Length: 1048577\r\n");
    expectFrontProblem(tooLarge, 413, "body-too-large");
    // The same without saying so beforehand.
    const auto wire = front_->connect();
    wire->send(plainRequest("POST /api/v1/anything", "Transfer-Encoding: chunked\r\n"));
    const std::string chunk = "10000\r\n" + std::string(0x10000, 'a') + "\r\n";
    for (int i = 0; i < 17 && wire->send(chunk); ++i) continue;
    expectFrontProblem(wire->reply(), 413, "body-too-large");
    expectFrontProblem(front_->ask("POST /api/v1/auth/sign-in", "Content-Length: 16385\r\n"), 413, "body-too-large");
    EXPECT_EQ(servedOn("(no route)"), before);
}

TEST_F(Exposure, AMethodNobodyUsesIsRefused) {
    for (const auto* const method : {"TRACE", "CONNECT", "PROPFIND", "BREW"}) {
        SCOPED_TRACE(method);
        const auto reply = front_->ask(std::string{method} + " /");
        // What nginx itself cannot read as a request is malformed to it.
        if (reply.status == 400) {
            expectFrontProblem(reply, 400, "malformed-request");
        } else {
            expectFrontProblem(reply, 405, "method-not-allowed");
            EXPECT_THAT(reply.header("allow"), HasSubstr("GET, HEAD, POST"));
        }
    }
}

TEST_F(Exposure, TooLongHeadsAreProblems) {
    expectFrontProblem(front_->get("/" + std::string(9000, 'a')), 414, "uri-too-long");
    expectFrontProblem(front_->get("/", "X: " + std::string(9000, 'a') + "\r\n"), 431, "headers-too-large");
    // What nginx lets through and the service does not.
    expectFrontProblem(front_->get("/" + std::string(5000, 'a')), 414, "uri-too-long");
}

TEST_F(Exposure, WhatCannotBeReadIsAProblem) {
    for (const auto* const bytes : {"GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", "nonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
                                    "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n",
                                    "GET / HTTP/1.1\r\n\r\n", "GET /../.. HTTP/1.1\r\nHost: a\r\n\r\n"}) {
        SCOPED_TRACE(bytes);
        const auto wire = front_->connect();
        wire->send(bytes);
        expectFrontProblem(wire->reply(), 400, "malformed-request");
    }
}

TEST_F(Exposure, ProblemsOfTheFrontHaveNoAddressOfTheirOwn) {
    for (const auto* const path : {"/.front/unavailable", "/.front/", "/.front/bad-request"}) {
        expectFrontProblem(front_->get(path), 404, "not-found");
    }
}

TEST_F(Exposure, SignInIsAskedForSparingly) {
    int refused = 0;
    const auto wire = front_->connect();
    for (int i = 0; i < 40; ++i) {
        wire->send(plainRequest("GET /api/v1/auth/nothing"));
        const auto reply = wire->reply();
        if (reply.status != 429) continue;
        ++refused;
        expectFrontProblem(reply, 429, "too-many-requests");
        EXPECT_EQ(reply.header("retry-after"), "2");
    }
    EXPECT_GT(refused, 5);
    EXPECT_EQ(front_->get("/").status, 200);
}

TEST_F(Exposure, TheConnectionIsModern) {
    EXPECT_EQ(front_->connect()->protocol(), "TLSv1.3");
}

TEST_F(Exposure, PlainHttpOnTheTlsPortIsRefused) {
    Wire wire{front_->tlsPort()};
    wire.send(plainRequest("GET /"));
    EXPECT_EQ(wire.reply().status, 400);
}

TEST_F(Exposure, LogsHoldNoQueryStrings) {
    (void)front_->get("/sentinel-free?q=sentinel");
    (void)front_->get("/?q=sentinel");
    (void)front_->ask("POST /api/v1/x?q=sentinel", "Content-Length: 99999999\r\n");
    (void)front_->get("/docs?q=sentinel", "Referer: https://sentinel.example/\r\nUser-Agent: sentinel\r\n");
    for (int i = 0; i < 30; ++i) (void)front_->get("/api/v1/auth/x?q=sentinel");
    EXPECT_TRUE(eventually(5s, [] { return front_->accessLog().contains("/sentinel-free"); }));
    EXPECT_THAT(front_->accessLog(), Not(HasSubstr("q=sentinel")));
    EXPECT_THAT(front_->accessLog(), Not(HasSubstr("sentinel.example")));
    EXPECT_THAT(front_->accessLog(), Not(HasSubstr("127.0.0.1")));
    EXPECT_THAT(front_->errorLog(), Not(HasSubstr("sentinel")));
}

TEST_F(Exposure, AServiceThatIsAwayIsAProblemThatSaysWhenToComeBack) {
    const Front alone{freePort()};
    const auto reply = alone.get("/api/v1/anything");
    expectFrontProblem(reply, 503, "unavailable");
    EXPECT_EQ(reply.header("retry-after"), "2");
}

}  // namespace
}  // namespace agon::test
