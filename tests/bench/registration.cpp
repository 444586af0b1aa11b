#include <fmt/format.h>

#include <atomic>
#include <fstream>
#include <regex>
#include <stdexcept>
#include <thread>

#include "bench/client.hpp"
#include "bench/measure.hpp"
#include "integration/championships/championship_test.hpp"
#include "support/child_process.hpp"

namespace agon::bench {
namespace {

using Until = std::chrono::steady_clock::time_point;
using nlohmann::json;

// The same rows, one registration per transaction, by a function call: the fewest round trips a peer can have.
constexpr auto kOneByFunction = R"sql(
\set heat random(:first, :last)
\set who random(1, 9000000000000)
begin;
select id from core.heat where id = :heat for no key update;
select outcome from core.register(array[:heat]::bigint[], array[null]::timestamptz[], array[sha256(:who::text::bytea)], array['bench'], array[sha256(:who::text::bytea)],
  array['Person ' || :who], array['person ' || :who], array['1990-02-03'::date], array['GR'], array['q' || :who || '@example.org'], array['q' || :who || '@example.org'],
  array['+30' || (6900000000 + :who::bigint % 99999999)], array['el'], array[null]::text[], array[null]::text[], array['B' || :who], array[sha256(:who::text::bytea)],
  array['own-email,true-data,of-age,contact,promotion,advertising'], array[null]::text[], array[null]::text[], array['form'], array[null]::bigint[], array[null]::text[],
  array['{}'::jsonb], array['m' || :who], array['i' || :who], array['bench']);
end;
)sql";

// The same rows by plain statements, as a service writes them that handles one registration at a time.
constexpr auto kOneByStatements = R"sql(
\set heat random(:first, :last)
\set who random(1, 9000000000000)
begin;
select last_number as n, championship_id as c from core.heat where id = :heat for no key update \gset
insert into vault.person (championship_id, full_name, name_folded, birth_date, citizenships, email, email_folded, phone, language) values (:c, 'Person ' || :who, 'person ' || :who, '1990-02-03', '{GR}', 's' || :who || '@example.org', 's' || :who || '@example.org', '+30' || (6900000000 + :who::bigint % 99999999), 'el') returning id as person \gset
insert into core.entry (code, championship_id, heat_id, person_id, number, received_at, channel, terms_number, place, receipt_hash, secret_hash) values ('S' || :who, :c, :heat, :person, :n + 1, clock_timestamp(), 'form', 1, 'waiting', sha256(:who::text::bytea), sha256(:who::text::bytea)) returning id as entry \gset
insert into core.place_event (entry_id, became, cause) values (:entry, 'waiting', 'registered');
insert into core.consent_event (entry_id, terms_number, given, organisers, channel) values (:entry, 1, '{own-email,true-data,of-age,contact,promotion,advertising}', '{organising,hosting}', 'form');
insert into audit.act (actor_kind, act, subject_kind, subject, championship, heat, detail, request_id) values ('person', 'registered', 'entry', 'S' || :who, 'bench', :heat::text, '{"number":1}', 'bench');
insert into ops.outbox (code, message_id, reader_kind, reader_id, template, facts) values ('s' || :who, 'j' || :who, 'person', :person, 'registered-waiting', '{}');
insert into ops.idempotency (key_hash, scope, body_hash, status, outcome) values (sha256(:who::text::bytea), 'stmt', sha256(:who::text::bytea), 201, '{}');
update core.heat set last_number = :n + 1, last_received_at = clock_timestamp(), ledger_hash = sha256(:who::text::bytea), waiting_count = waiting_count + 1 where id = :heat;
end;
)sql";

// A championship that takes registrations, a service for it, and pgbench on the same database.
class Ground : public test::ChampionshipTest {
  public:
    Ground() : ChampionshipTest({{"AGON_REGISTRATIONS_PER_MINUTE", "10000000"}}) {
        auto settings = test::exampleSettings();
        settings["opens_at"] = "2020-01-01T00:00:00Z";
        settings["heats"] = json::array();
        for (int i = 0; i < 6; ++i) {
            const auto name = "City" + std::to_string(i);
            settings["heats"].push_back(test::heatIn(name, name, i < 2 ? 72 : 36, "Token " + std::to_string(i)));
        }
        open("bench", settings);
        for (const auto& heat : draft("bench").at("heats")) heats_.push_back(heat.at("code"));
        const auto& url = service_.baseUrl();
        port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
    }
    void TestBody() override {}

    std::size_t registerFrom(int clients, Until until) {
        std::atomic<std::size_t> count{0};
        std::vector<std::jthread> all;
        for (int i = 0; i < clients; ++i) all.emplace_back([&] { count += registerUntil(until); });
        all.clear();
        return count;
    }

    // Transactions per second.
    double pgbench(const std::string& script, int clients) {
        const test::ScratchFolder folder{"pgbench"};
        const auto file = folder.path() / "script.sql";
        std::ofstream{file} << script;
        const auto first = sql().number("select min(id) from core.heat");
        const auto last = sql().number("select max(id) from core.heat");
        const auto done =
            test::run({.words = {"/usr/bin/env", "pgbench", "-n", "-M", "prepared", "-c", std::to_string(clients), "-j",
                                 "2", "-T", "2", "-D", fmt::format("first={}", first), "-D",
                                 fmt::format("last={}", last), "-f", file.string(), database_.url()}});
        std::smatch match;
        if (!std::regex_search(done.output, match, std::regex{R"(tps = ([0-9.]+))"}))
            throw std::runtime_error("pgbench: " + done.output + done.errors);
        return std::stod(match[1]);
    }

  private:
    std::size_t registerUntil(Until until) {
        Client client{port_};
        std::size_t count = 0;
        for (; std::chrono::steady_clock::now() < until; ++count) client.ask(request(++made_));
        return count;
    }
    std::string request(std::size_t number) const {
        const json body{{"heat", heats_[number % heats_.size()]},
                        {"full_name", fmt::format("Person Number {}", number)},
                        {"birth_date", "1990-02-03"},
                        {"citizenships", {"GR"}},
                        {"email", fmt::format("person{}@example.org", number)},
                        {"phone", fmt::format("+30694{:07}", number % 10'000'000)},
                        {"language", "el"},
                        {"declarations", {"own-email", "true-data", "of-age", "contact", "promotion", "advertising"}},
                        {"works_for_organiser", false},
                        {"relative_of_staff", false}};
        const auto text = body.dump();
        return fmt::format(
            "POST /api/v1/championships/bench/registrations HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
            "application/json\r\nIdempotency-Key: key-{:012}\r\nContent-Length: {}\r\n\r\n{}",
            number, text.size(), text);
    }

    std::vector<std::string> heats_;
    std::uint16_t port_ = 0;
    std::atomic<std::size_t> made_{0};
};

double perSecond(Ground& ground, int clients) {
    const auto begin = std::chrono::steady_clock::now();
    const auto count = ground.registerFrom(clients, begin + std::chrono::seconds{2});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    return static_cast<double>(count) / took.count();
}

double best(Ground& ground, const char* script) {
    double most = 0;
    for (const int clients : {8, 32, 64}) most = std::max(most, ground.pgbench(script, clients));
    return most;
}

}  // namespace

std::vector<Comparison> registrationComparisons() {
    Ground ground;
    perSecond(ground, 8);  // until everything is prepared
    std::vector<Comparison> rows;
    const auto add = [&](std::string what, std::string peer, double ours, double theirs) {
        rows.push_back(
            {.what = std::move(what), .peer = std::move(peer), .ours = ours, .theirs = theirs, .ratio = ours / theirs});
    };
    const auto byStatements = best(ground, kOneByStatements);
    const auto byFunction = best(ground, kOneByFunction);
    for (const int clients : {64, 512}) {
        const auto ours = perSecond(ground, clients);
        add(fmt::format("POST registrations, {} clients", clients), "pgbench, the same rows one by one", ours,
            byStatements);
        add(fmt::format("POST registrations, {} clients", clients), "pgbench, our function one by one", ours,
            byFunction);
    }
    add("POST registrations, one client", "pgbench, one client, statements", perSecond(ground, 1),
        ground.pgbench(kOneByStatements, 1));
    return rows;
}

}  // namespace agon::bench
