#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "support/agon_command.hpp"
#include "support/eventually.hpp"
#include "support/staff.hpp"

namespace agon::test {

using namespace std::chrono_literals;
using nlohmann::json;

// A service on a database of its own whose one director is `director_`.
class AuthTest : public testing::Test {
  protected:
    explicit AuthTest(const Environment& environment = {}) : service_{database_, environment} {}

    [[nodiscard]] SignedInClient signedIn(const Member& member) {
        return SignedInClient{service_.baseUrl(), staff_, member};
    }
    // The same without the work of a sign-in.
    [[nodiscard]] SignedInClient letIn(const Member& member) {
        return SignedInClient{service_.baseUrl(), staff_.openSession(member)};
    }
    SqlSession& sql() { return staff_.sql(); }

    TestDatabase database_;
    Staff staff_{database_};
    Member director_ = staff_.addDirector();
    ServiceProcess service_;
    HttpClient http_{service_.baseUrl()};
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

}  // namespace agon::test
