#include <brotli/decode.h>
#include <zlib.h>

#include <fstream>

#include "probe.hpp"

namespace agon::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string gunzip(const std::string& packed) {
    std::string plain(1 << 20, '\0');
    z_stream stream{};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(plain.data());
    stream.avail_out = static_cast<uInt>(plain.size());
    inflateInit2(&stream, 15 + 16);
    const int done = inflate(&stream, Z_FINISH);
    plain.resize(stream.total_out);
    inflateEnd(&stream);
    return done == Z_STREAM_END ? plain : "not gzip";
}

std::string unbrotli(const std::string& packed) {
    std::string plain(1 << 20, '\0');
    std::size_t size = plain.size();
    const auto done = BrotliDecoderDecompress(packed.size(), reinterpret_cast<const std::uint8_t*>(packed.data()),
                                              &size, reinterpret_cast<std::uint8_t*>(plain.data()));
    plain.resize(size);
    return done == BROTLI_DECODER_RESULT_SUCCESS ? plain : "not brotli";
}

const std::string kPage = "<!doctype html><title>Agon</title>" + std::string(4000, 'x');
const std::string kScript = "const words = [" + std::string(3000, '1') + "];";

class Responses : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        web_ = std::make_unique<ScratchFolder>("web");
        write("public/index.html", kPage);
        write("public/assets/app-4f2a.js", kScript);
        write("public/results/index.html", "<p>results</p>");
        write("public/logo.png", std::string(3000, 'p'));
        write("public/.hidden.html", "hidden");
        write("public/secret.key", "of no known type");
        write("outside.html", "outside");
        std::filesystem::create_symlink(web_->path() / "outside.html", web_->path() / "public" / "link.html");
        write("admin/index.html", "<p>admin</p>");
        write("docs/index.html", "<p>docs</p>");
        write("public/404.html", "<p>no such page</p>");
        probe_ = std::make_unique<Probe>(Environment{{"PROBE_WEB", web_->path().string()}});
    }
    static void TearDownTestSuite() {
        probe_.reset();
        web_.reset();
    }

    static void write(const std::string& name, const std::string& bytes) {
        const auto file = web_->path() / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream{file, std::ios::binary} << bytes;
    }

    HttpClient http = probe_->client();

    static inline std::unique_ptr<ScratchFolder> web_;
    static inline std::unique_ptr<Probe> probe_;
};

TEST_F(Responses, OfEveryKindTellTheBrowserWhatItMayDo) {
    for (const auto* const path : {"/", "/probe/small", "/probe/nowhere", "/healthz", "/metrics", "/probe/broken"}) {
        SCOPED_TRACE(path);
        const auto reply = http.get(path);
        EXPECT_EQ(reply.header("x-content-type-options"), "nosniff");
        EXPECT_EQ(reply.header("x-frame-options"), "DENY");
        EXPECT_EQ(reply.header("referrer-policy"), "same-origin");
        EXPECT_EQ(reply.header("cross-origin-opener-policy"), "same-origin");
        EXPECT_EQ(reply.header("cross-origin-resource-policy"), "same-origin");
        EXPECT_THAT(reply.header("permissions-policy"), HasSubstr("camera=()"));
        EXPECT_THAT(reply.header("content-security-policy"), HasSubstr("default-src 'none'"));
        EXPECT_THAT(reply.header("content-security-policy"), HasSubstr("frame-ancestors 'none'"));
        EXPECT_FALSE(reply.hasHeader("server"));
        EXPECT_TRUE(reply.hasHeader("date"));
        EXPECT_FALSE(reply.hasHeader("access-control-allow-origin"));
        EXPECT_FALSE(reply.hasHeader("set-cookie"));
    }
}

TEST_F(Responses, SayEachThingOnce) {
    for (const auto* const path : {"/", "/probe/small", "/probe/large", "/probe/nowhere", "/probe/shared"}) {
        const auto reply = http.get(path, {{"Accept-Encoding", "br"}});
        std::map<std::string, int> times;
        for (const auto& [name, value] : reply.headers) ++times[name];
        for (const auto& [name, count] : times) EXPECT_EQ(count, 1) << path << " " << name;
    }
}

TEST_F(Responses, OfPagesAllowOurOwnScriptsAndNoOthers) {
    const auto policy = http.get("/").header("content-security-policy");
    EXPECT_THAT(policy, HasSubstr("script-src 'self';"));
    EXPECT_THAT(policy, HasSubstr("object-src 'none'"));
    EXPECT_THAT(policy, HasSubstr("base-uri 'none'"));
    EXPECT_THAT(policy, HasSubstr("require-trusted-types-for 'script'"));
    EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
    EXPECT_THAT(http.get("/admin").header("content-security-policy"), testing::Eq(policy));
    EXPECT_THAT(http.get("/docs").header("content-security-policy"), Not(HasSubstr("script-src 'self' 'unsafe")));
}

TEST_F(Responses, HaveAnIdOfTheirOwn) {
    const auto first = http.get("/probe/small").header("x-request-id");
    const auto second = http.get("/probe/small").header("x-request-id");
    EXPECT_EQ(first.size(), 22U);
    EXPECT_NE(first, second);
}

TEST_F(Responses, TakeTheirIdAndClientFromATrustedFrontOnly) {
    const Headers told{{"X-Request-Id", "0123456789abcdef"}, {"X-Real-IP", "203.0.113.9"}};
    const auto untrusted = http.get("/probe/small", told);
    EXPECT_NE(untrusted.header("x-request-id"), "0123456789abcdef");
    EXPECT_EQ(untrusted.json()["peer"], "127.0.0.1");

    const Probe behind{{{"PROBE_TRUST_FRONT", "1"}}};
    auto front = behind.client();
    const auto trusted = front.get("/probe/small", told);
    EXPECT_EQ(trusted.header("x-request-id"), "0123456789abcdef");
    EXPECT_EQ(trusted.json()["peer"], "203.0.113.9");
    for (const auto* const id : {"short", "with space in it", "semi;colon;semi", "\"quotes\"\"\"\""}) {
        EXPECT_NE(front.get("/probe/small", {{"X-Request-Id", id}}).header("x-request-id"), id);
    }
}

TEST_F(Responses, ArePackedWhereThatIsWorthIt) {
    const auto plain = http.get("/probe/large");
    EXPECT_FALSE(plain.hasHeader("content-encoding"));
    EXPECT_THAT(plain.header("vary"), HasSubstr("accept-encoding"));

    const auto gzip = http.get("/probe/large", {{"Accept-Encoding", "gzip"}});
    EXPECT_EQ(gzip.header("content-encoding"), "gzip");
    EXPECT_LT(gzip.body.size(), plain.body.size() / 4);
    EXPECT_EQ(gunzip(gzip.body), plain.body);

    const auto brotli = http.get("/probe/large", {{"Accept-Encoding", "gzip, deflate, br"}});
    EXPECT_EQ(brotli.header("content-encoding"), "br");
    EXPECT_EQ(unbrotli(brotli.body), plain.body);

    const auto weighed = http.get("/probe/large", {{"Accept-Encoding", "br;q=0.5, gzip"}});
    EXPECT_EQ(weighed.header("content-encoding"), "gzip");
    EXPECT_FALSE(http.get("/probe/large", {{"Accept-Encoding", "br;q=0, zstd"}}).hasHeader("content-encoding"));
}

TEST_F(Responses, AreNotPackedWhereItIsNot) {
    const auto small = http.get("/probe/small", {{"Accept-Encoding", "br, gzip"}});
    EXPECT_FALSE(small.hasHeader("content-encoding"));
    const auto image = http.get("/logo.png", {{"Accept-Encoding", "br, gzip"}});
    EXPECT_FALSE(image.hasHeader("content-encoding"));
    EXPECT_FALSE(image.hasHeader("vary"));
}

TEST_F(Responses, OfPagesComeInEveryPacking) {
    EXPECT_EQ(http.get("/").body, kPage);
    EXPECT_EQ(gunzip(http.get("/", {{"Accept-Encoding", "gzip"}}).body), kPage);
    EXPECT_EQ(unbrotli(http.get("/", {{"Accept-Encoding", "br"}}).body), kPage);
    EXPECT_EQ(unbrotli(http.get("/assets/app-4f2a.js", {{"Accept-Encoding", "br"}}).body), kScript);
}

TEST_F(Responses, AreNotSentAgainToWhoHasThem) {
    for (const auto* const path : {"/probe/large", "/", "/assets/app-4f2a.js"}) {
        for (const auto* const coding : {"identity", "gzip", "br"}) {
            SCOPED_TRACE(std::string{path} + " " + coding);
            const auto full = http.get(path, {{"Accept-Encoding", coding}});
            const auto tag = full.header("etag");
            ASSERT_FALSE(tag.empty());
            const auto again = http.get(path, {{"Accept-Encoding", coding}, {"If-None-Match", tag}});
            EXPECT_EQ(again.status, 304);
            EXPECT_TRUE(again.body.empty());
            EXPECT_EQ(again.header("etag"), tag);
            EXPECT_EQ(again.header("vary"), full.header("vary"));
            EXPECT_EQ(again.header("cache-control"), full.header("cache-control"));
            EXPECT_FALSE(again.hasHeader("content-length"));
            EXPECT_FALSE(again.hasHeader("content-encoding"));
            EXPECT_EQ(http.get(path, {{"If-None-Match", "W/" + tag + ", \"other\""}}).status, 304);
            EXPECT_EQ(http.get(path, {{"If-None-Match", "*"}}).status, 304);
            EXPECT_EQ(http.get(path, {{"If-None-Match", "\"other\""}}).status, 200);
        }
    }
}

TEST_F(Responses, InDifferentPackingsHaveDifferentTags) {
    std::set<std::string> tags;
    for (const auto* const coding : {"identity", "gzip", "br"}) {
        tags.insert(http.get("/", {{"Accept-Encoding", coding}}).header("etag"));
        tags.insert(http.get("/probe/large", {{"Accept-Encoding", coding}}).header("etag"));
    }
    EXPECT_EQ(tags.size(), 6U);
}

TEST_F(Responses, ToHeadAreThoseToGetWithoutTheBody) {
    for (const auto* const path : {"/", "/probe/large", "/probe/items/x", "/probe/nowhere", "/probe/guarded"}) {
        SCOPED_TRACE(path);
        const Headers wish{{"Accept-Encoding", "gzip"}};
        const auto get = http.get(path, wish);
        const auto head = http.send("HEAD", path, {}, wish);
        EXPECT_EQ(head.status, get.status);
        EXPECT_TRUE(head.body.empty());
        for (const auto* const name : {"content-type", "content-encoding", "etag", "vary", "cache-control"}) {
            EXPECT_EQ(head.header(name), get.header(name)) << name;
        }
        // A problem holds its request's id, whose length is always the same.
        EXPECT_EQ(head.header("content-length"), get.header("content-length"));
    }
    const auto tag = http.get("/").header("etag");
    EXPECT_EQ(http.send("HEAD", "/", {}, {{"If-None-Match", tag}}).status, 304);
}

TEST_F(Responses, ToOptionsNameTheMethods) {
    const auto item = http.send("OPTIONS", "/probe/items/x");
    EXPECT_EQ(item.status, 204);
    EXPECT_EQ(item.header("allow"), "OPTIONS, GET, HEAD, PUT");
    const auto page = http.send("OPTIONS", "/");
    EXPECT_EQ(page.status, 204);
    EXPECT_EQ(page.header("allow"), "OPTIONS, GET, HEAD");
    expectProblem(http.send("OPTIONS", "/probe/nowhere"), 404, "not-found");
}

TEST_F(Responses, GiveOtherSitesNoLeave) {
    const Headers preflight{{"Origin", "https://elsewhere.example"},
                            {"Access-Control-Request-Method", "PUT"},
                            {"Access-Control-Request-Headers", "authorization"}};
    for (const auto* const path : {"/probe/items/x", "/probe/small", "/"}) {
        const auto reply = http.send("OPTIONS", path, {}, preflight);
        for (const auto& [name, value] : reply.headers) EXPECT_FALSE(name.starts_with("access-control-")) << name;
        const auto get = http.get(path, {{"Origin", "https://elsewhere.example"}});
        for (const auto& [name, value] : get.headers) EXPECT_FALSE(name.starts_with("access-control-")) << name;
    }
}

TEST_F(Responses, OfSharedRoutesMayBeReadFromAnywhereButWithoutCredentials) {
    const auto reply = http.get("/probe/shared", {{"Origin", "https://elsewhere.example"}});
    EXPECT_EQ(reply.header("access-control-allow-origin"), "*");
    EXPECT_FALSE(reply.hasHeader("access-control-allow-credentials"));
    const auto preflight =
        http.send("OPTIONS", "/probe/shared", {},
                  {{"Origin", "https://elsewhere.example"}, {"Access-Control-Request-Method", "GET"}});
    EXPECT_EQ(preflight.header("access-control-allow-methods"), "GET, HEAD");
    EXPECT_THAT(preflight.header("access-control-allow-headers"), Not(HasSubstr("authorization")));
}

TEST_F(Responses, AreKeptByNobodyUnlessTheySaySo) {
    EXPECT_EQ(http.get("/probe/small").header("cache-control"), "no-store");
    EXPECT_EQ(http.get("/").header("cache-control"), "no-cache");
    EXPECT_EQ(http.get("/assets/app-4f2a.js").header("cache-control"), "public, max-age=31536000, immutable");
}

TEST_F(Responses, SayWhatTheyHold) {
    EXPECT_EQ(http.get("/").header("content-type"), "text/html; charset=utf-8");
    EXPECT_EQ(http.get("/assets/app-4f2a.js").header("content-type"), "text/javascript; charset=utf-8");
    EXPECT_EQ(http.get("/logo.png").header("content-type"), "image/png");
    EXPECT_EQ(http.get("/probe/small").header("content-type"), "application/json");
    EXPECT_THAT(http.get("/metrics").header("content-type"), HasSubstr("text/plain"));
}

TEST_F(Responses, OfPagesFallBackOnlyWhereAScriptShowsTheScreen) {
    EXPECT_EQ(http.get("/admin/championships/5").body, "<p>admin</p>");
    EXPECT_EQ(http.get("/results").body, "<p>results</p>");
    EXPECT_EQ(http.get("/results/").body, "<p>results</p>");
    expectProblem(http.get("/admin/assets/gone.js"), 404, "not-found");
    expectProblem(http.get("/elsewhere"), 404, "not-found");
    expectProblem(http.send("POST", "/", "{}"), 405, "method-not-allowed");
}

TEST_F(Responses, ToWhoFollowedAWrongLinkAreAPage) {
    const Headers browser{{"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"}};
    const auto page = http.get("/elsewhere", browser);
    EXPECT_EQ(page.status, 404);
    EXPECT_EQ(page.body, "<p>no such page</p>");
    EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
    expectProblem(http.get("/api/v1/elsewhere", browser), 404, "not-found");
    expectProblem(http.send("POST", "/elsewhere", "{}", browser), 404, "not-found");
    expectProblem(http.get("/elsewhere", {{"Accept", "*/*"}}), 404, "not-found");
}

TEST_F(Responses, LeaveNoPageFolder) {
    for (const auto* const path :
         {"/../outside.html", "/%2e%2e/outside.html", "/assets/../../outside.html", "/..%2foutside.html", "/link.html",
          "/.hidden.html", "/secret.key", "/assets", "/assets/", "//outside.html", "/index.html%00.png"}) {
        SCOPED_TRACE(path);
        const auto reply = http.get(path);
        expectProblem(reply, 404, "not-found");
        EXPECT_THAT(reply.body, Not(HasSubstr("outside\"")));
    }
}

}  // namespace
}  // namespace agon::test
