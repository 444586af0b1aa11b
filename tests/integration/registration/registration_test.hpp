#pragma once

#include <fmt/format.h>

#include <map>
#include <thread>

#include "integration/championships/championship_test.hpp"
#include "registration/secret.hpp"

namespace agon::test {

inline Environment withoutLimits() {
    return {{"AGON_REGISTRATIONS_PER_MINUTE", "1000000"}};
}

inline const json& allDeclarations() {
    static const json all{"own-email", "true-data", "of-age", "contact", "promotion", "advertising"};
    return all;
}

// Somebody who may take part; no two numbers share anything.
inline json somebody(int number, const std::string& heat) {
    return {{"heat", heat},
            {"full_name", fmt::format("Person Number{}", number)},
            {"birth_date", "1990-01-31"},
            {"citizenships", {"GR"}},
            {"email", fmt::format("person{}@example.org", number)},
            {"phone", fmt::format("210{:07}", number)},
            {"language", "en"},
            {"declarations", allDeclarations()},
            {"works_for_organiser", false},
            {"relative_of_staff", false}};
}

// As one line of a file.
inline std::string csvLine(const json& who, const std::string& stamp = {}) {
    const auto text = [&](const char* member) {
        return who.at(member).get<std::string>();
    };
    return fmt::format("{},{},{},{},GR,{},{},{},,all\n", text("heat"), stamp, text("full_name"), text("birth_date"),
                       text("email"), text("phone"), text("language"));
}

inline constexpr auto kCsvHead =
    "heat,received_at,full_name,birth_date,citizenships,email,phone,language,nickname,declarations\n";

inline std::string outcomeOf(const json& answer, const std::string& criterion) {
    for (const auto& verdict : answer.at("verdicts")) {
        if (verdict.at("criterion") == criterion) return verdict.at("outcome");
    }
    return {};
}

// A championship that is open: Volos with 36 places, Athens with 72.
class RegistrationTest : public ChampionshipTest {
  protected:
    explicit RegistrationTest(const Environment& environment = withoutLimits()) : ChampionshipTest{environment} {
        openNow(kSlug);
        volos_ = heatsOf(kSlug).at(0);
        athens_ = heatsOf(kSlug).at(1);
    }

    static constexpr auto kSlug = "greece-2035";

    void openNow(const std::string& slug, const std::string& kind = "real") {
        auto settings = exampleSettings();
        settings["opens_at"] = "2020-05-04T10:00:00+03:00";
        open(slug, settings, kind);
    }
    std::vector<std::string> heatsOf(const std::string& slug) {
        std::vector<std::string> codes;
        for (const auto& heat : draft(slug).at("heats")) codes.push_back(heat.at("code"));
        return codes;
    }
    void setCapacity(const std::string& heat, int capacity) {
        sql().run(fmt::format("update core.heat set capacity = {} where code = '{}'", capacity, heat));
    }

    HttpReply enter(const json& body, const Headers& headers = {}) {
        return http_.post(pathOf(kSlug, "/registrations"), body, headers);
    }
    // The receipt; throws when it is refused.
    json entered(const json& body) {
        const auto reply = enter(body);
        if (reply.status != 201) throw std::runtime_error("cannot register: " + reply.body);
        return reply.json();
    }
    json entered(int number, const std::string& heat) { return entered(somebody(number, heat)); }

    // A client that holds the token of the entry.
    SignedInClient holderOf(const json& receipt) {
        const auto code = receipt.at("code").get<std::string>();
        const auto opened = http_.post("/api/v1/entries/" + code + "/access", {{"secret", receipt.at("secret")}});
        if (opened.status != 200) throw std::runtime_error("cannot open the entry: " + opened.body);
        return SignedInClient{service_.baseUrl(), opened.json().at("token").get<std::string>()};
    }
    static std::string entryPath(const json& receipt, const std::string& rest = {}) {
        return "/api/v1/entries/" + receipt.at("code").get<std::string>() + rest;
    }
    HttpReply withdraw(const json& receipt) {
        auto holder = holderOf(receipt);
        const auto tag = holder.get(entryPath(receipt)).header("etag");
        return holder.send("POST", entryPath(receipt, "/withdrawal"), {}, {{"If-Match", tag}});
    }
    std::string placeOf(const json& receipt) {
        return sql().value("select place from core.entry where code = $1", {receipt.at("code").get<std::string>()});
    }
    // Why its place was last changed.
    std::string lastCause(const json& receipt) {
        return sql().value(
            "select cause from core.place_event v join core.entry e on e.id = v.entry_id where e.code = $1 "
            "order by v.id desc limit 1",
            {receipt.at("code").get<std::string>()});
    }
    long long persons() { return sql().number("select count(*) from vault.person"); }
    // The numbers of a heat's counters and of its rows agree, and nobody beyond the capacity holds a place.
    void expectSound(const std::string& heat) {
        EXPECT_EQ(
            sql().number("select count(*) from core.heat h where code = $1 and "
                         "(held_count <> (select count(*) from core.entry where heat_id = h.id and place = 'held')"
                         " or waiting_count <> (select count(*) from core.entry where heat_id = h.id and place = "
                         "'waiting') or held_count <> (select count(*) from core.place where heat_id = h.id))",
                         {heat}),
            0);
        EXPECT_EQ(sql().number("select count(*) from core.place p join core.heat h on h.id = p.heat_id "
                               "where h.code = $1 and p.place_no > h.capacity and not p.is_extra",
                               {heat}),
                  0);
    }

    HttpReply stage(const std::string& csv) {
        return organiser_.send("POST", pathOf(kSlug, "/imports"), csv, {{"Content-Type", "text/csv"}});
    }
    HttpReply commit(const HttpReply& staged) {
        return organiser_.send("POST", staged.header("location") + "/commit", {},
                               {{"If-Match", staged.header("etag")}});
    }

    std::string volos_;
    std::string athens_;
};

}  // namespace agon::test
