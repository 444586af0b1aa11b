#include <atomic>
#include <csignal>
#include <mutex>

#include "integration/registration/registration_test.hpp"

namespace agon::test {
namespace {

class Crash : public RegistrationTest {};

TEST_F(Crash, WhatWasAnsweredIsThereAfterTheServiceWasKilled) {
    std::mutex mutex;
    std::map<int, HttpReply> answered;
    std::atomic<int> next{0};
    const auto keyOf = [](int number) {
        return Headers{{"Idempotency-Key", fmt::format("burst-number-{}", number)}};
    };
    std::vector<std::jthread> clients;
    for (int i = 0; i < 16; ++i) {
        clients.emplace_back([&] {
            HttpClient http{service_.baseUrl()};
            try {
                for (;;) {
                    const auto number = ++next;
                    auto reply = http.post(pathOf(kSlug, "/registrations"), somebody(number, volos_), keyOf(number));
                    if (reply.status != 201) return;
                    const std::scoped_lock lock{mutex};
                    answered[number] = std::move(reply);
                }
            } catch (const NoReply&) {
                return;  // it was killed
            }
        });
    }
    const bool isBusy = eventually(30s, [&] {
        const std::scoped_lock lock{mutex};
        return answered.size() >= 100;
    });
    service_.signal(SIGKILL);
    clients.clear();
    ASSERT_TRUE(isBusy);
    ASSERT_TRUE(service_.waitForExit());

    for (const auto& [number, reply] : answered) {
        const auto receipt = reply.json();
        const auto rows = sql().rows(
            "select e.number::text, encode(e.receipt_hash, 'hex'), p.email from core.entry e "
            "join vault.person p on p.id = e.person_id where e.code = $1",
            {receipt.at("code").get<std::string>()});
        ASSERT_EQ(rows.size(), 1U) << number;
        EXPECT_EQ(rows[0][0], std::to_string(receipt.at("number").get<int>()));
        EXPECT_EQ(rows[0][1], receipt.at("receipt").get<std::string>());
        EXPECT_EQ(rows[0][2], fmt::format("person{}@example.org", number));
    }
    const auto last = sql().number("select last_number from core.heat where code = $1", {volos_});
    EXPECT_GE(last, static_cast<long long>(answered.size()));
    EXPECT_EQ(sql().number("select count(*) from core.entry"), last);
    expectSound(volos_);

    // Whoever asks again is told the same, and whoever got no answer gets theirs now.
    ServiceProcess again{database_, withoutLimits()};
    HttpClient http{again.baseUrl()};
    ASSERT_TRUE(eventually(10s, [&] { return http.get(pathOf(kSlug)).status == 200; }));
    for (int number = 1; number <= next; ++number) {
        const auto reply = http.post(pathOf(kSlug, "/registrations"), somebody(number, volos_), keyOf(number));
        EXPECT_EQ(reply.status, 201) << reply.body;
        if (const auto known = answered.find(number); known != answered.end()) {
            EXPECT_EQ(reply.body, known->second.body);
        }
    }
    EXPECT_EQ(persons(), next);
}

}  // namespace
}  // namespace agon::test
