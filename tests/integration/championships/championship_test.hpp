#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "support/eventually.hpp"
#include "support/staff.hpp"

namespace agon::test {

using namespace std::chrono_literals;
using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

inline json bothLanguages(const std::string& el, const std::string& en) {
    return {{"el", el}, {"en", en}};
}

inline json heatIn(const std::string& el, const std::string& en, int capacity, const std::string& label) {
    return {{"stage", 1},
            {"city", bothLanguages(el, en)},
            {"venue", bothLanguages("Κατάστημα " + el, "Shop of " + en)},
            {"starts_at", "2035-05-23T12:00:00+03:00"},
            {"capacity", capacity},
            {"rounds", capacity > 36 ? 2 : 1},
            {"public_label", label},
            {"takes_registrations", true},
            {"reserve_limit", nullptr},
            {"channels", json::array({{{"kind", "phone"}, {"value", "+30 210 0000000"}}})}};
}

// A championship of two cities, far enough ahead that nothing speaks against it.
inline json exampleSettings() {
    return {{"name", bothLanguages("Πρωτάθλημα", "Championship")},
            {"country", "GR"},
            {"time_zone", "Europe/Athens"},
            {"languages", {"el", "en"}},
            {"opens_at", "2035-05-04T10:00:00+03:00"},
            {"closes_at", "2035-05-21T00:00:00+03:00"},
            {"minimum_age", 18},
            {"terms_url", ""},
            {"optional_declarations", json::array()},
            {"organisers", json::array({{{"kind", "organising"},
                                         {"name", "Championship Company"},
                                         {"contact_email", "info@example.org"},
                                         {"contact_phone", "+30 210 0000000"}}})},
            {"stages", json::array({{{"kind", "city-heat"}, {"name", bothLanguages("Πόλεις", "Cities")}}})},
            {"heats", json::array({heatIn("Βόλος", "Volos", 36, "Boot"), heatIn("Αθήνα", "Athens", 72, "Thimble")})},
            {"questions", json::array()},
            {"awards", json::array()},
            {"cancelled", false}};
}

inline json termsBody(const std::string& reason, const std::string& text = "The terms.") {
    return {{"reason", reason}, {"text", bothLanguages("Οι όροι.", text)}, {"note", bothLanguages("", "")}};
}

// A service on a database of its own, with an organiser of either company and a director signed in.
class ChampionshipTest : public testing::Test {
  protected:
    explicit ChampionshipTest(const Environment& environment = {}) : service_{database_, environment} {}

    [[nodiscard]] SignedInClient letIn(const Member& member) {
        return SignedInClient{service_.baseUrl(), staff_.openSession(member)};
    }
    SqlSession& sql() { return staff_.sql(); }

    static std::string pathOf(const std::string& slug, const std::string& rest = {}) {
        return "/api/v1/championships/" + slug + rest;
    }
    HttpReply create(const std::string& slug, const json& settings = exampleSettings(),
                     const std::string& kind = "real") {
        const json body{{"slug", slug}, {"kind", kind}, {"settings", settings}};
        return organiser_.post("/api/v1/championships", body);
    }
    HttpReply setup(const std::string& slug) { return organiser_.get(pathOf(slug, "/setup")); }
    std::string tag(const std::string& slug) { return setup(slug).header("etag"); }
    HttpReply change(const std::string& slug, const json& settings) {
        return organiser_.send("PUT", pathOf(slug, "/setup"), settings.dump(), {{"If-Match", tag(slug)}});
    }
    HttpReply publish(const std::string& slug, const json& body) {
        return organiser_.post(pathOf(slug, "/terms"), body, {{"If-Match", tag(slug)}});
    }
    // Created and published; throws when either is refused.
    void open(const std::string& slug, const json& settings = exampleSettings(), const std::string& kind = "real") {
        const auto begun = create(slug, settings, kind);
        if (begun.status != 201) throw std::runtime_error("cannot create: " + begun.body);
        const auto published = publish(slug, termsBody("first"));
        if (published.status != 201) throw std::runtime_error("cannot publish: " + published.body);
    }
    // The settings of the draft, with the heats' codes.
    json draft(const std::string& slug) { return setup(slug).json().at("settings"); }
    json read(const std::string& path) { return http_.get(path).json(); }

    TestDatabase database_;
    Staff staff_{database_};
    Member member_ = staff_.add({.email = "organiser@example.org", .name = "Organiser", .role = "organiser"});
    ServiceProcess service_;
    HttpClient http_{service_.baseUrl()};
    SignedInClient organiser_ = letIn(member_);
};

inline std::string codeOf(const HttpReply& reply) {
    return reply.status < 400 ? std::string{} : reply.json().value("code", "");
}

// "pointer code" of every field error.
inline std::vector<std::string> fieldErrorsOf(const HttpReply& reply) {
    std::vector<std::string> errors;
    for (const auto& error : reply.json().value("errors", json::array())) {
        errors.push_back(error.at("pointer").get<std::string>() + " " + error.at("code").get<std::string>());
    }
    return errors;
}

// "pointer" of every change, in the order given.
inline std::vector<std::string> pointersOf(const json& changes) {
    std::vector<std::string> pointers;
    for (const auto& change : changes) pointers.push_back(change.at("pointer"));
    return pointers;
}

// "code pointer" of every finding.
inline std::vector<std::string> findingsOf(const HttpReply& setup) {
    std::vector<std::string> found;
    for (const auto& finding : setup.json().at("findings")) {
        found.push_back(finding.at("code").get<std::string>() + " " + finding.at("pointer").get<std::string>());
    }
    return found;
}

}  // namespace agon::test
