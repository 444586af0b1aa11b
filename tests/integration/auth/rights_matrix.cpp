#include <trantor/net/EventLoop.h>

#include <iostream>
#include <set>

#include "app/modules.hpp"
#include "auth/rights.hpp"
#include "integration/championships/championship_test.hpp"
#include "integration/http/wire.hpp"
#include "support/agon_command.hpp"

namespace agon::test {
namespace {

struct Operation {
    std::string method;
    std::string path;
    std::string right;

    auto operator<=>(const Operation&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Operation& operation) {
    return out << operation.method << ' ' << operation.path << " (" << operation.right << ')';
}

// As the API is described.
std::vector<Operation> documented() {
    const std::string source = AGON_SOURCE_DIR;
    const auto done = run({.words = {"/usr/bin/env", "node", source + "/tests/contract/operations.mjs",
                                     source + "/openapi/openapi.yaml"}});
    if (done.status != ExitStatus{}) throw std::runtime_error(done.errors);
    std::vector<Operation> operations;
    for (const auto& entry : json::parse(done.output)) {
        operations.push_back({entry.at("method"), entry.at("path"), entry.value("right", "")});
    }
    return operations;
}

// Somebody with one role in one place.
struct Holder {
    std::string name;
    std::string token;
    std::vector<auth::Grant> awake;
};

class RightsMatrix : public ChampionshipTest {
  protected:
    RightsMatrix() {
        open("own-2027");
        open("other-2027");
        const auto heats = draft("own-2027").at("heats");
        ownHeat_ = heats.at(0).at("code");
        otherHeat_ = heats.at(1).at("code");
    }

    Holder holder(auth::Role role, const GrantedAt& at, const std::string& where, bool secondFactor = true) {
        const std::string name{auth::nameOf(role)};
        auto member = staff_.add({.email = std::to_string(++made_) + "@example.org", .role = name, .at = at});
        if (secondFactor) staff_.giveSecondFactor(member);
        Holder held{.name = name + " " + where, .token = staff_.openSession(member), .awake = {}};
        auth::Grant grant;
        grant.role = role;
        if (at.championship) {
            grant.championship.emplace(
                sql().number("select id from core.championship where slug = $1", {at.championship}));
        }
        if (at.heat) grant.heat.emplace(sql().number("select id from core.heat where code = $1", {at.heat}));
        held.awake = auth::awakeGrants(std::span{&grant, 1},
                                       secondFactor ? auth::SecondFactor::Shown : auth::SecondFactor::NotShown);
        return held;
    }

    // Where an operation takes place: in the own championship or heat if its path names one, else in the whole service.
    auth::Scope scopeOf(const std::string& path) {
        auth::Scope scope;
        if (path.contains("{championship}") || path.contains("{heat}")) {
            scope.championship.emplace(sql().number("select id from core.championship where slug = 'own-2027'"));
        }
        if (path.contains("{heat}")) {
            scope.heat.emplace(sql().number("select id from core.heat where code = $1", {ownHeat_}));
        }
        return scope;
    }

    std::string filled(std::string path) const {
        for (auto open = path.find('{'); open != std::string::npos; open = path.find('{', open)) {
            const auto name = path.substr(open, path.find('}', open) + 1 - open);
            const auto value = name == "{championship}" ? std::string{"own-2027"}
                               : name == "{heat}"       ? ownHeat_
                               : name == "{number}"     ? std::string{"1"}
                               : name == "{kind}"       ? std::string{"rulebook"}
                                                        : std::string{"0000-0000"};
            path.replace(open, name.size(), value);
        }
        return path;
    }

    // Asked with nothing in it, so that whoever is let in changes nothing.
    HttpReply ask(const Operation& operation, const std::string& token) {
        if (operation.path.ends_with("/live")) return askForStream(operation, token);
        return http_.send(operation.method, filled(operation.path), {}, token.empty() ? Headers{} : bearer(token));
    }
    HttpReply askForStream(const Operation& operation, const std::string& token) const {
        Wire wire{std::stoi(service_.baseUrl().substr(service_.baseUrl().rfind(':') + 1))};
        wire.send(plainRequest("GET " + filled(operation.path),
                               token.empty() ? "" : "Authorization: Bearer " + token + "\r\n"));
        HttpReply reply;
        const bool answered = eventually(5s, [&] {
            static_cast<void>(wire.rest(5ms));
            return wire.received().contains("\r\n\r\n");
        });
        if (answered) reply.status = std::stoi(wire.received().substr(9, 3));
        const auto body = wire.received().find("\r\n\r\n");
        if (answered && reply.status >= 400) reply.body = wire.received().substr(body + 4);
        return reply;
    }

    // Whether a rule of the operation answered, and not the guard.
    static bool isLetIn(const HttpReply& reply) {
        return reply.status != 401 && !(reply.status == 403 && codeOf(reply) == "forbidden") && reply.status != 0;
    }

    std::string ownHeat_;
    std::string otherHeat_;
    int made_ = 0;
};

TEST_F(RightsMatrix, EveryOperationAsksEveryRoleForItsRightWhereItIsNeeded) {
    const auto operations = documented();
    ASSERT_GT(operations.size(), 30U);
    std::vector<Holder> holders;
    for (const auto role : auth::kAllRoles) {
        holders.push_back(holder(role, {}, "everywhere"));
        holders.push_back(holder(role, {}, "everywhere, second factor not shown", false));
        holders.push_back(holder(role, {"own-2027", {}}, "in the own championship"));
        holders.push_back(holder(role, {"other-2027", {}}, "in another championship"));
        holders.push_back(holder(role, {"own-2027", ownHeat_}, "in the own heat"));
        holders.push_back(holder(role, {"own-2027", otherHeat_}, "in another heat"));
    }
    // So that no act that asks for the password again does anything.
    sql().run("update ops.session set reauthenticated_at = null");
    int asked = 0;
    int letIn = 0;
    for (const auto& operation : operations) {
        const bool isPublic = operation.right == "public";
        // For whoever registered: no token of the staff opens it.
        const bool isOwnEntry = operation.right == "own-entry";
        const auto right = auth::rightNamed(operation.right);
        ASSERT_TRUE(isPublic || isOwnEntry || operation.right == "signed-in" || right) << operation;
        const auto unknown = ask(operation, "");
        if (!isPublic) EXPECT_EQ(unknown.status, 401) << operation << " without a token";
        for (const auto& who : holders) {
            const auto reply = ask(operation, who.token);
            ++asked;
            if (isPublic) {
                EXPECT_EQ(reply.status, unknown.status) << operation << " as " << who.name;
                continue;
            }
            if (isOwnEntry) {
                EXPECT_EQ(reply.status, 401) << operation << " as " << who.name;
                continue;
            }
            const bool allowed = !right || auth::decide(who.awake, *right, scopeOf(operation.path));
            EXPECT_EQ(isLetIn(reply), allowed) << operation << " as " << who.name << ": " << reply.status << reply.body;
            if (!allowed) EXPECT_EQ(reply.status, 403) << operation << " as " << who.name;
            letIn += allowed ? 1 : 0;
        }
    }
    std::cout << asked << " requests, " << letIn << " let in by their right\n";
    EXPECT_GT(letIn, 100);
    EXPECT_GT(asked - letIn, 500);
}

TEST_F(RightsMatrix, WhatIsServedIsWhatIsDescribedWithTheSameRight) {
    trantor::EventLoop neverRun;
    DbOptions options;
    options.conninfo = database_.url();
    Db db{options, {&neverRun}};
    app::Modules modules{app::Settings{}, testServerKey(), {db, db}, {&neverRun}};
    const auto parts = modules.parts();
    std::vector<Operation> served;
    for (const auto* const route : parts.router.routes()) {
        served.push_back({std::string{http::nameOf(route->method)}, route->path, std::string{route->right.name}});
    }
    auto described = documented();
    std::ranges::sort(served);
    std::ranges::sort(described);
    std::vector<Operation> undescribed;
    std::vector<Operation> unserved;
    std::ranges::set_difference(served, described, std::back_inserter(undescribed));
    std::ranges::set_difference(described, served, std::back_inserter(unserved));
    EXPECT_THAT(undescribed, testing::IsEmpty());
    EXPECT_THAT(unserved, testing::IsEmpty());
    EXPECT_GT(served.size(), 30U);
}

TEST_F(RightsMatrix, TheOwnPageSaysWhatTheTableGives) {
    for (const auto role : auth::kAllRoles) {
        const auto who = holder(role, {}, "everywhere");
        std::set<std::string> expected;
        for (const auto right : auth::allRights()) {
            if (auth::gives(role, right)) expected.emplace(auth::nameOf(right));
        }
        const auto me = http_.get("/api/v1/auth/me", bearer(who.token)).json();
        EXPECT_EQ(me.at("rights").get<std::set<std::string>>(), expected) << who.name;
    }
}

TEST_F(RightsMatrix, ARefusalNamesTheRight) {
    const auto who = holder(auth::Role::Desk, {}, "everywhere");
    const auto reply = http_.get("/api/v1/accounts", bearer(who.token));
    EXPECT_EQ(reply.status, 403);
    EXPECT_EQ(codeOf(reply), "forbidden");
    EXPECT_THAT(reply.json().at("detail").get<std::string>(), testing::HasSubstr("account.read"));
}

TEST_F(RightsMatrix, ADirectorOfADemonstrationIsAwakeThereAndNoDirectorElsewhere) {
    staff_.addChampionship("demo", "demo");
    const auto who = holder(auth::Role::Director, {"demo", {}}, "in the demonstration", false);
    EXPECT_EQ(http_.get("/api/v1/auth/me", bearer(who.token)).json().at("asleep_roles"), json::array());
    EXPECT_EQ(http_.get("/api/v1/accounts", bearer(who.token)).status, 403) << "not the whole service's director";
}

}  // namespace
}  // namespace agon::test
