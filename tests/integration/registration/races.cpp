#include <algorithm>
#include <atomic>
#include <mutex>

#include "integration/registration/registration_test.hpp"
#include "platform/crypto/digest.hpp"

namespace agon::test {
namespace {

std::string hexOf(crypto::ByteView bytes) {
    std::string text;
    for (const auto byte : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

class Races : public RegistrationTest {
  protected:
    // Sends all of them, each of `clients` threads one after the other, taking turns between the services.
    std::vector<HttpReply> sendAll(const std::vector<json>& bodies, std::size_t clients,
                                   const std::vector<std::string>& services) {
        std::vector<HttpReply> replies(bodies.size());
        std::atomic<std::size_t> next{0};
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < clients; ++i) {
            threads.emplace_back([&, url = services[i % services.size()]] {
                HttpClient http{url};
                for (auto at = next++; at < bodies.size(); at = next++) {
                    replies[at] = http.post(pathOf(kSlug, "/registrations"), bodies[at]);
                }
            });
        }
        threads.clear();
        return replies;
    }
    std::vector<json> crowd(int size) {
        std::vector<json> bodies;
        for (int i = 1; i <= size; ++i) bodies.push_back(somebody(i, volos_));
        return bodies;
    }
    std::vector<json> ledger() {
        std::vector<json> lines;
        json next = pathOf(kSlug, "/heats/" + volos_ + "/ledger?limit=100");
        while (!next.is_null()) {
            const auto page = read(next);
            for (const auto& line : page.at("items")) lines.push_back(line);
            next = page.at("next");
        }
        return lines;
    }
    // Recomputes the chain from what everybody may see.
    void expectChain(const std::vector<json>& lines) {
        crypto::Bytes previous(32);
        long long number = 0;
        std::string last;
        for (const auto& line : lines) {
            const auto stamp = line.at("received_at").get<std::string>();
            ASSERT_EQ(line.at("number"), ++number);
            ASSERT_LE(last, stamp) << number;
            last = stamp;
            const auto text = fmt::format("{}|{}|{}|{}", volos_, number, line.at("code").get<std::string>(),
                                          parseInstant(stamp)->at.time_since_epoch().count());
            auto message = previous;
            std::ranges::copy(crypto::bytesOf(text), std::back_inserter(message));
            const auto hash = crypto::sha256(message);
            ASSERT_EQ(line.at("hash"), hexOf(hash)) << number;
            previous.assign(hash.begin(), hash.end());
        }
        EXPECT_EQ(sql().value("select encode(ledger_hash, 'hex') from core.heat where code = $1", {volos_}),
                  hexOf(previous));
    }
};

TEST_F(Races, OnePlaceAndManyClientsIsOnePlaceHeldAndAQueueInOrder) {
    constexpr int kClients = 64;
    setCapacity(volos_, 1);
    const auto replies = sendAll(crowd(kClients), kClients, {service_.baseUrl()});
    std::map<int, json> byNumber;
    for (const auto& reply : replies) {
        ASSERT_EQ(reply.status, 201) << reply.body;
        byNumber[reply.json().at("number").get<int>()] = reply.json();
    }
    ASSERT_EQ(byNumber.size(), 64U);
    for (int number = 1; number <= kClients; ++number) {
        const auto& receipt = byNumber.at(number);
        EXPECT_EQ(receipt.at("place"), number == 1 ? "held" : "waiting");
        EXPECT_EQ(receipt.at("reserve"), number == 1 ? json(nullptr) : json(number - 1));
    }
    expectSound(volos_);
    expectChain(ledger());
}

TEST_F(Races, TwoServicesOnOneDatabaseAreOneRegister) {
    constexpr int kCrowd = 1000;
    ServiceProcess second{database_, withoutLimits()};
    HttpClient other{second.baseUrl()};
    ASSERT_TRUE(eventually(10s, [&] { return other.get(pathOf(kSlug)).status == 200; }));
    const auto replies = sendAll(crowd(kCrowd), 32, {service_.baseUrl(), second.baseUrl()});
    std::map<std::string, json> byCode;
    for (const auto& reply : replies) {
        ASSERT_EQ(reply.status, 201) << reply.body;
        byCode[reply.json().at("code")] = reply.json();
    }
    ASSERT_EQ(byCode.size(), 1000U);
    const auto lines = ledger();
    ASSERT_EQ(lines.size(), 1000U);
    expectChain(lines);
    for (const auto& line : lines) {
        const auto& receipt = byCode.at(line.at("code"));
        ASSERT_EQ(receipt.at("number"), line.at("number"));
        ASSERT_EQ(receipt.at("receipt"), line.at("hash"));
        ASSERT_EQ(receipt.at("place"), receipt.at("number") <= 36 ? "held" : "waiting");
    }
    EXPECT_EQ(sql().number("select held_count from core.heat where code = $1", {volos_}), 36);
    EXPECT_EQ(sql().number("select count(*) from audit.act where act = 'registered'"), 1000);
    expectSound(volos_);
}

TEST_F(Races, OnePersonAtTwoServicesAtOnceIsOneEntry) {
    ServiceProcess second{database_, withoutLimits()};
    HttpClient other{second.baseUrl()};
    ASSERT_TRUE(eventually(10s, [&] { return other.get(pathOf(kSlug)).status == 200; }));
    for (int round = 1; round <= 20; ++round) {
        std::vector<json> bodies;
        for (int i = 0; i < 4; ++i) {
            auto body = somebody(round * 10 + i, i % 2 == 0 ? volos_ : athens_);
            body["email"] = fmt::format("{}{}@example.org", i < 2 ? "same" : "SAME", round);
            bodies.push_back(std::move(body));
        }
        const auto replies = sendAll(bodies, 4, {service_.baseUrl(), second.baseUrl()});
        EXPECT_EQ(std::ranges::count(replies, 201, &HttpReply::status), 1);
        EXPECT_EQ(std::ranges::count(replies, 409, &HttpReply::status), 3);
    }
    EXPECT_EQ(persons(), 20);
    EXPECT_EQ(sql().number("select sum(last_number) from core.heat"), 20);
    expectChain(ledger());
}

// Places are freed while others come: nobody who waits is overtaken.
TEST_F(Races, PlacesThatAreFreedMeanwhileGoToTheNextInOrder) {
    setCapacity(volos_, 4);
    std::vector<json> first;
    for (int i = 1; i <= 8; ++i) first.push_back(entered(i, volos_));
    std::vector<json> later;
    for (int i = 101; i <= 140; ++i) later.push_back(somebody(i, volos_));
    std::vector<int> statuses(4);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < 4; ++i) {
            auto holder = std::make_shared<SignedInClient>(holderOf(first[i]));
            const auto tag = holder->get(entryPath(first[i])).header("etag");
            threads.emplace_back([&, i, holder, tag] {
                statuses[i] = holder->send("POST", entryPath(first[i], "/withdrawal"), {}, {{"If-Match", tag}}).status;
            });
        }
        for (const auto& reply : sendAll(later, 8, {service_.baseUrl()})) EXPECT_EQ(reply.status, 201);
    }
    EXPECT_THAT(statuses, testing::Each(200));
    for (std::size_t i = 4; i < 8; ++i) EXPECT_EQ(placeOf(first[i]), "held") << i;
    EXPECT_EQ(sql().number("select held_count from core.heat where code = $1", {volos_}), 4);
    expectSound(volos_);
}

}  // namespace
}  // namespace agon::test
