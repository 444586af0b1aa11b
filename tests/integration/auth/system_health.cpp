#include "integration/auth/auth_test.hpp"

namespace agon::test {
namespace {

class SystemHealth : public AuthTest {
  protected:
    json health() {
        const auto reply = manager_.get("/api/v1/system/health");
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.json();
    }
    static json check(const json& health, const std::string& name) {
        for (const auto& one : health.at("checks")) {
            if (one.at("name") == name) return one;
        }
        throw std::runtime_error("no check " + name + " in " + health.dump());
    }

    SignedInClient manager_ = letIn(director_);
};

TEST_F(SystemHealth, NamesEveryPartAndTheWorstOfThem) {
    const auto all = health();
    for (const auto* const name : {"database", "migrations", "pool", "clock", "audit-seal", "outbox", "mail"}) {
        EXPECT_EQ(check(all, name).at("state"), name == std::string{"mail"} ? "attention" : "good") << name;
    }
    EXPECT_EQ(check(all, "mail").at("detail"), "dry-run");
    EXPECT_EQ(all.at("state"), "attention");
    EXPECT_TRUE(all.at("started_at").get<std::string>() <= check(all, "clock").at("measured_at").get<std::string>());
}

TEST_F(SystemHealth, SaysWhenMailIsLateOrHasFailed) {
    sql().run(
        "insert into ops.outbox (code, message_id, reader_kind, reader_id, template, state, settled_at)"
        " values ('K7QM-2F9X', 'x', 'staff', 1, 'password-changed', 'failed', clock_timestamp())");
    const auto outbox = check(health(), "outbox");
    EXPECT_EQ(outbox.at("state"), "attention");
    EXPECT_EQ(outbox.at("detail"), "0 / 1");
}

TEST_F(SystemHealth, SaysWhenTheDatabaseIsOfAnotherVersion) {
    sql().run("delete from ops.migration where number = (select max(number) from ops.migration)");
    const auto all = health();
    EXPECT_EQ(check(all, "migrations").at("state"), "bad");
    EXPECT_EQ(all.at("state"), "bad");
}

}  // namespace
}  // namespace agon::test
