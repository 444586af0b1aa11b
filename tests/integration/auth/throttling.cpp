#include <fmt/format.h>

#include <thread>

#include "auth/throttle.hpp"
#include "integration/auth/auth_test.hpp"
#include "integration/http/wire.hpp"

namespace agon::test {
namespace {

// Behind a proxy that is believed, so that requests can come from anywhere.
class Throttling : public AuthTest {
  protected:
    Throttling() : AuthTest{{{"AGON_TRUSTED_PROXY", "true"}}} {}

    static Headers from(const std::string& address, const std::string& cookie = {}) {
        Headers headers{{"X-Real-IP", address}};
        if (!cookie.empty()) headers.emplace_back("Cookie", cookie);
        return headers;
    }
    HttpReply lookUp(const std::string& address) {
        return http_.post("/api/v1/auth/invitations/lookup", {{"token", "x"}}, from(address));
    }
    int port() const { return std::stoi(service_.baseUrl().substr(service_.baseUrl().rfind(':') + 1)); }

    const Member member_ = staff_.add({.email = "desk@example.org", .role = "desk"});
};

TEST_F(Throttling, AStrangerCannotKeepTheOwnersDeviceOut) {
    const auto first = signIn(http_, member_.email, kStaffPassword, {}, from("198.51.100.7"));
    ASSERT_EQ(first.status, 200);
    const auto device = deviceCookieIn(first);
    ASSERT_NE(device, "");
    EXPECT_EQ(deviceCookieIn(signIn(http_, member_.email, kStaffPassword, {}, from("198.51.100.7", device))), "")
        << "a device that is known gets no new name";

    // From ever new networks, so that only the account's own limit is in their way.
    int refused = 0;
    HttpReply last;
    for (int i = 0; i < 12; ++i) {
        last = signIn(http_, member_.email, "guess", {}, from(fmt::format("203.0.113.{}", i)));
        if (last.status == 429) ++refused;
    }
    EXPECT_GE(refused, 2);
    EXPECT_EQ(codeOf(last), "too-many-requests");
    const auto wait = std::stoi(last.header("retry-after"));
    EXPECT_GE(wait, 1);
    EXPECT_LE(wait, 30);

    EXPECT_EQ(signIn(http_, member_.email, kStaffPassword, {}, from("203.0.113.200")).status, 429);
    EXPECT_EQ(signIn(http_, member_.email, kStaffPassword, {}, from("198.51.100.7", device)).status, 200);
    EXPECT_EQ(signIn(http_, member_.email, kStaffPassword, {}, from("192.0.2.1", device)).status, 200);
    EXPECT_EQ(signIn(http_, member_.email, "guess", {}, from("192.0.2.1", device)).status, 401);

    // Neither a cookie of somebody else's device nor a changed one is that of the owner.
    const auto other = signIn(http_, director_.email, kStaffPassword, staff_.freshCode(director_), from("192.0.2.2"));
    for (auto cookie : {deviceCookieIn(other), device.substr(0, device.size() - 2) + "AA", device + "A"}) {
        EXPECT_EQ(signIn(http_, member_.email, kStaffPassword, {}, from("192.0.2.3", cookie)).status, 429);
    }
}

TEST_F(Throttling, AStrangerCannotKeepTheOwnerOutWhoReadsTheMail) {
    ASSERT_EQ(signIn(http_, member_.email, "guess", {}, from("203.0.113.1")).status, 401);
    sql().run("update ops.throttle set tokens = 0, at = clock_timestamp()");
    EXPECT_EQ(signIn(http_, member_.email, kStaffPassword, {}, from("192.0.2.9")).status, 429);
    const json wish{{"email", member_.email}};
    ASSERT_EQ(http_.post("/api/v1/auth/password-resets", wish, from("192.0.2.9")).status, 202);
    ASSERT_TRUE(eventually(5s, [&] { return staff_.acts("reset-sent") == 1; }));
    const json reset{{"token", staff_.linkToken(member_, auth::LinkPurpose::Reset)},
                     {"password", "another-walnut-Orbit-52"}};
    const auto done = http_.post("/api/v1/auth/password-resets/completion", reset, from("192.0.2.9"));
    ASSERT_EQ(done.status, 204) << done.body;
    const auto device = deviceCookieIn(done);
    EXPECT_EQ(refreshCookieIn(done), "");
    EXPECT_EQ(signIn(http_, member_.email, "another-walnut-Orbit-52", {}, from("192.0.2.9")).status, 429);
    EXPECT_EQ(signIn(http_, member_.email, "another-walnut-Orbit-52", {}, from("192.0.2.9", device)).status, 200);
}

TEST_F(Throttling, AnUnknownAddressIsLimitedAsAKnownOne) {
    const auto triesUntilRefused = [&](const std::string& email) {
        for (int i = 0; i < 15; ++i) {
            if (signIn(http_, email, "guess", {}, from(fmt::format("203.0.113.{}", i))).status == 429) return i;
        }
        return -1;
    };
    const auto known = triesUntilRefused(member_.email);
    EXPECT_EQ(known, 10);
    EXPECT_EQ(triesUntilRefused("nobody@example.org"), known);
    EXPECT_EQ(signIn(http_, "NOBODY@example.org", "guess", {}, from("203.0.113.99")).status, 429)
        << "capitals do not make another address of it";
}

TEST_F(Throttling, ANetworkIsLimitedAndItsNeighboursAreNot) {
    int answered = 0;
    while (lookUp("198.51.100.9").status == 410 && answered < 100) ++answered;
    EXPECT_GE(answered, 60);
    EXPECT_LT(answered, 75);
    const auto refused = lookUp("198.51.100.9");
    EXPECT_EQ(refused.status, 429);
    EXPECT_GE(std::stoi(refused.header("retry-after")), 1);
    EXPECT_EQ(signIn(http_, member_.email, kStaffPassword, {}, from("198.51.100.9")).status, 429);
    EXPECT_EQ(lookUp("198.51.100.10").status, 410);
    // What the network's limit stopped did not count against the account.
    EXPECT_EQ(sql().number("select count(*) from ops.throttle"), 3);
    EXPECT_EQ(signIn(http_, member_.email, kStaffPassword, {}, from("198.51.100.10")).status, 200);
}

TEST_F(Throttling, AWholeIpv6CustomerIsOneNetwork) {
    int answered = 0;
    while (lookUp(fmt::format("2001:db8:1:2::{:x}", answered + 1)).status == 410 && answered < 100) ++answered;
    EXPECT_GE(answered, 60);
    EXPECT_LT(answered, 75);
    EXPECT_EQ(lookUp("2001:db8:1:3::1").status, 410);
}

TEST_F(Throttling, GuessingTheSecondFactorStopsAfterAFew) {
    int tried = 0;
    HttpReply reply;
    do {
        reply = signIn(http_, director_.email, kStaffPassword, "000000", from(fmt::format("203.0.113.{}", tried)));
    } while (reply.status == 401 && ++tried < 10);
    EXPECT_EQ(tried, 5);
    EXPECT_EQ(reply.status, 429);
    EXPECT_LE(std::stoi(reply.header("retry-after")), 300);
}

TEST_F(Throttling, ThePasswordAgainCanBeGuessedAsLittle) {
    auto client = letIn(member_);
    int tried = 0;
    HttpReply reply;
    do {
        reply = client.post("/api/v1/auth/reauthentication", {{"password", "guess"}});
    } while (reply.status == 422 && ++tried < 15);
    EXPECT_EQ(tried, 10);
    EXPECT_EQ(reply.status, 429);
    EXPECT_TRUE(reply.hasHeader("retry-after"));
    EXPECT_EQ(client.post("/api/v1/auth/me/password", {{"current", "guess"}, {"new", "x"}}).status, 429);
}

TEST_F(Throttling, ALimitLetsGoAgainWithTime) {
    const auto empty = [&](const std::string& since) {
        sql().run("update ops.throttle set tokens = 0, at = clock_timestamp() - interval '" + since + "'");
    };
    ASSERT_EQ(signIn(http_, member_.email, "guess", {}, from("192.0.2.5")).status, 401);
    empty("0 seconds");
    EXPECT_EQ(signIn(http_, member_.email, kStaffPassword, {}, from("192.0.2.5")).status, 429);
    empty("31 seconds");
    EXPECT_EQ(signIn(http_, member_.email, kStaffPassword, {}, from("192.0.2.5")).status, 200);
}

TEST_F(Throttling, AFullQueueOfHashesIsSaidAtOnce) {
    std::vector<std::unique_ptr<Wire>> clients;
    for (int i = 0; i < 100; ++i) {
        const auto body = json{{"email", fmt::format("nobody{}@example.org", i)}, {"password", "guess"}}.dump();
        clients.push_back(std::make_unique<Wire>(port()));
        const auto headers = fmt::format(
            "Content-Type: application/json\r\nContent-Length: {}\r\nX-Real-IP: 203.0.{}.1\r\n", body.size(), i);
        ASSERT_TRUE(clients.back()->send(plainRequest("POST /api/v1/auth/sign-in", headers, body)));
    }
    // Two at work and 64 in the queue; the last to come are among the refused.
    std::optional<HttpReply> refused;
    std::vector<std::jthread> readers;
    std::mutex lock;
    std::atomic<int> unavailable{0};
    for (auto& client : clients) {
        readers.emplace_back([&] {
            try {
                auto reply = client->reply("POST");
                if (reply.status != 503) return;
                ++unavailable;
                const std::scoped_lock guard{lock};
                refused = std::move(reply);
            } catch (const NoReply&) {
                // The service is gone: enough has been seen.
            }
        });
    }
    ASSERT_TRUE(eventually(9s, [&] { return unavailable >= 20; })) << unavailable;
    service_.signal(SIGKILL);
    readers.clear();
    EXPECT_EQ(refused->json().at("code"), "unavailable");
    EXPECT_EQ(refused->header("retry-after"), "2");
}

}  // namespace
}  // namespace agon::test
